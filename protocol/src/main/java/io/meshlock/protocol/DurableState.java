package io.meshlock.protocol;

import java.util.ArrayList;
import java.util.List;

/**
 * The state that a node must not lose in a crash. It is small and written rarely, never for a grant.
 *
 * @param incarnation the present incarnation
 * @param promised the newest epoch promised: the node serves no token of an older one
 * @param seen the newest epoch whose token or heartbeat it accepted
 * @param view the newest view that it knows
 */
public record DurableState(long incarnation, Epoch promised, Epoch seen, View view) {

    /** The state of a node on a new disk: it has promised nothing. */
    public static DurableState fresh(long incarnation) {
        return new DurableState(incarnation, Epoch.NONE, Epoch.NONE, View.NONE);
    }

    /**
     * The state of a node of a simulated mesh: nodes 0 … nodes − 1 are members from the start, in their first
     * incarnations.
     */
    public static DurableState ofMesh(int nodes, int permits) {
        Epoch first = new Epoch(0, 0);
        List<Member> members = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            members.add(new Member(node, Incarnation.first(0)));
        }
        return new DurableState(
                Incarnation.first(0), first, first, new View(first, 0, members, PoolSize.founded(permits)));
    }

    /** The state of a pool's bootstrap node, which is the only member. */
    public static DurableState bootstrap(int node, long incarnation, int permits) {
        Epoch first = new Epoch(0, node);
        View alone = new View(first, 0, List.of(new Member(node, incarnation)), PoolSize.founded(permits));
        return new DurableState(incarnation, first, first, alone);
    }

    /** The state of the node's next incarnation, after it lost everything else. */
    public DurableState restarted() {
        return new DurableState(incarnation + 1, promised, seen, view);
    }
}
