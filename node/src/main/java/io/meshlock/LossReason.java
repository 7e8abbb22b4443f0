package io.meshlock;

/** Why a grant was lost before it was closed. */
public enum LossReason {
    /** Its lease ran out by this node's clock: nobody renewed it, or the process was stopped for too long. */
    LEASE_EXPIRED("its lease ran out"),
    /** This node was closed. */
    MESH_CLOSED("the node was closed"),
    /** The pool stopped working at this node because of a bug; see the log. */
    POOL_FAILED("the pool failed at this node");

    private final String text;

    LossReason(String text) {
        this.text = text;
    }

    /** The reason in plain words. */
    public String text() {
        return text;
    }
}
