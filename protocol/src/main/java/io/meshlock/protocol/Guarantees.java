package io.meshlock.protocol;

/**
 * What an algorithm guarantees, beyond never granting more than k permits, and what it supports. Checkers verify it.
 *
 * @param tokens how many tokens the pool has at all times
 * @param fencing grants are numbered over the whole pool, each decision is reported, and the numbers rise
 * @param survivesLossyLinks the algorithm survives links that die with messages in flight
 * @param capacity the largest pools and requests that it supports
 * @param reach which nodes a node sends messages to
 *     @param hosts what nodes may do: stay, leave, or come and go
 * @param resizable an operator may {@linkplain Protocol#resize change} the size of a pool
 * @param answersTries whoever may grant answers requests that must not wait ({@link PermitRequest#once})
 * @param amends grants can be amended: {@linkplain Protocol#giveBack some permits given back}, or
 *     {@linkplain Protocol#keep kept} for whoever outlives their holder
 */
public record Guarantees(
        Tokens tokens,
        boolean fencing,
        boolean survivesLossyLinks,
        Capacity capacity,
        Reach reach,
        Hosts hosts,
        boolean resizable,
        boolean answersTries,
        boolean amends) {

    /** The guarantees of an algorithm whose nodes stay and write to neighbours, for pools and requests of any size. */
    public Guarantees(Tokens tokens, boolean fencing, boolean survivesLossyLinks) {
        this(tokens, fencing, survivesLossyLinks, Capacity.ANY, Reach.NEIGHBOURS, Hosts.STAY, false, false, false);
    }

    public Guarantees withCapacity(Capacity value) {
        return new Guarantees(
                tokens, fencing, survivesLossyLinks, value, reach, hosts, resizable, answersTries, amends);
    }

    public Guarantees withReach(Reach value) {
        return new Guarantees(
                tokens, fencing, survivesLossyLinks, capacity, value, hosts, resizable, answersTries, amends);
    }

    public Guarantees withHosts(Hosts value) {
        return new Guarantees(
                tokens, fencing, survivesLossyLinks, capacity, reach, value, resizable, answersTries, amends);
    }

    /** The same guarantees, with pools that can be resized. */
    public Guarantees withResizing() {
        return new Guarantees(tokens, fencing, survivesLossyLinks, capacity, reach, hosts, true, answersTries, amends);
    }

    /** The same guarantees, with requests that are answered at once. */
    public Guarantees withTries() {
        return new Guarantees(tokens, fencing, survivesLossyLinks, capacity, reach, hosts, resizable, true, amends);
    }

    /** The same guarantees, with grants that can be amended. */
    public Guarantees withAmendments() {
        return new Guarantees(
                tokens, fencing, survivesLossyLinks, capacity, reach, hosts, resizable, answersTries, true);
    }

    /** The number of tokens of a pool, which never changes. */
    public enum Tokens {
        NONE,
        ONE,
        ONE_PER_PERMIT;

        public int of(int permits) {
            return switch (this) {
                case NONE -> 0;
                case ONE -> 1;
                case ONE_PER_PERMIT -> permits;
            };
        }
    }

    /**
     * The largest pools and requests that an algorithm supports.
     *
     * @param pool the most permits a pool may have
     * @param request the most permits one request may ask for
     */
    public record Capacity(int pool, int request) {
        public static final Capacity ANY = new Capacity(Integer.MAX_VALUE, Integer.MAX_VALUE);
        /** k permits, one at a time: k-mutual exclusion. */
        public static final Capacity ONE_PER_REQUEST = new Capacity(Integer.MAX_VALUE, 1);
        /** One permit: mutual exclusion. */
        public static final Capacity ONE = new Capacity(1, 1);
    }

    /** Which nodes a node sends messages to. */
    public enum Reach {
        /** Nodes that it has a link to. The algorithm copes with links that come and go. */
        NEIGHBOURS,
        /** All nodes of the mesh. A layer below the algorithm routes its messages. */
        ANYBODY
    }

    /** What nodes may do. */
    public enum Hosts {
        /** Nodes are present from the beginning to the end. */
        STAY,
        /** Nodes {@linkplain Protocol#leave leave} in good order, and may come back. */
        LEAVE,
        /**
         * Nodes {@linkplain Protocol#leave leave} and come back, lose their connection for a while, and start again
         * without their memory under a higher {@linkplain Setup#incarnation incarnation}. Losing its memory releases
         * the node's grants: its clients are gone with it.
         */
        COME_AND_GO
    }
}
