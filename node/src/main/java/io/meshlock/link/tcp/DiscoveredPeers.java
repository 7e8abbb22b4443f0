package io.meshlock.link.tcp;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The peers that seem to be near, by their announcements, which anybody can forge. The rules: a node is worth dialling
 * if it was heard twice within three intervals, since a single announcement may be received by chance at the edge of
 * the radio range. The node with the smaller number dials first; the other waits two intervals more, in case its own
 * announcements are not received. A node that was not heard for three intervals is no longer near.
 */
final class DiscoveredPeers {

    /** In intervals. */
    private static final int WINDOW = 3;

    /** How much longer the node with the larger number waits, in intervals. */
    private static final int EXTRA_WAIT = 2;

    /** The largest number of peers kept. A new one then takes the place of one that is chosen at random. */
    static final int MAX = 1024;

    /** The largest number of peers kept with one address: a machine has few nodes, a forger claims many. */
    static final int MAX_PER_ADDRESS = 64;

    private final int self;
    private final long interval;
    private final RandomGenerator random;
    private final Map<InetAddress, Integer> perAddress = new HashMap<>();
    private final Map<Sighting, Times> known = new LinkedHashMap<>();

    /** A node at an address, as an announcement claims. */
    record Sighting(int number, InetSocketAddress address) {}

    private static final class Times {
        long before = Long.MIN_VALUE / 2;
        long last;
        long nearSince = Long.MAX_VALUE;
    }

    DiscoveredPeers(int self, long intervalMillis, RandomGenerator random) {
        this.self = self;
        this.interval = intervalMillis;
        this.random = random;
    }

    /** Records an announcement; false if there is no room for it. */
    boolean heard(int number, InetSocketAddress address, long now) {
        Sighting candidate = new Sighting(number, address);
        Times times = known.get(candidate);
        if (times == null) {
            if (perAddress.getOrDefault(address.getAddress(), 0) >= MAX_PER_ADDRESS) {
                return false;
            }
            if (known.size() >= MAX) {
                drop(known.keySet().stream()
                        .skip(random.nextInt(known.size()))
                        .findFirst()
                        .orElseThrow());
            }
            times = new Times();
            known.put(candidate, times);
            perAddress.merge(address.getAddress(), 1, Integer::sum);
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

    /** The peers worth dialling now. */
    List<Sighting> near(long now) {
        List<Sighting> gone = new ArrayList<>();
        known.forEach((candidate, times) -> {
            if (now - times.last > WINDOW * interval) {
                gone.add(candidate);
            }
        });
        gone.forEach(this::drop);
        List<Sighting> near = new ArrayList<>();
        known.forEach((candidate, times) -> {
            long wait = self < candidate.number() ? 0 : EXTRA_WAIT * interval;
            if (times.nearSince != Long.MAX_VALUE && now - times.nearSince >= wait) {
                near.add(candidate);
            }
        });
        return near;
    }

    private void drop(Sighting candidate) {
        known.remove(candidate);
        perAddress.computeIfPresent(candidate.address().getAddress(), (any, count) -> count == 1 ? null : count - 1);
    }
}
