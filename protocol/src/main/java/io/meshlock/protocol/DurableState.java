package io.meshlock.protocol;

import java.util.ArrayList;
import java.util.List;

/**
 * What a node must not forget, whatever happens to it: small, and written seldom (never for a grant).
 *
 * @param incarnation the present incarnation
 * @param promised the epoch below which this node serves no token any more
 * @param seen the newest epoch whose token or stamp it accepted
 * @param view the newest view that it heard of
 */
public record DurableState(long incarnation, Epoch promised, Epoch seen, View view) {

    /** A node on a new disk, which has promised nothing. */
    public static DurableState fresh(long incarnation) {
        return new DurableState(incarnation, Epoch.NONE, Epoch.NONE, View.NONE);
    }

    /** A node of a laboratory's mesh, whose nodes 0 … nodes − 1 all belong to the pool from the beginning, in their first incarnations. */
    public static DurableState ofMesh(int nodes, int permits) {
        Epoch founding = new Epoch(0, 0);
        List<Member> members = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            members.add(new Member(node, Incarnation.first(0)));
        }
        return new DurableState(
                Incarnation.first(0), founding, founding, new View(founding, 0, members, PoolSize.founded(permits)));
    }

    /** The bootstrap of a pool, which is its only member. */
    public static DurableState bootstrap(int node, long incarnation, int permits) {
        Epoch first = new Epoch(0, node);
        View alone = new View(first, 0, List.of(new Member(node, incarnation)), PoolSize.founded(permits));
        return new DurableState(incarnation, first, first, alone);
    }

    /** The same node after it lost everything but this. */
    public DurableState restarted() {
        return new DurableState(incarnation + 1, promised, seen, view);
    }
}
