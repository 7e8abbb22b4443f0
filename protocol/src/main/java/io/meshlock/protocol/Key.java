package io.meshlock.protocol;

/**
 * A waiting request as the mesh orders it: larger score first, then earlier birth, then smaller request number. The
 * order is total because request numbers are unique among the requests of a node's present incarnation.
 *
 * <p>Aging does not change the keys of waiting requests. All requests age at the same rate, so the score
 * {@code priority · aging − birth} always orders two requests as rising priorities would.
 *
 * @param score the request's score by the pool's {@link Policy}
 * @param birth the requester's logical clock (the largest grant number it knew) when it asked
 * @param request the requester's number in the upper half, its own counter in the lower half; unique in the mesh, but for
 *     what is left of requests of a node's former incarnations
 * @param permits h
 * @param once the request does not wait: whoever may grant it grants it or refuses it ({@link PermitRequest#once})
 */
public record Key(long score, long birth, long request, int permits, boolean once) implements Comparable<Key> {

    /** The key of a request that waits. */
    public Key(long score, long birth, long request, int permits) {
        this(score, birth, request, permits, false);
    }

    /** A mesh-wide request number. */
    public static long requestNumber(int node, int serial) {
        return ((long) node << Integer.SIZE) | (serial & 0xFFFF_FFFFL);
    }

    /** The requester. */
    public int node() {
        return (int) (request >> Integer.SIZE);
    }

    /** The same request under another number. */
    public Key renamed(long newRequest) {
        return new Key(score, birth, newRequest, permits, once);
    }

    /** The same request with a later birth. Scores of policies that age fall by one per grant. */
    public Key reborn(long newBirth) {
        return new Key(score - (newBirth - birth), newBirth, request, permits, once);
    }

    /** The same request with fewer permits: some of its grant were given back. */
    public Key reduced(int fewer) {
        return new Key(score, birth, request, fewer, once);
    }

    /**
     * True if both are keys of one request, whose birth may have been corrected in between. The number alone does not
     * tell: a later incarnation of the requester may come to the same one.
     */
    public boolean isSameRequest(Key other) {
        return request == other.request
                && permits == other.permits
                && once == other.once
                && score + birth == other.score + other.birth;
    }

    /** Negative if this key is served before the other. */
    @Override
    public int compareTo(Key other) {
        if (score != other.score) {
            return score > other.score ? -1 : 1;
        }
        if (birth != other.birth) {
            return birth < other.birth ? -1 : 1;
        }
        return Long.compare(request, other.request);
    }

    public boolean isBefore(Key other) {
        return compareTo(other) < 0;
    }

    /** As {@code node#serial×permits@score}, and {@code once} if it is to be answered at once. */
    @Override
    public String toString() {
        return node() + "#" + (int) request + "x" + permits + "@" + score + (once ? " once" : "");
    }
}
