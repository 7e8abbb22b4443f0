package io.meshlock;

/** Why a grant was lost before it was closed. */
public enum LossReason {
    /** Its lease ran out by this node's clock: it was not renewed, or the process was suspended for too long. */
    LEASE_EXPIRED("its lease ran out"),
    /**
     * This node was out of reach for too long. The rest of the mesh gave the grant up and may grant its permits to
     * others.
     */
    GIVEN_UP("the mesh gave it up"),
    /** It was held for as long as its request allowed ({@link Request#maxHold}). */
    MAX_HOLD("it was held for as long as its request allowed"),
    /** This node was closed. */
    MESH_CLOSED("the node was closed"),
    /** Somebody destroyed the pool ({@link PermitPool#destroy}). */
    POOL_DESTROYED("the pool was destroyed"),
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
