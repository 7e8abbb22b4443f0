package io.meshlock.link.tcp;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Callers that have not shown who they are. They have a small share of places, in all and per address, and the oldest
 * one gives way to a newcomer: whoever can show a certificate does so within milliseconds, so that silent connections
 * push out each other. Addresses from which a link came before have places of their own. Used on the event loop only.
 *
 * @param <C> the connections
 */
final class Strangers<C> {

    /** The most callers in all; as many more from addresses known before. */
    static final int MOST = 128;

    /** The most callers of one address. */
    static final int MOST_PER_ADDRESS = 16;

    /** How many addresses are remembered. */
    private static final int MOST_KNOWN = 1_024;

    private final int most;
    private final int mostPerAddress;

    /** Connections by address, each list oldest first; the addresses that came first are first. */
    private final Map<InetAddress, Set<C>> callers = new LinkedHashMap<>();

    private final Map<C, InetAddress> addresses = new LinkedHashMap<>();
    private final Set<InetAddress> known = Collections.newSetFromMap(new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<InetAddress, Boolean> eldest) {
            return size() > MOST_KNOWN;
        }
    });

    /** @param maxLinks the most links of the node: a small node has few places */
    Strangers(int maxLinks) {
        most = Math.min(MOST, 2 * maxLinks);
        mostPerAddress = Math.min(MOST_PER_ADDRESS, 2 * maxLinks);
    }

    /** A caller came; returns the one that has to go for it, or null. */
    @Nullable
    C arrived(C caller, InetAddress from) {
        Set<C> same = callers.computeIfAbsent(from, any -> new LinkedHashSet<>());
        C oldest = null;
        if (same.size() >= mostPerAddress) {
            oldest = same.iterator().next();
        } else if (count(known.contains(from)) >= most) {
            oldest = oldestOfTheMany(known.contains(from));
        }
        same.add(caller);
        addresses.put(caller, from);
        if (oldest != null) {
            left(oldest);
        }
        return oldest;
    }

    private int count(boolean knownBefore) {
        int count = 0;
        for (Map.Entry<InetAddress, Set<C>> each : callers.entrySet()) {
            count += known.contains(each.getKey()) == knownBefore
                    ? each.getValue().size()
                    : 0;
        }
        return count;
    }

    /** The oldest caller of the address that has most of them. */
    private @Nullable C oldestOfTheMany(boolean knownBefore) {
        List<C> largest = new ArrayList<>();
        for (Map.Entry<InetAddress, Set<C>> each : callers.entrySet()) {
            if (known.contains(each.getKey()) == knownBefore && each.getValue().size() > largest.size()) {
                largest = new ArrayList<>(each.getValue());
            }
        }
        return largest.isEmpty() ? null : largest.get(0);
    }

    /** A caller has shown who it is, or is gone. */
    void left(C caller) {
        InetAddress from = addresses.remove(caller);
        if (from != null) {
            Set<C> same = callers.get(from);
            if (same != null && same.remove(caller) && same.isEmpty()) {
                callers.remove(from);
            }
        }
    }

    /** A link came up with this address. */
    void linked(InetAddress from) {
        known.add(from);
    }

    int size() {
        return addresses.size();
    }
}
