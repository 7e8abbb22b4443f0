package io.meshlock.protocol;

/** Invariants, which are always checked. A broken invariant is a bug in the protocol; the node must not go on. */
public final class Check {

    private Check() {}

    /** Throws {@link IllegalStateException} with the message unless the invariant holds. */
    public static void invariant(boolean holds, String message) {
        if (!holds) {
            throw new IllegalStateException("invariant broken: " + message);
        }
    }
}
