package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.token.Gate;

/** What the ward may do with the token: only a valid one grants and moves, and every grant has a lease. */
final class ValidityGate implements Gate {

    private final Self self;
    private final Outlet out;

    ValidityGate(Self self, Outlet out) {
        this.self = self;
        this.out = out;
    }

    @Override
    public boolean mayGrant() {
        return self.isValid();
    }

    @Override
    public boolean mayGrantTo(int node) {
        return clockOf(node) != UNKNOWN;
    }

    @Override
    public boolean mayMoveTo(int neighbour) {
        return self.isValid() && mayGrow() && self.listedLife(neighbour) >= 0;
    }

    @Override
    public boolean mayGrow() {
        return self.tenure.isHere() && !self.tenure.leases().hasReservations();
    }

    @Override
    public boolean setsSize() {
        return true;
    }

    @Override
    public long clockOf(int node) {
        long life = self.listedLife(node);
        if (node == self.node) {
            return life == self.pledge.life() ? self.now : UNKNOWN;
        }
        return life < 0 ? UNKNOWN : self.table.clockOf(node, life, self.now);
    }

    @Override
    public boolean admits(long number, Key key, Slots slots, long since) {
        long until = since == UNKNOWN ? UNKNOWN : since + self.settings.lease();
        if (until <= self.now) {
            return false;
        }
        out.admit(new OwnGrants.Leased(number, key, slots, until));
        return true;
    }

    @Override
    public void returned(long number) {
        self.tenure.leases().remove(number);
    }
}
