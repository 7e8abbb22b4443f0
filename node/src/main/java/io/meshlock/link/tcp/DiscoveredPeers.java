package io.meshlock.link.tcp;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who seems to be near, from announcements that anybody can forge. The rule: a node that was heard twice within three intervals is
 * worth dialling; one announcement alone may be luck at the edge of the reach. The node with the smaller number dials first; the
 * other waits two intervals more, in case it is not heard itself. Nobody heard for three intervals is near.
 */
final class DiscoveredPeers {

    private static final int WINDOW = 3;
    private static final int COURTESY = 2;

    /** More than a radio reaches. Beyond, new ones are ignored until old ones are forgotten. */
    static final int MAX = 1024;

    private final int self;
    private final long interval;
    private final Map<Sighting, Times> known = new LinkedHashMap<>();

    /** A node at an address, as an announcement claims. */
    record Sighting(int number, InetSocketAddress address) {}

    private static final class Times {
        long before = Long.MIN_VALUE / 2;
        long last;
        long nearSince = Long.MAX_VALUE;
    }

    DiscoveredPeers(int self, long intervalMillis) {
        this.self = self;
        this.interval = intervalMillis;
    }

    /** An announcement came; false if there is no room for it. */
    boolean heard(int number, InetSocketAddress address, long now) {
        Sighting candidate = new Sighting(number, address);
        Times times = known.get(candidate);
        if (times == null) {
            if (known.size() >= MAX) {
                return false;
            }
            times = new Times();
            known.put(candidate, times);
        } else {
            times.before = times.last;
        }
        times.last = now;
        if (now - times.before <= WINDOW * interval) {
            times.nearSince = Math.min(times.nearSince, now);
        } else {
            times.nearSince = Long.MAX_VALUE;
        }
        return true;
    }

    /** Those worth dialling now. */
    List<Sighting> near(long now) {
        known.values().removeIf(times -> now - times.last > WINDOW * interval);
        List<Sighting> near = new ArrayList<>();
        known.forEach((candidate, times) -> {
            long courtesy = self < candidate.number() ? 0 : COURTESY * interval;
            if (times.nearSince != Long.MAX_VALUE && now - times.nearSince >= courtesy) {
                near.add(candidate);
            }
        });
        return near;
    }
}
