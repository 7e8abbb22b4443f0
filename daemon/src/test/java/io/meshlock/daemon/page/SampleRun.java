package io.meshlock.daemon.page;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Journals that look like a simulator's: nodes in a ring ask, get, give back, and their links come and go. */
final class SampleRun {

    private final SplittableRandom random;
    private final int nodes;
    private final List<String> lines = new ArrayList<>();
    private final Deque<long[]> held = new ArrayDeque<>();
    private double time;
    private long request;

    private SampleRun(int nodes, long seed) {
        this.nodes = nodes;
        this.random = new SplittableRandom(seed);
    }

    /** @param requests how many are made, at one a unit of time */
    static List<String> journal(int nodes, int requests, long seed) {
        SampleRun run = new SampleRun(nodes, seed);
        for (int i = 0; i < nodes; i++) {
            run.add("\"e\":\"linkUp\",\"n\":%d,\"to\":%d", i, (i + 1) % nodes);
        }
        run.add("\"e\":\"tokens\",\"n\":0,\"held\":1");
        for (int i = 0; i < requests; i++) {
            run.request();
        }
        run.add("\"e\":\"ended\"");
        return run.lines;
    }

    private void request() {
        int node = random.nextInt(nodes);
        long r = ++request;
        int permits = random.nextInt(1, 3);
        add("\"e\":\"requested\",\"n\":%d,\"r\":%d,\"h\":%d,\"p\":%d", node, r, permits, random.nextInt(10));
        add("\"e\":\"stepped\",\"n\":%d", node);
        for (int hop = 0; hop < 4; hop++) {
            int from = (node + hop) % nodes;
            add(
                    "\"e\":\"sent\",\"n\":%d,\"to\":%d,\"m\":\"REQUEST\",\"bytes\":9,\"text\":\"REQUEST\"",
                    from, (from + 1) % nodes);
        }
        if (random.nextInt(5) == 0) {
            int cut = random.nextInt(nodes);
            add("\"e\":\"linkDown\",\"n\":%d,\"to\":%d", cut, (cut + 1) % nodes);
            time += 0.2;
            add("\"e\":\"linkUp\",\"n\":%d,\"to\":%d", cut, (cut + 1) % nodes);
        }
        time += 0.5;
        if (held.size() >= 3) {
            long[] first = held.remove();
            add("\"e\":\"released\",\"n\":%d,\"r\":%d,\"g\":%d,\"h\":%d", first[0], first[1], first[1], first[2]);
        }
        add("\"e\":\"granted\",\"n\":%d,\"r\":%d,\"g\":%d,\"h\":%d,\"slots\":[1]", node, r, r, permits);
        held.add(new long[] {node, r, permits});
        time += 0.3;
    }

    private void add(String fields, Object... values) {
        lines.add(String.format(Locale.ROOT, "{\"t\":%.6f,%s}", time, String.format(Locale.ROOT, fields, values)));
    }
}
