package io.meshlock.simulator.explore;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is to be explored of a pool with recovery: all nodes are neighbours, and time passes in whole steps.
 *
 * @param algorithm runs at every node
 * @param options its settings; times that are not given are 1, 10 and 25 steps for beacon, election timeout and lease,
 *     with clocks that are right
 * @param nodes how many
 * @param permits of the pool; every request is for one
 * @param requests how many requests each node makes, one after the other, at any instant
 * @param horizon after so many steps of time the run ends
 * @param rates how fast each node's clock runs, in thousandths of true time
 * @param budgets how often each fault may happen, and how many messages are late
 * @param window faults begin at instants from the first up to and including the second; they end at any instant
 */
public record TimedExploration(
        Algorithm algorithm,
        Options options,
        int nodes,
        int permits,
        int requests,
        int horizon,
        List<Integer> rates,
        Budgets budgets,
        Window window) {

    /** More would take far too long to explore. */
    public static final int MAX_NODES = 4;

    public static final int MAX_PERMITS = 8;
    public static final int MAX_REQUESTS = 4;
    public static final int MAX_HORIZON = 1_000;

    /** The length of a step of time, by a clock that is right. A beacon interval is as long. */
    static final long STEP = 1_000;

    /** The shortest that is allowed. */
    private static final int ELECTION_TIMEOUT = 10;

    /** Longer than it takes to make another token: leases of the dead are then still good when it grants. */
    private static final int LEASE = 25;

    /** Where clocks start: far from zero, so that no time is mistaken for a count. */
    private static final long START = 1L << 32;

    /**
     * @param crashes nodes that crash
     * @param lostDisks of these, how many start again without their disk
     * @param partitions times that one node is cut off from all others
     * @param losses datagrams that are lost
     * @param delays messages that arrive a round later than others, and steps of time that pass with messages under way
     * @param releases grants that their clients give back; all others are kept for as long as they can be renewed
     */
    public record Budgets(int crashes, int lostDisks, int partitions, int losses, int delays, int releases) {

        /** The budgets share a word. */
        public static final int MOST = 15;

        public Budgets {
            for (int budget : new int[] {crashes, lostDisks, partitions, losses, delays, releases}) {
                require(budget >= 0 && budget <= MOST, "budgets must be 0 to " + MOST + " each, not " + budget);
            }
        }
    }

    /** When faults begin. */
    public record Window(int first, int last) {

        public Window {
            require(first >= 0 && first <= last, "faults must begin before they end: " + first + " to " + last);
        }

        boolean has(int instant) {
            return first <= instant && instant <= last;
        }
    }

    public TimedExploration {
        require(algorithm.recovers(options), "only pools with recovery are explored in time");
        require(nodes >= 1 && nodes <= MAX_NODES, "1 to " + MAX_NODES + " nodes can be explored, not " + nodes);
        require(permits >= 1 && permits <= MAX_PERMITS, "permits must be 1 to " + MAX_PERMITS + ", not " + permits);
        require(
                requests >= 1 && requests <= MAX_REQUESTS,
                "requests must be 1 to " + MAX_REQUESTS + " per node, not " + requests);
        require(horizon >= 1 && horizon <= MAX_HORIZON, "the horizon must be 1 to " + MAX_HORIZON + ", not " + horizon);
        require(rates.size() == nodes, "rates must be given for every node");
        rates = List.copyOf(rates);
        options = withTimes(options);
        algorithm.check(options);
        algorithm.check(PoolSettings.permits(permits));
    }

    private static Options withTimes(Options given) {
        Map<String, Long> values = new TreeMap<>(given.given());
        values.putIfAbsent("beacon", STEP);
        values.putIfAbsent("election-timeout", ELECTION_TIMEOUT * STEP);
        values.putIfAbsent("lease", LEASE * STEP);
        values.putIfAbsent("drift-ppm", 0L);
        return Options.of(values);
    }

    /** What a node's clock shows at an instant. */
    long clock(int node, int instant) {
        return START + instant * rates.get(node);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
