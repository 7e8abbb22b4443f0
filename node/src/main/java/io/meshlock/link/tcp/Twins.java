package io.meshlock.link.tcp;

import io.meshlock.spi.Peer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Notices that two processes take part as one node, as with a copied folder of keys, and finds the words for it. A node
 * that restarts comes back with a larger incarnation; so one that is heard again after a larger one lives beside it. The
 * rule for links: the process that was started last has the link, and the other one is refused while that is up. Both
 * are told, and whoever notices tells its own people. Used on the event loop only, except for {@link #problems}.
 */
final class Twins {

    /** How many nodes are remembered; without TLS anybody can claim any number. */
    private static final int MOST = 4_096;

    /** One HELLO of a process that has ended may have been on its way still. */
    private static final int TIMES = 2;

    private static final long SAY_EVERY_MILLIS = 60_000;

    /** For how long after the last sign of them twins are a problem of this node: the older one may be dialling seldom. */
    private static final long PROBLEM_MILLIS = 120_000;

    /** The most nodes with twins that are told of. */
    private static final int MOST_PROBLEMS = 16;

    private static final String REMEDY = "Stop one of them, or give it keys (or a number) of its own";

    private static final class Known {
        long incarnation;
        String place = "";
        int older;
        long sayAt = Long.MIN_VALUE;
    }

    private record Problem(String words, long since) {}

    private final Map<Integer, Problem> problems = new ConcurrentHashMap<>();
    private long sayOfSelfAt = Long.MIN_VALUE;

    private final Map<Integer, Known> known = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Known> eldest) {
            return size() > MOST;
        }
    };

    /**
     * A node has said HELLO.
     *
     * @param place where it called from, or where it was called
     * @return what to tell people; null if there is nothing to tell
     */
    @Nullable
    String heard(Peer peer, String place, long now) {
        Known before = known.computeIfAbsent(peer.number(), number -> new Known());
        if (peer.incarnation() >= before.incarnation) {
            before.incarnation = peer.incarnation();
            before.place = place;
            return null;
        }
        before.older++;
        if (before.older < TIMES) {
            return null;
        }
        String words = "two processes are node " + peer + ", one at " + before.place + " and an older one at " + place
                + ", which is refused. " + REMEDY
                + ". If only one runs, its clock was set back before its last start";
        keep(peer.number(), words, now);
        if (now < before.sayAt) {
            return null;
        }
        before.sayAt = now + SAY_EVERY_MILLIS;
        return words;
    }

    /**
     * Another process is this node.
     *
     * @param how what it did, or what a neighbour says of it
     * @return what to tell people; null if they were told a moment ago
     */
    @Nullable
    String ofThisNode(Peer self, String how, long now) {
        String words = "another process is node " + self + ", too: " + how + ". " + REMEDY;
        keep(self.number(), words, now);
        if (now < sayOfSelfAt) {
            return null;
        }
        sayOfSelfAt = now + SAY_EVERY_MILLIS;
        return words;
    }

    private void keep(int node, String words, long now) {
        if (problems.containsKey(node) || problems.size() < MOST_PROBLEMS) {
            problems.put(node, new Problem(words, now));
        }
    }

    /** The twins that showed up lately, in words. Called by any thread. */
    List<String> problems(long now) {
        problems.values().removeIf(problem -> now - problem.since > PROBLEM_MILLIS);
        return problems.values().stream().map(Problem::words).sorted().toList();
    }
}
