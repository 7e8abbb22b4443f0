package io.meshlock.protocol.recovery;

import io.meshlock.protocol.recovery.Heartbeat.Ack;
import io.meshlock.protocol.token.LeasedGrant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The renewals that heartbeats have still to tell, one per grantee. A heartbeat goes round the whole mesh, so it tells a
 * few: those whose leases end first. Each is told at least twice, since heartbeats get lost, and up to four times while
 * there is room. A grantee that hears none of them asks again.
 */
final class Acknowledgements {

    /** How often each is told before it makes room for others. */
    private static final int LEAST_TOLD = 2;

    /** How often each is told at most. */
    private static final int MOST_TOLD = 4;

    /** @param ends when the first of the grantee's leases would have ended, roughly */
    private record Pending(Ack ack, long ends, int told) {}

    private final List<Pending> all = new ArrayList<>();

    void clear() {
        all.clear();
    }

    /** A node's peer state renewed these of its grants. */
    void note(PeerState peerState, List<Long> renewed, long now) {
        all.removeIf(pending -> pending.ack.node() == peerState.node());
        if (renewed.isEmpty()) {
            return;
        }
        long left = Long.MAX_VALUE;
        for (LeasedGrant grant : peerState.held()) {
            left = Math.min(left, grant.remaining());
        }
        long ends = now + Math.max(0, left);
        all.add(new Pending(new Ack(peerState.node(), peerState.at(), renewed), ends, 0));
    }

    /** What the next heartbeat tells; grants that are over are left out. */
    List<Ack> tell(int most, LedgerLeases leases) {
        all.removeIf(pending -> pending.ack.renewed().stream().noneMatch(leases::has));
        if (all.isEmpty()) {
            return List.of();
        }
        all.sort(Comparator.<Pending>comparingInt(pending -> Math.min(pending.told, LEAST_TOLD))
                .thenComparingLong(Pending::ends)
                .thenComparingInt(pending -> pending.ack.node()));
        int count = Math.min(most, all.size());
        List<Ack> told = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Pending pending = all.get(i);
            told.add(pending.ack);
            all.set(i, new Pending(pending.ack, pending.ends, pending.told + 1));
        }
        all.removeIf(pending -> pending.told >= MOST_TOLD);
        return told;
    }
}
