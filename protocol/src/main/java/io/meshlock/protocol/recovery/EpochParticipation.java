package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.recovery.Peers.Peer;
import io.meshlock.protocol.recovery.RecoveryMessage.Enclosed;
import io.meshlock.protocol.recovery.RecoveryMessage.Join;
import io.meshlock.protocol.token.FencingToken;
import io.meshlock.protocol.token.LeasedGrant;
import io.meshlock.protocol.token.TokenAlgorithm;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * This node's participation in an epoch: the wrapped algorithm and the neighbours that are in the same epoch. The
 * algorithms of two neighbours are linked once each has sent JOIN for the epoch. When a neighbour goes on to another
 * epoch, the algorithm sees its link go down.
 */
final class EpochParticipation {

    private final NodeContext context;
    private final EpochEffects out;
    private final Peers peers;
    private TokenAlgorithm algorithm;

    /** The epoch that the algorithm works in; {@link Epoch#NONE} while it waits to be admitted. */
    private Epoch epoch;

    EpochParticipation(
            NodeContext context, EpochEffects out, TokenAlgorithm algorithm, Epoch epoch, int[] linkedFromTheStart) {
        this.context = context;
        this.out = out;
        this.peers = context.peers;
        this.algorithm = algorithm;
        this.epoch = epoch;
        out.setEpoch(epoch);
        boolean joins = !epoch.equals(Epoch.NONE);
        for (int peer : linkedFromTheStart) {
            peers.add(new Peer(peer, epoch, joins));
        }
    }

    TokenAlgorithm algorithm() {
        return algorithm;
    }

    Epoch epoch() {
        return epoch;
    }

    boolean isTakingPart() {
        return !epoch.equals(Epoch.NONE) && epoch.equals(context.acceptor.promised());
    }

    boolean hasPeers() {
        return !peers.isEmpty();
    }

    List<Integer> peers() {
        return peers.all().stream().map(peer -> peer.id).toList();
    }

    // ---- links ----

    void linkUp(int id) {
        linkDown(id); // a driver that missed the end of a link shows its next beginning
        peers.add(new Peer(id, Epoch.NONE, false));
        if (isTakingPart()) {
            join(id);
        }
    }

    private void join(int peer) {
        out.sendPlain(peer, new Join(epoch, context.acceptor.incarnation()));
    }

    void linkDown(int id) {
        Peer peer = peers.find(id);
        if (peer != null) {
            peers.remove(peer);
            if (peer.linked) {
                algorithm.linkDown(context.now, id, out);
            }
        }
    }

    /** A neighbour joins an epoch. */
    void hear(int from, Join join) {
        Peer peer = peers.find(from);
        if (peer == null) {
            return;
        }
        if (peer.linked) {
            peer.linked = false;
            algorithm.linkDown(context.now, from, out);
        }
        peer.join(join.epoch(), join.incarnation());
        link(peer);
    }

    private void link(Peer peer) {
        if (!peer.linked && isTakingPart() && peer.joined.equals(epoch)) {
            peer.linked = true;
            algorithm.linkUp(context.now, peer.id, out);
        }
    }

    // ---- messages of the algorithm ----

    /** Hands a message to the algorithm if it belongs to the epoch that both ends joined. */
    void receive(int from, Enclosed enclosed) {
        Peer peer = peers.find(from);
        if (peer == null || !peer.linked || !isTakingPart() || !enclosed.epoch().equals(epoch)) {
            return;
        }
        for (int i = 0; i < enclosed.readings().size(); i++) {
            context.readings.hear(enclosed.readings().get(i), context.now);
        }
        TokenHandoff handoff = enclosed.handoff();
        if ((handoff != null) != (enclosed.message().tokens() > 0)) {
            return;
        }
        if (handoff == null) {
            algorithm.receive(context.now, from, enclosed.message(), out);
        } else if (handoff.incarnation() == context.acceptor.incarnation()) {
            algorithm.receive(context.now, from, enclosed.message(), out);
            if (algorithm.hasToken()) {
                accept(handoff);
            }
        }
    }

    /** The holder lease begins here. Until now the algorithm was not allowed to grant with the token that it took. */
    private void accept(TokenHandoff handoff) {
        context.holderLease.arrive(epoch, handoff, context.now);
        forgetReturned(handoff);
        context.acceptor.hold(epoch, handoff.view(), context.now);
        keepBack();
        resize(handoff.size());
        algorithm.serve(out);
    }

    /**
     * A grant that this node gave back while the token was on its way is not in the ledger any more when the leases
     * arrive. Otherwise the token would go on with the lease of no grant, which neighbours take for malformed.
     */
    private void forgetReturned(TokenHandoff handoff) {
        if (handoff.ledger().isEmpty()) {
            return; // as mostly, when the token moves
        }
        List<LeasedGrant> ledger = algorithm.ledger();
        int at = 0;
        for (TokenHandoff.Remaining each : handoff.ledger()) { // both by ascending number
            if (at < ledger.size() && ledger.get(at).number() == each.number()) {
                at++;
            } else {
                context.holderLease.leases().remove(each.number());
            }
        }
    }

    /** Takes back a token that could not be delivered. */
    void resume() {
        if (algorithm.hasToken() && !context.holderLease.isHere()) {
            Check.invariant(context.holderLease.epoch().equals(epoch), "a token came back that was never here");
            context.holderLease.resume();
            keepBack();
            algorithm.serve(out);
        }
    }

    /** This size is in force. */
    void resize(PoolSize size) {
        boolean changes = context.sizeChange.take(size);
        if (changes) {
            out.resized(size);
        }
        if (changes || algorithm.permits() != size.permits()) {
            algorithm.resize(size, out);
        }
    }

    private void keepBack() {
        algorithm.reserve(context.holderLease.leases().reservedSlots());
    }

    // ---- epochs ----

    /**
     * Follows the newest heartbeat: leaves an epoch that is over, and enters the present one at once. Nobody has to admit
     * a node: what it is granted is in the ledger, or reserved if the ledger is lost.
     */
    void follow() {
        Heartbeat newest = context.acceptor.newest();
        Epoch present = context.acceptor.promised();
        if (newest == null || !newest.epoch().equals(present) || epoch.equals(present)) {
            return;
        }
        if (!epoch.equals(Epoch.NONE)) {
            leave();
        }
        enter(present);
    }

    private void leave() {
        boolean hadToken = algorithm.hasToken();
        context.holderLease.end();
        algorithm = algorithm.afresh();
        for (Peer peer : peers.all()) {
            peer.linked = false;
        }
        epoch = Epoch.NONE;
        out.setEpoch(epoch);
        if (hadToken) {
            out.tokens(0);
        }
    }

    private void enter(Epoch present) {
        Check.invariant(epoch.equals(Epoch.NONE), "an epoch is entered after another was left");
        Check.invariant(present.equals(context.acceptor.promised()), "a node takes part in the epoch that it promised");
        epoch = present;
        out.setEpoch(epoch);
        for (Peer peer : peers.all()) {
            join(peer.id);
        }
        for (Peer peer : List.copyOf(peers.all())) {
            link(peer);
        }
    }

    /** Begins an epoch with a token that was made here. */
    void begin(Epoch made, TokenReconstruction reconstruction) {
        Check.invariant(made.equals(context.acceptor.promised()), "a token's maker has promised its epoch");
        leave();
        context.holderLease.begin(made, context.now);
        for (FrozenToken.Reserved each : reconstruction.reserved()) {
            context.holderLease.leases().reserve(each.slots(), context.now + each.remaining());
        }
        for (LeasedGrant grant : reconstruction.ledger()) {
            context.holderLease.leases().set(grant.number(), context.now + grant.remaining());
        }
        context.acceptor.hold(made, reconstruction.view(), context.now);
        out.recovered(made, reconstruction.how());
        Slots slots = context.holderLease.leases().reservedSlots();
        algorithm.makeToken(reconstruction.ledger(), slots, FencingToken.of(made.round(), reconstruction.count() + 1));
        out.tokens(1);
        enter(made);
    }

    /** The token here as data for a new one; null if there is none. */
    @Nullable
    FrozenToken frozenToken() {
        if (!context.holderLease.isHere()) {
            return null;
        }
        LedgerLeases leases = context.holderLease.leases();
        List<LeasedGrant> ledger = new ArrayList<>();
        for (LeasedGrant grant : algorithm.ledger()) {
            long remaining = leases.remaining(grant.number(), context.now);
            ledger.add(new LeasedGrant(grant.number(), grant.key(), grant.incarnation(), grant.slots(), remaining));
        }
        return new FrozenToken(context.holderLease.epoch(), ledger, leases.reserved(context.now));
    }

    @Override
    public String toString() {
        return algorithm.describe();
    }
}
