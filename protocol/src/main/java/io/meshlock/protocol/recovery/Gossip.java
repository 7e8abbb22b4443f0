package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * This node's row, and when beacons go out: news within b of the last beacon, urgent news within b/4, silence if there is
 * nothing new.
 */
final class Gossip {

    private final Self self;
    private final Attendance attendance;
    private final Candidacy candidacy;
    private final Outlet out;
    private @Nullable Row own;
    private long serial;
    private long lastSent = Tenure.NEVER;
    private long due = Long.MAX_VALUE;

    /** Somebody asked for a fresh row. */
    private boolean asked;

    Gossip(Self self, Attendance attendance, Candidacy candidacy, Outlet out) {
        this.self = self;
        this.attendance = attendance;
        this.candidacy = candidacy;
        this.out = out;
    }

    /** When the next beacon is due; {@link Long#MAX_VALUE} if there is no news. */
    long due() {
        return due;
    }

    long lastSent() {
        return lastSent;
    }

    /** There is something to tell. */
    void news(boolean urgent) {
        long gap = urgent ? self.settings.pause() : self.settings.beacon();
        due = Math.min(due, Math.max(self.now, lastSent + gap));
    }

    void answer() {
        asked = true;
        news(true);
    }

    /** Tells others if this node's row is not what they were told. */
    void announceChanges(boolean urgent) {
        if (isRowOutdated()) {
            news(urgent);
        }
    }

    /** Sends a beacon if it is time; with a fresh row if this node is interested in the pool, or has news of itself. */
    void flush(boolean interested) {
        if (self.now < due) {
            return;
        }
        Check.invariant(self.now - lastSent >= self.settings.pause(), "one beacon per b/4, however urgent");
        due = Long.MAX_VALUE;
        lastSent = self.now;
        if (!attendance.hasPeers()) {
            return;
        }
        Beacon beacon = beacon(interested);
        for (int peer : attendance.peers()) {
            out.sendPlain(peer, beacon);
        }
    }

    /** A new neighbour hears all there is. */
    void greet(int peer) {
        out.sendPlain(peer, beacon(false));
    }

    private Beacon beacon(boolean fresh) {
        Row told = own;
        boolean stale = told != null && fresh && self.now - told.at() >= self.settings.beacon();
        Row row = told == null || stale || asked || isRowOutdated() ? write() : told;
        asked = false;
        List<Row> rows = new ArrayList<>();
        boolean placed = false;
        for (Table.Known known : self.table.all()) {
            if (!placed && known.row().node() > self.node) {
                rows.add(row);
                placed = true;
            }
            rows.add(known.row());
        }
        if (!placed) {
            rows.add(row);
        }
        return new Beacon(self.pledge.newest(), rows);
    }

    /** Writes this node's row anew. */
    Row write() {
        Row row = rowNow(++serial);
        own = row;
        return row;
    }

    private Row rowNow(long number) {
        Pledge pledge = self.pledge;
        return new Row(
                self.node,
                pledge.life(),
                number,
                self.now,
                pledge.promised(),
                pledge.seen(),
                pledge.echo(),
                pledge.isGuarded(self.now),
                pledge.isUnknown(self.now),
                candidacy.isSuspicious(),
                !self.isCounted(),
                self.own.list(self.now),
                self.farewells,
                self.sizing.wish(),
                candidacy.proposal(),
                pledge.report());
    }

    private boolean isRowOutdated() {
        Row told = own;
        if (told == null) {
            return true;
        }
        Pledge pledge = self.pledge;
        return !told.promised().equals(pledge.promised())
                || !told.seen().equals(pledge.seen())
                || told.echo() != pledge.echo()
                || told.guarded() != pledge.isGuarded(self.now)
                || told.held().size() != self.own.size()
                || told.asks() != candidacy.isSuspicious()
                || told.outsider() == self.isCounted()
                || !told.farewells().equals(self.farewells)
                || !Objects.equals(told.wish(), self.sizing.wish())
                || !Objects.equals(told.proposal(), candidacy.proposal())
                || !Objects.equals(told.report(), pledge.report());
    }

    /** True if the sender of this beacon does not know something that is known here. */
    boolean owes(Beacon beacon) {
        Stamp newest = self.pledge.newest();
        Stamp theirs = beacon.stamp();
        if (newest != null && (theirs == null || newest.isNewerThan(theirs))) {
            return true;
        }
        int at = 0;
        for (Table.Known known : self.table.all()) {
            while (at < beacon.rows().size()
                    && beacon.rows().get(at).node() < known.row().node()) {
                at++;
            }
            boolean listed = at < beacon.rows().size()
                    && beacon.rows().get(at).node() == known.row().node();
            if (!listed || known.row().isNewerThan(beacon.rows().get(at))) {
                return true;
            }
        }
        return own != null && knowsOlder(beacon, own);
    }

    private static boolean knowsOlder(Beacon beacon, Row own) {
        for (Row row : beacon.rows()) {
            if (row.node() == own.node()) {
                return own.isNewerThan(row);
            }
        }
        return true;
    }
}
