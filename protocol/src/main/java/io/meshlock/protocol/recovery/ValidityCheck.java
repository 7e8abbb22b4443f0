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
        return node == context.node || context.readings.has(node);
    }

    @Override
    public boolean mayMoveTo(int neighbour) {
        Peers.Peer peer = context.peers.find(neighbour);
        return context.isValid() && mayGrow() && peer != null && peer.linked;
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
    public Reading readingOf(int node) {
        ClockReading known = node == context.node ? context.ownReading() : context.readings.of(node, context.now);
        return known == null ? new Reading(-1, UNKNOWN) : new Reading(known.incarnation(), known.at());
    }

    @Override
    public long incarnation() {
        return context.acceptor.incarnation();
    }

    @Override
    public long incarnationOf(int neighbour) {
        Peers.Peer peer = context.peers.find(neighbour);
        return peer == null ? -1 : peer.incarnation;
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
    public boolean mayPassOn() {
        return out.isCurrent();
    }

    @Override
    public void returned(long number) {
        context.holderLease.leases().remove(number);
    }

    @Override
    public boolean isTimed() {
        return true;
    }

    @Override
    public boolean isInForce(long number) {
        return context.holderLease.leases().has(number);
    }

    @Override
    public void lapse(long number) {
        context.holderLease.leases().lapse(number);
    }

    @Override
    public long remaining(long number) {
        return context.holderLease.leases().remaining(number, context.now);
    }

    /** A quarter of a lease, and half a lease has to be left. Grants that are kept for longer than a lease have no heirs. */
    @Override
    public long promiseTime(long span) {
        long lease = context.settings.lease();
        boolean isKept = span > context.settings.ledgerLease();
        return isKept ? 0 : Math.min(lease / 4, context.settings.drift().atLeast(span) - lease / 2);
    }

    @Override
    public Reading promised(int node, long span) {
        Reading present = readingOf(node);
        long lease = context.settings.lease();
        long missing = Math.max(0, lease - context.settings.drift().atLeast(span));
        return new Reading(present.incarnation(), present.at() - missing);
    }

    @Override
    public void promise(long number, long span) {
        context.holderLease.promise(number, context.now + span);
    }

    @Override
    public void keep(long number, long time) {
        LedgerLeases leases = context.holderLease.leases();
        if (leases.has(number)) {
            leases.renew(number, context.now + context.settings.drift().atMost(time));
        }
    }
}
