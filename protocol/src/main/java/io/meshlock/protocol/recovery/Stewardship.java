package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Life;
import io.meshlock.protocol.Member;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.View;
import io.meshlock.protocol.token.FencingNumber;
import io.meshlock.protocol.token.Holding;
import java.util.ArrayList;
import java.util.List;

/** What the holder of the active token does for the pool: evidence, members, renewals. */
final class Stewardship {

    private static final int NOBODY = -1;

    private final Self self;
    private final Attendance attendance;
    private final Candidacy candidacy;

    Stewardship(Self self, Attendance attendance, Candidacy candidacy) {
        this.self = self;
        this.attendance = attendance;
        this.candidacy = candidacy;
    }

    // ---- evidence ----

    /** True while evidence has to go round; a pool that nobody uses falls silent. */
    boolean isNeeded() {
        return attendance.ward().isWanted()
                || self.tenure.isInUse(self.now)
                || !self.tenure.isCommitted()
                || isAnybodyNew()
                || wishedSize().isNewerThan(self.pledge.view().size())
                || !self.farewells.isEmpty();
    }

    private boolean isAnybodyNew() {
        for (Table.Known known : self.table.all()) {
            Row row = known.row();
            boolean listed = self.listedLife(row.node()) == row.life();
            if ((!listed || !row.farewells().isEmpty()) && self.isFresh(known) && !isLeaving(row)) {
                return true;
            }
        }
        return false;
    }

    private boolean isLeaving(Row row) {
        return self.pledge.view().member(row.node()) == null && row.farewells().contains(row.node());
    }

    /** The holder waits for echoes. */
    boolean isUrgent() {
        return !self.tenure.isCommitted()
                || (!self.tenure.isValid(self.now) && attendance.ward().isWanted());
    }

    /** When the next stamp is due; {@link Long#MAX_VALUE} if none is. */
    long stampDue() {
        if (!self.isActive() || !isNeeded()) {
            return Long.MAX_VALUE;
        }
        long gap = isUrgent() ? 2 * self.settings.pause() : self.settings.beacon();
        return self.tenure.lastStamp() + gap;
    }

    /** Makes evidence. */
    Stamp stamp() {
        return self.tenure.stamp(self.pledge.view(), isUrgent(), self.now);
    }

    /** Looks what others have echoed; true if the view has just become committed. Its size is in force then. */
    boolean judge() {
        boolean before = self.tenure.isCommitted();
        self.tenure.judge(self.node, self.pledge.view(), self.table);
        boolean committed = !before && self.tenure.isCommitted();
        if (committed) {
            candidacy.calm();
            attendance.resize(self.pledge.view().size());
        }
        return committed;
    }

    // ---- members ----

    /**
     * Adds or removes somebody, changes the size, or begins a new epoch for whoever lost its memory; true if a stamp has to
     * tell. One thing at a time, so that a view differs from the one before it in little.
     */
    boolean changeView() {
        if (candidacy.proposal() != null) {
            return false;
        }
        int gone = someoneGone();
        if (gone != NOBODY || isAnybodyReborn() || candidacy.isItsTurn(isOvertaken())) {
            candidacy.renewEpoch(gone);
            return false;
        }
        return isStable() && (changeSize() || addNewcomer());
    }

    private boolean changeSize() {
        View view = self.pledge.view();
        PoolSize wished = wishedSize();
        if (!wished.isNewerThan(view.size())) {
            return false;
        }
        tell(view.next(view.members(), wished));
        return true;
    }

    private PoolSize wishedSize() {
        return self.sizing.newest(self.pledge.view(), self.table);
    }

    private void tell(View changed) {
        self.tenure.changeView();
        self.pledge.hold(self.tenure.epoch(), changed, self.now);
    }

    private boolean isStable() {
        return self.isValid() && self.tenure.isCommitted();
    }

    /** Somebody came back without its memory: it cannot take part in this epoch. */
    private boolean isAnybodyReborn() {
        if (!self.isValid()) {
            return false;
        }
        for (Table.Known known : self.table.all()) {
            Row row = known.row();
            boolean reborn = self.isFresh(known)
                    && self.pledge.view().counts(row.node(), row.life())
                    && row.life() > self.listedLife(row.node())
                    && isThere(row);
            if (reborn) {
                return true;
            }
        }
        return false;
    }

    /** Somebody promised a newer epoch: it cannot take part in this one any more. */
    private boolean isOvertaken() {
        for (Table.Known known : self.table.all()) {
            if (self.isFresh(known) && known.row().promised().isAfter(self.tenure.epoch())) {
                return true;
            }
        }
        return false;
    }

    /** A row that echoes a stamp of late was written of late. */
    private boolean isThere(Row row) {
        return row.seen().equals(self.tenure.epoch()) && self.tenure.isRecent(row.echo());
    }

    /** A member that left, was forgotten or lost its disk, and that cannot hold anything; or nobody. */
    private int someoneGone() {
        if (!isStable() || self.tenure.leases().hasReservations()) {
            return NOBODY;
        }
        for (int gone : self.farewells) {
            if (isRemovable(gone)) {
                return gone;
            }
        }
        for (Table.Known known : self.table.all()) {
            Row row = known.row();
            long listed = self.listedLife(row.node());
            boolean otherDisk = row.life() > listed && !Life.sameDisk(row.life(), listed) && isThere(row);
            if (otherDisk && isRemovable(row.node())) {
                return row.node();
            }
            for (int gone : row.farewells()) {
                if (self.isFresh(known) && isRemovable(gone)) {
                    return gone;
                }
            }
        }
        return NOBODY;
    }

    private boolean isRemovable(int node) {
        return node != self.node && self.pledge.view().member(node) != null && !isInLedger(node);
    }

    private boolean isInLedger(int node) {
        return attendance.ward().ledger().stream().anyMatch(grant -> grant.key().node() == node);
    }

    private boolean addNewcomer() {
        for (Table.Known known : self.table.all()) {
            Row row = known.row();
            View view = self.pledge.view();
            boolean welcome = view.member(row.node()) == null
                    && row.promised().equals(self.tenure.epoch())
                    && isThere(row)
                    && !row.farewells().contains(row.node());
            if (welcome) {
                List<Member> members = new ArrayList<>(view.members());
                members.removeIf(member -> member.node() > row.node());
                members.add(new Member(row.node(), row.life()));
                view.members().stream()
                        .filter(member -> member.node() > row.node())
                        .forEach(members::add);
                tell(view.next(members, view.size()));
                return true;
            }
        }
        return false;
    }

    // ---- leases ----

    /** A member says what it holds: that is renewed, and what it should have and does not is struck off. */
    void renew(Row row) {
        if (self.listedLife(row.node()) != row.life()) {
            return;
        }
        if (self.isValid()) {
            List<Long> renewed = new ArrayList<>(row.held().size());
            for (Holding grant : row.held()) {
                if (self.tenure.leases().has(grant.number()) || adopt(row, grant)) {
                    self.tenure.leases().set(grant.number(), self.now + self.settings.ledgerLease());
                    renewed.add(grant.number());
                }
            }
            self.tenure.acknowledge(row, renewed);
        }
        strikeDenied(row);
    }

    /**
     * A grant of an earlier token, made to a member that did not report it: its slots are reserved. Its row was written in this
     * epoch, when no earlier token could grant any more, so nobody else has these slots.
     */
    private boolean adopt(Row row, Holding grant) {
        Leases leases = self.tenure.leases();
        boolean earlier =
                FencingNumber.round(grant.number()) < self.tenure.epoch().round();
        boolean inForce = grant.remaining() > 0 && grant.key().node() == row.node();
        if (!earlier || !inForce || !row.seen().equals(self.tenure.epoch())) {
            return false;
        }
        for (int i = 0; i < grant.slots().count(); i++) {
            if (!leases.isReserved(grant.slots().at(i))) {
                return false;
            }
        }
        for (int i = 0; i < grant.slots().count(); i++) {
            leases.unreserve(grant.slots().at(i));
            attendance.ward().unreserve(grant.slots().at(i));
        }
        attendance.ward().adopt(grant);
        return true;
    }

    /** Who has promised this epoch never takes a GRANT of an earlier one, and what it released in between was not heard. */
    private void strikeDenied(Row row) {
        if (row.unknown()
                || self.tenure.epoch().isAfter(row.promised())
                || !self.tenure.leases().hasNumberBelow(self.tenure.epoch())) {
            return;
        }
        for (Holding grant : attendance.ward().ledger()) {
            boolean earlier =
                    FencingNumber.round(grant.number()) < self.tenure.epoch().round();
            boolean denied = row.held().stream().noneMatch(held -> held.number() == grant.number());
            if (earlier && grant.key().node() == row.node() && denied) {
                attendance.ward().strike(grant.number());
            }
        }
    }
}
