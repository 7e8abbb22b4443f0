package io.meshlock.protocol;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The state that a node with a seat must not lose in a crash. It is small and written rarely, never for a grant. Nodes
 * without a seat store nothing: they start again with {@link #fresh}.
 *
 * @param incarnation the present incarnation
 * @param seat the number of the node's {@link Seat}; {@link Seat#NONE} if it has none
 * @param promised the newest epoch promised: the node serves no token of an older one
 * @param seen the newest epoch whose token or heartbeat it accepted
 * @param view the newest view that it knows
 */
public record DurableState(long incarnation, long seat, Epoch promised, Epoch seen, View view) {

    /** The state of a node that remembers nothing: it has promised nothing and has no seat. */
    public static DurableState fresh(long incarnation) {
        return new DurableState(incarnation, Seat.NONE, Epoch.NONE, Epoch.NONE, View.NONE);
    }

    /**
     * The state in which one of a pool's first voters begins: no token exists. A majority of the first voters makes the
     * first one; a voter that is alone does so at once. No other node is needed for it, and none can do it.
     *
     * @param voters the first voters, the same list at all nodes
     */
    public static DurableState founding(int node, long incarnation, List<Integer> voters, int permits) {
        if (!voters.contains(node)) {
            return fresh(incarnation);
        }
        return new DurableState(incarnation, Seat.FIRST, Epoch.GENESIS, Epoch.GENESIS, View.genesis(voters, permits));
    }

    /** The state of the only first voter of a pool. */
    public static DurableState bootstrap(int node, long incarnation, int permits) {
        return founding(node, incarnation, List.of(node), permits);
    }

    /**
     * The state of a node of a simulated mesh whose first token has been made: nodes 0 … voters − 1 vote, in their
     * first incarnations; one less if the number were even.
     */
    public static DurableState ofMesh(int node, int nodes, int permits, int voters) {
        Epoch first = new Epoch(0, 0);
        int most = Math.min(nodes, voters);
        List<Seat> seats = IntStream.range(0, most - 1 + most % 2)
                .mapToObj(each -> new Seat(each, Seat.FIRST))
                .toList();
        View view = new View(first, 0, seats, PoolSize.initial(permits));
        long seat = node < seats.size() ? Seat.FIRST : Seat.NONE;
        return new DurableState(Incarnation.first(0), seat, first, first, view);
    }

    /** True if this node is one of the first voters, and has neither promised nor heard of anything yet. */
    public boolean isFounding() {
        return isSeated() && promised.equals(Epoch.GENESIS);
    }

    /** True if this state has to survive crashes: others count on what this node promised. */
    public boolean isSeated() {
        return seat != Seat.NONE;
    }

    /** The state of the node's next incarnation, after it lost everything else. */
    public DurableState restarted() {
        return new DurableState(incarnation + 1, seat, promised, seen, view);
    }
}
