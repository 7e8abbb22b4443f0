package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.View;
import io.meshlock.protocol.recovery.RecoveryMessage.Attend;
import io.meshlock.protocol.recovery.RecoveryMessage.Enclosed;
import io.meshlock.protocol.token.FencingNumber;
import io.meshlock.protocol.token.Holding;
import io.meshlock.protocol.token.Ward;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ward, the epoch that it works in, and the neighbours that work in it, too. Two neighbours' wards are linked once each
 * has said that it attends the epoch; whoever goes on to another epoch is, for those who stay, a link that died.
 */
final class Attendance {

    /** A neighbour, and the epoch that it said it attends. */
    private static final class Peer {
        final int id;
        Epoch attends;
        boolean linked;

        Peer(int id, Epoch attends, boolean linked) {
            this.id = id;
            this.attends = attends;
            this.linked = linked;
        }
    }

    private final Self self;
    private final Outlet out;
    private final List<Peer> peers = new ArrayList<>();
    private Ward ward;

    /** What the ward works in; {@link Epoch#NONE} while it waits to be let in. */
    private Epoch epoch;

    Attendance(Self self, Outlet out, Ward ward, Epoch epoch, int[] linkedFromTheStart) {
        this.self = self;
        this.out = out;
        this.ward = ward;
        this.epoch = epoch;
        out.setEpoch(epoch);
        boolean attends = !epoch.equals(Epoch.NONE);
        for (int peer : linkedFromTheStart) {
            peers.add(new Peer(peer, epoch, attends));
        }
    }

    Ward ward() {
        return ward;
    }

    Epoch epoch() {
        return epoch;
    }

    boolean isTakingPart() {
        return !epoch.equals(Epoch.NONE) && epoch.equals(self.pledge.promised());
    }

    boolean hasPeers() {
        return !peers.isEmpty();
    }

    List<Integer> peers() {
        return peers.stream().map(peer -> peer.id).toList();
    }

    // ---- links ----

    void linkUp(int id) {
        int at = 0;
        while (at < peers.size() && peers.get(at).id < id) {
            at++;
        }
        peers.add(at, new Peer(id, Epoch.NONE, false));
        if (isTakingPart()) {
            out.sendPlain(id, new Attend(epoch));
        }
    }

    void linkDown(int id) {
        Peer peer = find(id);
        if (peer != null) {
            peers.remove(peer);
            if (peer.linked) {
                ward.linkDown(self.now, id, out);
            }
        }
    }

    /** A neighbour says what it attends. */
    void hear(int from, Attend attend) {
        Peer peer = find(from);
        if (peer == null) {
            return;
        }
        peer.attends = attend.epoch();
        if (peer.linked) {
            peer.linked = false;
            ward.linkDown(self.now, from, out);
        }
        link(peer);
    }

    private void link(Peer peer) {
        if (!peer.linked && isTakingPart() && peer.attends.equals(epoch)) {
            peer.linked = true;
            ward.linkUp(self.now, peer.id, out);
        }
    }

    private @Nullable Peer find(int id) {
        for (Peer peer : peers) {
            if (peer.id == id) {
                return peer;
            }
        }
        return null;
    }

    // ---- messages of the ward ----

    /** Hands a message to the ward if it belongs to the epoch that both ends attend. */
    void receive(int from, Enclosed enclosed) {
        Peer peer = find(from);
        if (peer == null || !peer.linked || !isTakingPart() || !enclosed.epoch().equals(epoch)) {
            return;
        }
        Passport passport = enclosed.passport();
        if ((passport != null) != (enclosed.message().tokens() > 0)) {
            return;
        }
        if (passport == null) {
            ward.receive(self.now, from, enclosed.message(), out);
        } else if (passport.life() == self.pledge.life()) {
            ward.receive(self.now, from, enclosed.message(), out);
            if (ward.hasToken()) {
                accept(passport);
            }
        }
    }

    /** The gate was closed while the ward took the token, since the tenure had not begun. */
    private void accept(Passport passport) {
        self.tenure.arrive(epoch, passport, self.now);
        self.pledge.hold(epoch, passport.view(), self.now);
        keepBack();
        resize(passport.size());
        ward.serve(out);
    }

    /** A token that was sent away in vain is back. */
    void resume() {
        if (ward.hasToken() && !self.tenure.isHere()) {
            Check.invariant(self.tenure.epoch().equals(epoch), "a token came back that was never here");
            self.tenure.resume();
            keepBack();
            ward.serve(out);
        }
    }

    /** The pool is known to have this size. */
    void resize(PoolSize size) {
        boolean changes = self.sizing.take(size);
        if (changes) {
            out.resized(size);
        }
        if (changes || ward.permits() != size.permits()) {
            ward.resize(size, out);
        }
    }

    private void keepBack() {
        self.tenure.leases().reservedSlots().forEach(ward::reserve);
    }

    // ---- epochs ----

    /**
     * Follows what the node has heard: leaves an epoch that is over, and enters the present one if this very life is listed. A
     * member that was added within the epoch waits until that is committed: before, a majority could recover without asking it.
     */
    void follow() {
        Stamp newest = self.pledge.newest();
        Epoch present = self.pledge.promised();
        if (newest == null || !newest.epoch().equals(present) || epoch.equals(present)) {
            return;
        }
        if (!epoch.equals(Epoch.NONE)) {
            leave();
        }
        View view = self.pledge.view();
        boolean listed = view.epoch().equals(present) && self.listedLife(self.node) == self.pledge.life();
        if (listed && (newest.committed() || view.version() == 0)) {
            enter(present);
        }
    }

    private void leave() {
        boolean hadToken = ward.hasToken();
        self.tenure.end();
        ward = ward.afresh();
        for (Peer peer : peers) {
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
        Check.invariant(present.equals(self.pledge.promised()), "a node takes part in the epoch that it promised");
        epoch = present;
        out.setEpoch(epoch);
        for (Peer peer : peers) {
            out.sendPlain(peer.id, new Attend(epoch));
        }
        for (Peer peer : List.copyOf(peers)) {
            link(peer);
        }
    }

    /** Begins an epoch with a token made here. */
    void found(Epoch made, Creation creation) {
        Check.invariant(made.equals(self.pledge.promised()), "a token's maker has promised its epoch");
        Check.invariant(
                creation.view().counts(self.node, self.pledge.life()), "a token's maker is a member of its view");
        leave();
        self.tenure.found(made, self.now);
        for (Surrender.Reserved each : creation.reserved()) {
            self.tenure.leases().reserve(each.slot(), self.now + each.remaining());
        }
        for (Holding grant : creation.ledger()) {
            self.tenure.leases().set(grant.number(), self.now + grant.remaining());
        }
        self.pledge.hold(made, creation.view(), self.now);
        out.recovered(made, creation.how());
        List<Integer> slots = self.tenure.leases().reservedSlots();
        ward.found(creation.ledger(), slots, FencingNumber.of(made.round(), creation.count() + 1));
        out.tokens(1);
        enter(made);
    }

    /** The token here as data. */
    @Nullable
    Surrender surrender() {
        if (!self.tenure.isHere()) {
            return null;
        }
        Leases leases = self.tenure.leases();
        List<Holding> ledger = new ArrayList<>();
        for (Holding grant : ward.ledger()) {
            long remaining = leases.remaining(grant.number(), self.now);
            ledger.add(new Holding(grant.number(), grant.key(), grant.slots(), remaining));
        }
        return new Surrender(self.tenure.epoch(), ledger, leases.reserved(self.now));
    }

    @Override
    public String toString() {
        return ward.describe();
    }
}
