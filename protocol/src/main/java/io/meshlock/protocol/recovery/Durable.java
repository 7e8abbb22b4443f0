package io.meshlock.protocol.recovery;

/**
 * What a node must not forget, whatever happens to it: small, and written seldom (never for a grant).
 *
 * @param life the present life
 * @param promised the epoch below which this node serves no token any more
 * @param seen the newest epoch whose token or stamp it accepted
 * @param view the newest view that it heard of
 */
public record Durable(long life, Epoch promised, Epoch seen, View view) {

    /** A node on a new disk, which has promised nothing. */
    public static Durable fresh(long life) {
        return new Durable(life, Epoch.NONE, Epoch.NONE, View.NONE);
    }

    /** The same node after it lost everything but this. */
    public Durable restarted() {
        return new Durable(life + 1, promised, seen, view);
    }
}
