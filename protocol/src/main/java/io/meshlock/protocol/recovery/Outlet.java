package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Grant;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.recovery.RecoveryMessage.Enclosed;
import org.jspecify.annotations.Nullable;

/**
 * Where all effects pass on their way out. What the ward sends is put into an envelope with its epoch, and with a passport if
 * the token goes; what must not be forgotten is kept before anything else leaves.
 */
final class Outlet implements Effects {

    private final Self self;

    /** The driver's sink during the present input. */
    private @Nullable Effects driver;

    /** The epoch of what the ward sends. */
    private Epoch epoch = Epoch.NONE;

    /** The local grant that was admitted last, which is about to be given to its client. */
    private OwnGrants.@Nullable Leased admitted;

    /** The ward said that the node may leave. */
    private boolean dispensable;

    Outlet(Self self) {
        this.self = self;
    }

    void open(Effects sink) {
        driver = sink;
    }

    void close() {
        kept();
        driver = null;
    }

    void setEpoch(Epoch value) {
        epoch = value;
    }

    void admit(OwnGrants.Leased grant) {
        admitted = grant;
    }

    /** The driver's sink, once everything durable is kept. */
    private Effects kept() {
        Effects sink = driver;
        if (sink == null) {
            throw new IllegalStateException("no input is being handled");
        }
        if (self.pledge.isUnkept()) {
            sink.keep(self.pledge.durable());
        }
        return sink;
    }

    // ---- what recovery itself sends ----

    void sendPlain(int to, RecoveryMessage message) {
        kept().send(to, message);
    }

    // ---- what the ward does ----

    @Override
    public void send(int to, Message message) {
        Passport passport = message.tokens() > 0
                ? self.tenure.depart(to, self.pledge, self.sizing.inForce(), self.table, self.now)
                : null;
        if (epoch.equals(self.pledge.promised())) {
            kept().send(to, new Enclosed(epoch, message, passport));
        }
    }

    @Override
    public void granted(Grant grant) {
        OwnGrants.Leased leased = admitted;
        if (leased == null || leased.number() != grant.number()) {
            throw new IllegalStateException("grant " + grant.number() + " was not admitted");
        }
        admitted = null;
        Check.invariant(leased.until() > self.now, "a grant is given before its lease is over");
        Check.invariant(self.tenure.outlives(leased.number(), leased.until()), "the ledger outlives the lease");
        self.own.add(leased);
        kept().granted(grant);
        kept().leased(grant.number(), leased.until());
    }

    @Override
    public void leased(long grant, long validUntil) {
        kept().leased(grant, validUntil);
    }

    @Override
    public void lost(long grant) {
        kept().lost(grant);
    }

    @Override
    public void rejected(long request, Rejection why) {
        kept().rejected(request, why);
    }

    @Override
    public void withdrawn(long request) {
        kept().withdrawn(request);
    }

    @Override
    public void setTimer(int timer, long delay) {
        kept().setTimer(timer, delay);
    }

    /** The algorithm can do without this node; whether the pool can is another question. */
    @Override
    public void mayLeave() {
        dispensable = true;
    }

    /** The pool can do without this node, too. */
    void sayMayLeave() {
        dispensable = false;
        kept().mayLeave();
    }

    boolean isDispensable() {
        return dispensable;
    }

    @Override
    public void resized(PoolSize size) {
        kept().resized(size);
    }

    @Override
    public void recovered(Epoch made, String how) {
        kept().recovered(made, how);
    }

    @Override
    public void waiting(long request, Key key) {
        kept().waiting(request, key);
    }

    @Override
    public void decided(long number, Key key) {
        Check.invariant(self.isValid(), "only a valid token grants");
        self.tenure.enter(number, self.now);
        kept().decided(number, key);
    }

    @Override
    public void tokens(int held) {
        kept().tokens(held);
    }
}
