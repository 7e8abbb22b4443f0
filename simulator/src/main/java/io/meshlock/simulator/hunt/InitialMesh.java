package io.meshlock.simulator.hunt;

import io.meshlock.protocol.Option;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.recovery.RecoverySettings;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** The start of a schedule: a connected graph and a pool whose tokens are at the lowest nodes. Immutable. */
final class InitialMesh {

    final int nodes;
    final PoolSettings pool;
    final Options options;
    private final boolean[] linked; // by way, both directions

    private InitialMesh(int nodes, PoolSettings pool, Options options, boolean[] linked) {
        this.nodes = nodes;
        this.pool = pool;
        this.options = options;
        this.linked = linked;
    }

    /** A random tree plus some links. */
    static InitialMesh draw(HuntSettings settings, Dice dice) {
        int most = settings.nodes();
        int nodes = settings.exact() || most < 3 ? most : dice.between(2, most);
        PoolSettings pool = settings.exact() ? settings.pool() : vary(settings.pool(), dice);
        Options options = settings.exact() || dice.oneIn(2) ? settings.options() : vary(settings, dice);
        boolean[] linked = new boolean[nodes * nodes];
        if (settings.toAnybody()) {
            Arrays.fill(linked, true);
            return new InitialMesh(nodes, pool, options, linked);
        }
        // Some schedules have long paths, others short ones: a node links to one of those just before it, or to any.
        int reach = dice.oneOf(1, 3, nodes);
        for (int i = 1; i < nodes; i++) {
            join(linked, nodes, i, Math.max(0, i - 1 - dice.below(Math.min(i, reach))));
        }
        for (int extra = dice.below(2 * nodes); extra > 0; extra--) {
            int a = dice.below(nodes);
            int b = dice.below(nodes);
            if (a != b) {
                join(linked, nodes, a, b);
            }
        }
        return new InitialMesh(nodes, pool, options, linked);
    }

    private static PoolSettings vary(PoolSettings pool, Dice dice) {
        int permits = dice.oneIn(2) ? pool.permits() : dice.between(1, pool.permits());
        long aging = dice.oneIn(2) ? pool.aging() : dice.oneOf(1, 10, 1_000);
        return new PoolSettings(permits, pool.policy(), aging);
    }

    /** Small values for options that were not given: with them, rare events become frequent. */
    private static Options vary(HuntSettings settings, Dice dice) {
        Map<String, Long> values = new TreeMap<>(settings.options().given());
        for (Option option : settings.algorithm().options()) {
            if (RecoverySettings.OPTIONS.contains(option)) {
                continue; // recovery needs time, and these schedules have none
            }
            long small = Math.min(option.max(), option.min() + dice.below(3));
            if (dice.oneIn(2)) {
                values.putIfAbsent(option.name(), small);
            }
        }
        return Options.of(values);
    }

    private static void join(boolean[] linked, int nodes, int a, int b) {
        linked[a * nodes + b] = true;
        linked[b * nodes + a] = true;
    }

    boolean areLinked(int a, int b) {
        return linked[a * nodes + b];
    }

    InitialMesh withoutLink(int a, int b) {
        boolean[] fewer = linked.clone();
        fewer[a * nodes + b] = false;
        fewer[b * nodes + a] = false;
        return new InitialMesh(nodes, pool, options, fewer);
    }

    InitialMesh withoutNode(int gone) {
        boolean[] fewer = new boolean[(nodes - 1) * (nodes - 1)];
        for (int a = 0; a < nodes; a++) {
            for (int b = 0; b < nodes; b++) {
                if (a != gone && b != gone) {
                    fewer[without(gone, a) * (nodes - 1) + without(gone, b)] = areLinked(a, b);
                }
            }
        }
        return new InitialMesh(nodes - 1, pool, options, fewer);
    }

    /** A node's number after node {@code gone} was removed. */
    static int without(int gone, int node) {
        return node > gone ? node - 1 : node;
    }

    InitialMesh withPermits(int permits) {
        return new InitialMesh(nodes, new PoolSettings(permits, pool.policy(), pool.aging()), options, linked);
    }

    boolean isConnected() {
        boolean[] seen = new boolean[nodes];
        int[] reached = new int[nodes];
        seen[0] = true;
        int tail = 1;
        for (int head = 0; head < tail; head++) {
            for (int to = 0; to < nodes; to++) {
                if (!seen[to] && areLinked(reached[head], to)) {
                    seen[to] = true;
                    reached[tail++] = to;
                }
            }
        }
        return tail == nodes;
    }

    /** Everybody's neighbours, ascending. */
    int[][] neighbours() {
        int[][] all = new int[nodes][];
        int[] peers = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            int count = 0;
            for (int peer = 0; peer < nodes; peer++) {
                if (peer != node && areLinked(node, peer)) {
                    peers[count++] = peer;
                }
            }
            all[node] = Arrays.copyOf(peers, count);
        }
        return all;
    }
}
