package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.token.TokenLeaseCheck;
import org.jspecify.annotations.Nullable;

/** The waiting keys that a node knows: those of its clients and those that neighbours have registered. */
final class Demand {

    private final Heights heights;
    private final LocalRequests clients;

    Demand(Heights heights, LocalRequests clients) {
        this.heights = heights;
        this.clients = clients;
    }

    /** The best keys known here, local and registered by neighbours. */
    Keys best(int limit) {
        Keys only = clients.isAnyWaiting() ? null : onlyEntry();
        if (only != null) {
            return only.first(limit);
        }
        Keys.Selection selection = new Keys.Selection().keep(limit);
        clients.offerTo(selection);
        for (Neighbour neighbour : heights.neighbours()) {
            if (!neighbour.entry.isEmpty()) {
                selection.offerAll(neighbour.entry);
            }
        }
        return selection.result();
    }

    boolean isEmpty() {
        if (clients.isAnyWaiting()) {
            return false;
        }
        for (Neighbour neighbour : heights.neighbours()) {
            if (!neighbour.entry.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** True if these are requests of local clients that were served, and nobody but the anchor has them registered. */
    boolean mayStayRegistered(Keys keys) {
        return clients.holdNear(keys);
    }

    /** The only non-empty list that a neighbour registered, or an empty one; null if there are several to merge. */
    private @Nullable Keys onlyEntry() {
        Keys only = Keys.EMPTY;
        for (Neighbour neighbour : heights.neighbours()) {
            if (!neighbour.entry.isEmpty()) {
                if (!only.isEmpty()) {
                    return null;
                }
                only = neighbour.entry;
            }
        }
        return only;
    }

    /** The best request, and the neighbour that registered it; null for a local one. */
    record Front(Key key, @Nullable Neighbour via) {}

    /**
     * The best request of at most {@code size} permits that has no grant yet. While a request is registered along two
     * ways, the way that the token came from is used last: otherwise two nodes that each know a way could send the
     * token to and fro.
     */
    @Nullable
    Front front(Anchor at, int size, TokenLeaseCheck leaseCheck) {
        Key best = null;
        Neighbour via = null;
        for (int i = 0; i < clients.waiting() && best == null; i++) {
            Key key = clients.key(i);
            if (isServable(key, at, size, leaseCheck)) {
                best = key;
            }
        }
        for (Neighbour neighbour : heights.neighbours()) {
            Keys entry = neighbour.entry;
            for (int i = 0; i < entry.size(); i++) {
                Key key = entry.get(i);
                if (best != null && !key.isBefore(best) && !isOtherWay(at, key, best, via)) {
                    break;
                }
                if (isServable(key, at, size, leaseCheck)) {
                    best = key;
                    via = neighbour;
                    break;
                }
            }
        }
        return best == null ? null : new Front(best, via);
    }

    /** A request that does not wait, may be answered and has no grant yet; null if there is none. */
    @Nullable
    Key bestTry(Anchor at, TokenLeaseCheck leaseCheck) {
        Key best = null;
        int local = clients.hasTries() ? clients.waiting() : 0;
        for (int i = 0; i < local && best == null; i++) {
            best = asTry(clients.key(i), at, leaseCheck);
        }
        for (Neighbour neighbour : heights.neighbours()) {
            int tries = neighbour.entry.hasTries() ? neighbour.entry.size() : 0;
            for (int i = 0; i < tries && best == null; i++) {
                best = asTry(neighbour.entry.get(i), at, leaseCheck);
            }
        }
        return best;
    }

    private static @Nullable Key asTry(Key key, Anchor at, TokenLeaseCheck leaseCheck) {
        return key.once() && isServable(key, at, Integer.MAX_VALUE, leaseCheck) ? key : null;
    }

    private static boolean isServable(Key key, Anchor at, int size, TokenLeaseCheck leaseCheck) {
        return key.permits() <= size && leaseCheck.mayGrantTo(key.node()) && !at.ledger.hasRequest(key, leaseCheck);
    }

    /** True if another request than this one has no grant yet. */
    boolean waitsBeside(Key front, Anchor at, TokenLeaseCheck leaseCheck) {
        int permits = at.ledger.permits();
        for (int i = 0; i < clients.waiting(); i++) {
            if (isAnother(clients.key(i), front) && isServable(clients.key(i), at, permits, leaseCheck)) {
                return true;
            }
        }
        for (Neighbour neighbour : heights.neighbours()) {
            for (int i = 0; i < neighbour.entry.size(); i++) {
                Key key = neighbour.entry.get(i);
                if (isAnother(key, front) && isServable(key, at, permits, leaseCheck)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isAnother(Key key, Key front) {
        return key.request() != front.request();
    }

    private static boolean isOtherWay(Anchor at, Key key, Key best, @Nullable Neighbour via) {
        return key.request() == best.request() && via != null && via.id == at.cameFrom;
    }

    /** The neighbour that gets the token if this node leaves; null if no neighbour stays and may have it. */
    @Nullable
    Neighbour heir(Anchor at, TokenLeaseCheck leaseCheck) {
        Front front = front(at, at.ledger.permits(), leaseCheck);
        Neighbour via = front == null ? null : front.via();
        return via != null && leaseCheck.mayMoveTo(via.id) ? via : heights.anyNeighbour(leaseCheck);
    }

    /** True if all waiting requests known here were registered by this neighbour. */
    boolean isAllVia(Neighbour via) {
        if (clients.isAnyWaiting()) {
            return false;
        }
        for (Neighbour neighbour : heights.neighbours()) {
            if (neighbour != via && !neighbour.entry.isEmpty()) {
                return false;
            }
        }
        return true;
    }
}
