package io.meshlock.protocol;

/** Invariants that are always on: a broken one means a bug in the protocol, and going on would be worse. */
public final class Check {

    private Check() {}

    /** Throws {@link IllegalStateException} with the message unless the invariant holds. */
    public static void invariant(boolean holds, String message) {
        if (!holds) {
            throw new IllegalStateException("invariant broken: " + message);
        }
    }
}
