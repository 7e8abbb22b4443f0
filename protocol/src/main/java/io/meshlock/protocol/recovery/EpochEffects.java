package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.recovery.RecoveryMessage.Enclosed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The effects that the wrapped algorithm sees. Encloses its messages with their epoch, and the token with a hand-off.
 * Stores changed durable state before any other effect leaves.
 */
final class EpochEffects implements Effects {

    private final NodeContext context;

    /** The driver's effects during the present input. */
    private @Nullable Effects driver;

    /** The epoch of the messages that the algorithm sends. */
    private Epoch epoch = Epoch.NONE;

    /** The local grant that was admitted last and is about to be given to its client. */
    private LocalGrants.@Nullable Leased admitted;

    /** The algorithm said that the node may leave. */
    private boolean dispensable;

    EpochEffects(NodeContext context) {
        this.context = context;
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

    /** False if this node has promised a newer epoch than the algorithm's: nothing of the old one may happen any more. */
    boolean isCurrent() {
        return epoch.equals(context.acceptor.promised());
    }

    void admit(LocalGrants.Leased grant) {
        admitted = grant;
    }

    /** The driver's effects, after changed durable state was stored. */
    private Effects kept() {
        Effects sink = driver;
        if (sink == null) {
            throw new IllegalStateException("no input is being handled");
        }
        if (context.acceptor.isUnkept()) {
            sink.keep(context.acceptor.durable());
        }
        return sink;
    }

    // ---- messages of recovery itself ----

    void sendPlain(int to, RecoveryMessage message) {
        kept().send(to, message);
    }

    // ---- effects of the algorithm ----

    @Override
    public void send(int to, Message message) {
        TokenHandoff handoff = message.tokens() > 0
                ? context.holderLease.depart(
                        context.peers.find(to), context.acceptor.view(), context.sizeChange.inForce(), context.now)
                : null;
        if (handoff != null) {
            Check.invariant(
                    handoff.ledger().size() == message.ledgerSize(), "a token travels with the leases of its grants");
            context.wayToHolder = to;
        }
        if (isCurrent()) {
            kept().send(to, new Enclosed(epoch, message, handoff, readings(message)));
        }
    }

    private List<ClockReading> readings(Message message) {
        Keys registered = message.registers();
        return registered == null || registered.isEmpty()
                ? List.of()
                : context.readings.with(registered, context.ownReading(), context.now);
    }

    @Override
    public void granted(PermitGrant grant) {
        LocalGrants.Leased leased = admitted;
        if (leased == null || leased.number() != grant.number()) {
            throw new IllegalStateException("grant " + grant.number() + " was not admitted");
        }
        admitted = null;
        Check.invariant(leased.until() > context.now, "a grant is given before its lease is over");
        Check.invariant(context.holderLease.outlives(leased.number(), leased.until()), "the ledger outlives the lease");
        context.own.add(leased);
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

    /** The algorithm can do without this node. The view may still need it. */
    @Override
    public void mayLeave() {
        dispensable = true;
    }

    /** The view can do without this node, too. */
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

    /** The node's disk was put back to an earlier state. */
    @Override
    public void forgot() {
        kept().forgot();
    }

    @Override
    public void heardOfLaterSelf() {
        kept().heardOfLaterSelf();
    }

    @Override
    public void waiting(long request, Key key) {
        kept().waiting(request, key);
    }

    @Override
    public void decided(long number, Key key) {
        Check.invariant(context.isValid(), "only a valid token grants");
        context.holderLease.enter(number, context.now);
        kept().decided(number, key);
    }

    @Override
    public void tokens(int held) {
        kept().tokens(held);
    }
}
