package io.meshlock.protocol;

/**
 * What an algorithm claims beyond never granting more than k, and where its claims end; checkers hold it to its word.
 *
 * @param tokens how many tokens the pool has at all times
 * @param fencing grants are numbered over the whole pool, each decision is reported, and the numbers rise
 * @param survivesLossyLinks it survives links that die with messages in flight
 * @param capacity the pools and requests that it is made for
 * @param reach whom a node writes to
 * @param hosts what nodes may do beside running
 * @param resizable an operator may {@linkplain Protocol#resize change} how many permits a pool has
 */
public record Guarantees(
        Tokens tokens,
        boolean fencing,
        boolean survivesLossyLinks,
        Capacity capacity,
        Reach reach,
        Hosts hosts,
        boolean resizable) {

    /** Claims of an algorithm among neighbours that stay, for pools and requests of any size. */
    public Guarantees(Tokens tokens, boolean fencing, boolean survivesLossyLinks) {
        this(tokens, fencing, survivesLossyLinks, Capacity.ANY, Reach.NEIGHBOURS, Hosts.STAY, false);
    }

    public Guarantees withCapacity(Capacity value) {
        return new Guarantees(tokens, fencing, survivesLossyLinks, value, reach, hosts, resizable);
    }

    public Guarantees withReach(Reach value) {
        return new Guarantees(tokens, fencing, survivesLossyLinks, capacity, value, hosts, resizable);
    }

    public Guarantees withHosts(Hosts value) {
        return new Guarantees(tokens, fencing, survivesLossyLinks, capacity, reach, value, resizable);
    }

    /** The same, with pools whose size an operator may change. */
    public Guarantees withResizing() {
        return new Guarantees(tokens, fencing, survivesLossyLinks, capacity, reach, hosts, true);
    }

    /** The number of tokens, which no run may change. */
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
     * The pools and requests that an algorithm is made for.
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

    /** Whom a node writes to. */
    public enum Reach {
        /** Whoever it has a link to: the algorithm finds its way over links as they come and go. */
        NEIGHBOURS,
        /** Anybody: something below the algorithm carries its messages over as many links as it takes. */
        ANYBODY
    }

    /** What nodes may do beside running. */
    public enum Hosts {
        /** Nothing: nodes are there from the beginning to the end. */
        STAY,
        /** They {@linkplain Protocol#leave leave} in good order, and may come back. */
        LEAVE,
        /**
         * They {@linkplain Protocol#leave leave} and come back, lose their connection for a while, and start again without their
         * memory under a higher {@linkplain Setup#incarnation incarnation}. What a node held when it lost its memory is given
         * back by that: its clients are gone with it.
         */
        COME_AND_GO
    }
}
