package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.token.TokenLeaseCheck;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The neighbours whose links are up, by ascending number. */
final class Peers {

    /** A neighbour, the epoch that it joined, and in which incarnation. */
    static final class Peer {
        final int id;
        Epoch joined;
        long incarnation;

        /** The neighbour's clock in its newest beacon, and when that arrived. */
        long at = TokenLeaseCheck.UNKNOWN;

        long heard;

        /** The algorithms at both ends take part in the same epoch and see a link. */
        boolean linked;

        Peer(int id, Epoch joined, boolean linked) {
            this.id = id;
            this.joined = joined;
            this.linked = linked;
        }

        /** A beacon of the neighbour arrived; it may have been overtaken by others. */
        void hear(long theirIncarnation, long theirTime, long now) {
            if (theirIncarnation == incarnation && theirTime > at) {
                at = theirTime;
                heard = now;
            }
        }

        /** The neighbour takes part in this epoch, in this incarnation. */
        void join(Epoch epoch, long theirIncarnation) {
            joined = epoch;
            if (theirIncarnation != incarnation) {
                incarnation = theirIncarnation;
                at = TokenLeaseCheck.UNKNOWN;
            }
        }
    }

    private final List<Peer> all = new ArrayList<>();

    /** All neighbours. Callers must not change the list. */
    List<Peer> all() {
        return all;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    void add(Peer peer) {
        all.add(-indexOf(peer.id) - 1, peer);
    }

    void remove(Peer peer) {
        all.remove(indexOf(peer.id));
    }

    @Nullable
    Peer find(int id) {
        int at = indexOf(id);
        return at < 0 ? null : all.get(at);
    }

    private int indexOf(int id) {
        int low = 0;
        int high = all.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int found = all.get(middle).id;
            if (found == id) {
                return middle;
            }
            if (found < id) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -low - 1;
    }
}
