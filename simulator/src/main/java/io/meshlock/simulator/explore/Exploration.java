package io.meshlock.simulator.explore;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.simulator.narrative.Topology;
import java.util.List;

/**
 * What is to be explored.
 *
 * @param algorithm runs at every node
 * @param topology the nodes, and the links at the start; the first node is the bootstrap node
 * @param pool the pool's settings
 * @param options the algorithm's own settings
 * @param wishes for each node the requests that it makes, in this order, each at any time
 * @param oneAtATime a node makes its next request only when it is done with the one before
 * @param changes how many links may go down or come up in all
 * @param cancels how many waiting requests may be cancelled in all
 * @param lossy links die with messages in flight, one end noticing first; otherwise they go down empty
 * @param keepConnected no link goes down that keeps the mesh connected
 * @param checkOrder whether a decision that passes over a more urgent request counts as a violation
 * @param hazards what happens to messages that go to anybody, and to nodes
 */
public record Exploration(
        Algorithm algorithm,
        Topology topology,
        PoolSettings pool,
        Options options,
        List<List<PlannedRequest>> wishes,
        boolean oneAtATime,
        int changes,
        int cancels,
        boolean lossy,
        boolean keepConnected,
        boolean checkOrder,
        Hazards hazards) {

    /** Without hazards. */
    public Exploration(
            Algorithm algorithm,
            Topology topology,
            PoolSettings pool,
            Options options,
            List<List<PlannedRequest>> wishes,
            boolean oneAtATime,
            int changes,
            int cancels,
            boolean lossy,
            boolean keepConnected,
            boolean checkOrder) {
        this(
                algorithm,
                topology,
                pool,
                options,
                wishes,
                oneAtATime,
                changes,
                cancels,
                lossy,
                keepConnected,
                checkOrder,
                Hazards.NONE);
    }

    /** Larger meshes would take far too long to explore. */
    public static final int MAX_NODES = 8;

    public static final int MAX_REQUESTS = 8;

    /** Slots are kept in the bits of a number. */
    public static final int MAX_PERMITS = 60;

    public static final int MAX_BUDGET = 100;

    /** A request to be made: h, and how urgent it is. */
    public record PlannedRequest(int permits, int priority) {}

    /**
     * The budgets: how often each hazard may happen. Messages that go to anybody overtake each other without limit. All
     * timers fire when nothing is in flight; nodes that are away come back sooner or later.
     *
     * @param losses messages lost
     * @param copies messages doubled
     * @param firings timers that fire early, while messages are in flight
     * @param absences nodes that leave; where nodes write to anybody, also nodes that cannot be reached without having
     *     left
     * @param reboots nodes that start again without their memory
     * @param resizes changes of the pool's size, by any node, to anything from 1 to one more than it begins with
     */
    public record Hazards(int losses, int copies, int firings, int absences, int reboots, int resizes) {

        public static final Hazards NONE = new Hazards(0, 0, 0, 0, 0, 0);

        /** The budgets share a word. */
        public static final int MOST = 30;

        public Hazards {
            for (int budget : new int[] {losses, copies, firings, absences, reboots, resizes}) {
                require(budget >= 0 && budget <= MOST, "hazards must be 0 to " + MOST + " each, not " + budget);
            }
        }
    }

    public Exploration {
        if (algorithm.guarantees().reach() == Guarantees.Reach.ANYBODY) {
            topology = Topology.hosts(topology.names().toArray(String[]::new));
            require(changes == 0, "algorithm '" + algorithm.name() + "' knows nothing of links: there are no changes");
        } else {
            require(
                    hazards.equals(new Hazards(0, 0, 0, hazards.absences, 0, hazards.resizes)),
                    "losses, copies, firings and reboots are for algorithms that write to anybody");
        }
        require(
                hazards.absences == 0 || algorithm.guarantees().hosts() != Guarantees.Hosts.STAY,
                "nodes of algorithm '" + algorithm.name() + "' stay");
        require(
                hazards.resizes == 0 || algorithm.guarantees().resizable(),
                "pools of algorithm '" + algorithm.name() + "' keep their size");
        require(
                topology.size() <= MAX_NODES,
                "at most " + MAX_NODES + " nodes can be explored, not " + topology.size());
        require(topology.isConnected(), "the graph is not connected");
        require(pool.permits() <= MAX_PERMITS, "at most " + MAX_PERMITS + " permits, not " + pool.permits());
        require(changes >= 0 && changes <= MAX_BUDGET, "link changes must be 0 to " + MAX_BUDGET + ", not " + changes);
        require(cancels >= 0 && cancels <= MAX_BUDGET, "cancels must be 0 to " + MAX_BUDGET + ", not " + cancels);
        require(wishes.size() == topology.size(), "requests must be given for every node");
        require(wishes.stream().anyMatch(own -> !own.isEmpty()), "there are no requests to explore");
        for (List<PlannedRequest> own : wishes) {
            require(own.size() <= MAX_REQUESTS, "at most " + MAX_REQUESTS + " requests per node, not " + own.size());
            for (PlannedRequest plannedRequest : own) {
                require(
                        plannedRequest.permits >= 1 && plannedRequest.permits <= pool.permits(),
                        "a request of " + plannedRequest.permits + " permits cannot be served by a pool of "
                                + pool.permits());
            }
        }
        int most = algorithm.guarantees().capacity().request();
        require(
                wishes.stream().flatMap(List::stream).allMatch(plannedRequest -> plannedRequest.permits <= most),
                "algorithm '" + algorithm.name() + "' grants at most " + most + " permits per request");
        algorithm.check(options);
        algorithm.check(pool);
        wishes = wishes.stream().map(List::copyOf).toList();
    }

    /** True if nodes write to anybody, over ways that lose, double and reorder. */
    boolean toAnybody() {
        return algorithm.guarantees().reach() == Guarantees.Reach.ANYBODY;
    }

    int nodes() {
        return topology.size();
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
