package io.meshlock.protocol;

import java.util.ArrayList;
import java.util.List;

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

    /** A node of a laboratory's mesh, whose nodes 0 … nodes − 1 all belong to the pool from the beginning, in their first lives. */
    public static Durable ofMesh(int nodes, int permits) {
        Epoch founding = new Epoch(0, 0);
        List<Member> members = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            members.add(new Member(node, Life.first(0)));
        }
        return new Durable(
                Life.first(0), founding, founding, new View(founding, 0, members, PoolSize.founded(permits)));
    }

    /** The founder of a pool, which is its only member. */
    public static Durable founder(int node, long life, int permits) {
        Epoch first = new Epoch(0, node);
        View alone = new View(first, 0, List.of(new Member(node, life)), PoolSize.founded(permits));
        return new Durable(life, first, first, alone);
    }

    /** The same node after it lost everything but this. */
    public Durable restarted() {
        return new Durable(life + 1, promised, seen, view);
    }
}
