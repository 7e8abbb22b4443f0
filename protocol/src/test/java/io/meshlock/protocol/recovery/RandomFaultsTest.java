package io.meshlock.protocol.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.recovery.TinyMesh.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random schedules of crashes, lost disks, pauses, drifting clocks, partitions and lost datagrams. Grants that are
 * valid by their holders' own clocks hold at most k permits, and fencing tokens rise. Once all faults are healed, all
 * requests are served and all permits can be granted.
 */
class RandomFaultsTest {

    private static final long B = 100;

    private static final long SEEDS = Long.getLong("recovery.seeds", 100);
    private static final long FIRST = Long.getLong("recovery.first", 1);

    @Test
    void neverMoreThanThereAreAndEverybodyServedInTheEnd() {
        List<String> failures = new ArrayList<>();
        for (long seed = FIRST; seed < FIRST + SEEDS && failures.size() < 10; seed++) {
            String failure = new Run(seed).failure();
            if (failure != null) {
                failures.add("seed " + seed + ": " + failure);
            }
        }
        assertThat(failures).isEmpty();
    }

    /** One schedule. */
    private static final class Run {
        private final Random random;
        private final TinyMesh mesh;
        private final int nodes;
        private final int permits;
        private final long electionTimeout;
        private boolean faulty = true;

        /** How many disks may still be lost: a majority must keep its promises, or nothing can be recovered. */
        private int disksToLose;

        Run(long seed) {
            random = new Random(seed * 7919);
            nodes = 3 + random.nextInt(3);
            permits = 1 + random.nextInt(3);
            disksToLose = (nodes - 1) / 2;
            long drift = random.nextInt(3) * 50_000L;
            electionTimeout = B * (12 + random.nextInt(10));
            long lease = B * (4 + random.nextInt(30));
            Map<String, Long> options =
                    Map.of("recovery", 1L, "beacon", B, "election-timeout", electionTimeout, "lease", lease, "drift-ppm", drift);
            double loss = random.nextInt(3) * 0.1;
            mesh = new TinyMesh(new TinyMesh.Shape(nodes, permits, options, drift, 1 + random.nextInt(60), loss), seed);
            mesh.onGrant = held -> mesh.after(1 + random.nextLong(6 * B), () -> {
                if (random.nextInt(4) > 0 || !faulty) {
                    mesh.release(held);
                } else {
                    mesh.after(random.nextLong(40 * B), () -> mesh.release(held));
                }
            });
            if (Boolean.getBoolean("recovery.log")) {
                mesh.log = new ArrayList<>();
            }
        }

        @Nullable
        String failure() {
            try {
                String failure = run();
                List<String> log = mesh.log;
                if (failure != null && log != null) {
                    log.forEach(System.out::println);
                }
                return failure;
            } catch (RuntimeException broken) {
                List<String> log = mesh.log;
                if (log != null) {
                    log.forEach(System.out::println);
                    broken.printStackTrace(System.out);
                }
                return broken.toString() + " at " + mesh.now + " " + broken.getStackTrace()[1];
            }
        }

        private @Nullable String run() {
            mesh.linkAll();
            for (int node = 0; node < nodes; node++) {
                ask(node);
            }
            fault();
            mesh.runFor(300 * B);
            faulty = false;
            mend();
            mesh.runFor(6 * electionTimeout + 100 * B);
            if (!mesh.violations.isEmpty()) {
                return mesh.violations.get(0);
            }
            for (Node node : mesh.nodes) {
                if (!node.waiting.isEmpty()) {
                    return "node " + node.id + " waits in vain: " + describe();
                }
            }
            long whole = mesh.request(random.nextInt(nodes), permits);
            mesh.runFor(100 * B);
            boolean served = mesh.nodes.stream().noneMatch(node -> node.waiting.contains(whole));
            return served ? null : "permits leaked: " + describe();
        }

        private String describe() {
            List<String> lines = new ArrayList<>();
            for (Node node : mesh.nodes) {
                var protocol = node.protocol;
                lines.add(node.id + " " + (protocol == null ? "down" : protocol.describe()));
            }
            return lines.toString();
        }

        private void ask(int node) {
            mesh.after(random.nextLong(8 * B), () -> {
                if (faulty) {
                    Node asking = mesh.nodes.get(node);
                    if (asking.isUp() && asking.waiting.size() < 2) {
                        mesh.request(node, 1 + random.nextInt(permits));
                    }
                    ask(node);
                }
            });
        }

        private void fault() {
            mesh.after(random.nextLong(25 * B), () -> {
                if (!faulty) {
                    return;
                }
                int node = random.nextInt(nodes);
                switch (random.nextInt(8)) {
                    case 0 -> crash(node);
                    case 1 -> {
                        mesh.cutSoon(node);
                        mesh.after(1 + random.nextLong(10 * B), () -> crash(node));
                    }
                    case 2 -> mesh.pause(node, random.nextLong(40 * B));
                    case 3 -> split();
                    case 4, 5 -> mend();
                    case 6 ->
                        mesh.setLink(Math.min(node, (node + 1) % nodes), Math.max(node, (node + 1) % nodes), false);
                    default -> {
                        int holder = mesh.holder();
                        if (holder >= 0 && random.nextBoolean()) {
                            crash(holder);
                        }
                    }
                }
                fault();
            });
        }

        private void crash(int node) {
            mesh.crash(node);
            boolean newDisk = disksToLose > 0 && random.nextInt(5) == 0;
            disksToLose -= newDisk ? 1 : 0;
            mesh.after(random.nextLong(20 * B), () -> {
                mesh.restart(node, newDisk);
                if (random.nextBoolean()) {
                    linkUp(node);
                }
            });
        }

        private void split() {
            int side = random.nextInt(1 << nodes);
            for (int a = 0; a < nodes; a++) {
                for (int b = a + 1; b < nodes; b++) {
                    if ((side >> a & 1) != (side >> b & 1)) {
                        mesh.setLink(a, b, false);
                    }
                }
            }
        }

        private void linkUp(int node) {
            for (int other = 0; other < nodes; other++) {
                if (other != node) {
                    mesh.setLink(Math.min(node, other), Math.max(node, other), true);
                }
            }
        }

        private void mend() {
            if (!faulty) {
                mesh.loss = 0;
                for (Node node : mesh.nodes) {
                    node.cutAfter = Integer.MAX_VALUE;
                    mesh.restart(node.id, false);
                }
                mesh.after(60 * B, mesh::linkAll);
            }
            mesh.linkAll();
        }
    }
}
