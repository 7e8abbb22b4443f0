package io.meshlock.link.tcp;

import io.meshlock.spi.Peer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Notices that two processes take part as one node, as with a copied folder of keys: their links replace each other, and
 * nothing else would say why. A node that restarts comes back with a larger incarnation; so one that is heard again
 * after a larger one lives beside it. Used on the event loop only.
 */
final class Twins {

    /** How many nodes are remembered; without TLS anybody can claim any number. */
    private static final int MOST = 4_096;

    /** One HELLO of a process that has ended may have been on its way still. */
    private static final int TIMES = 2;

    private static final long SAY_EVERY_MILLIS = 60_000;

    private static final class Known {
        long incarnation;
        String place = "";
        int older;
        long sayAt = Long.MIN_VALUE;
    }

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
        if (before.older < TIMES || now < before.sayAt) {
            return null;
        }
        before.sayAt = now + SAY_EVERY_MILLIS;
        return "two processes are node " + peer + ", one at " + before.place + " and an older one at " + place
                + ": their links replace each other. Stop one of them, or give it keys (or a number) of its own. If only one"
                + " runs, its clock was set back before its last start";
    }
}
