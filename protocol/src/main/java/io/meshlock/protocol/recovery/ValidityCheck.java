package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.token.TokenLeaseCheck;

/** The token lease check of a pool with recovery: only a valid token grants and moves, and every grant has a lease. */
final class ValidityCheck implements TokenLeaseCheck {

    private final NodeContext context;
    private final EpochEffects out;

    ValidityCheck(NodeContext context, EpochEffects out) {
        this.context = context;
        this.out = out;
    }

    @Override
    public boolean mayGrant() {
        return context.isValid();
    }

    @Override
    public boolean mayGrantTo(int node) {
        return clockOf(node) != UNKNOWN;
    }

    @Override
    public boolean mayMoveTo(int neighbour) {
        return context.isValid() && mayGrow() && context.listedIncarnation(neighbour) >= 0;
    }

    @Override
    public boolean mayGrow() {
        return context.holderLease.isHere() && !context.holderLease.leases().hasReservations();
    }

    @Override
    public boolean setsSize() {
        return true;
    }

    @Override
    public long clockOf(int node) {
        long incarnation = context.listedIncarnation(node);
        if (node == context.node) {
            return incarnation == context.acceptor.incarnation() ? context.now : UNKNOWN;
        }
        return incarnation < 0 ? UNKNOWN : context.table.clockOf(node, incarnation, context.now);
    }

    @Override
    public boolean admits(long number, Key key, Slots slots, long since) {
        long until = since == UNKNOWN ? UNKNOWN : since + context.settings.lease();
        if (until <= context.now) {
            return false;
        }
        out.admit(new LocalGrants.Leased(number, key, slots, until));
        return true;
    }

    @Override
    public void returned(long number) {
        context.holderLease.leases().remove(number);
    }
}
