package io.meshlock.protocol.lookahead;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.queue.Waiting;
import io.meshlock.protocol.queue.WaitingQueue;
import org.jspecify.annotations.Nullable;

/**
 * A host of the look-ahead algorithm. It enters when it has the fork of every pair that it belongs to and the others
 * leave enough permits. The package documentation explains why that is safe.
 */
final class LookAheadNode extends Protocol {

    /**
     * Fencing tokens are pairs: the largest incarnation known of any host in the upper bits, and a count in the lower
     * bits.
     */
    private static final int COUNT_BITS = 40;

    /** Bits of the request counter of one incarnation. */
    private static final int SERIAL_BITS = 20;

    private enum Presence {
        HERE,
        /** The host wants to leave and still holds a grant. */
        FINISHING,
        /** The host hands its forks over, or has done so. */
        LEAVING
    }

    private final int incarnation;
    private final Tuning tuning;
    private final int firstHost;
    private final Peer[] peers;
    private final WaitingQueue<Waiting.Plain> own = new WaitingQueue<>();
    private final Holdings held = new Holdings();

    private long clock;
    private long number;
    private int serial;

    private Presence presence = Presence.HERE;
    private long silentUntil;
    private boolean saidMayLeave;

    private boolean timing;
    private int attempts;

    LookAheadNode(Setup setup) {
        super(setup);
        incarnation = setup.incarnation();
        tuning = Tuning.of(setup.options());
        serial = incarnation << SERIAL_BITS;
        number = (long) incarnation << COUNT_BITS;
        firstHost = setup.firstNode();
        peers = Peer.all(setup);
    }

    // ---- clients ----

    @Override
    protected void admit(long now, PermitRequest request, Effects out) {
        clock++;
        Key key = pool().key(request, clock, Key.requestNumber(node(), ++serial));
        own.add(new Waiting.Plain(key, request.id()));
        out.waiting(request.id(), key);
        proceed(out);
    }

    @Override
    public void cancel(long now, long request, Effects out) {
        if (own.remove(request) != null) {
            out.withdrawn(request);
            proceed(out);
        }
    }

    @Override
    public void release(long now, long grant, Effects out) {
        if (!held.remove(grant)) {
            return;
        }
        for (Peer peer : peers) {
            if (!peer.has && peer.declared > held.total()) {
                peer.declared = held.total();
                tell(peer, out);
            }
        }
        if (presence == Presence.FINISHING && held.total() == 0) {
            handOver(out);
        }
        proceed(out);
    }

    // ---- leaving and coming back ----

    @Override
    public void leave(long now, Effects out) {
        if (presence != Presence.HERE) {
            return;
        }
        while (!own.isEmpty()) {
            out.withdrawn(own.takeBest().id());
        }
        presence = Presence.FINISHING;
        silentUntil = clock; // not later: a request that is made until it has left is not withdrawn
        if (held.total() == 0) {
            handOver(out);
        }
        proceed(out);
    }

    /** Sends BYE to all hosts, with the forks that are here. */
    private void handOver(Effects out) {
        presence = Presence.LEAVING;
        saidMayLeave = false;
        attempts = 0;
        for (Peer peer : peers) {
            peer.agrees = false;
            bye(peer, out);
        }
    }

    private void bye(Peer peer, Effects out) {
        if (peer.has) {
            peer.giveAway(0);
        }
        out.send(peer.node, new LookAheadMessage.Bye(header(peer), silentUntil));
    }

    @Override
    public void comeBack(long now, Effects out) {
        presence = Presence.HERE;
        attempts = 0;
        repeat(out);
        proceed(out);
    }

    // ---- messages ----

    @Override
    public void receive(long now, int from, Message message, Effects out) {
        Peer peer = peer(from);
        if (peer == null || !(message instanceof LookAheadMessage known)) {
            return; // unknown host, or a message of another algorithm
        }
        Header said = known.header();
        if (said.from() < peer.incarnation) {
            return; // written in a former incarnation
        }
        clock = Math.max(clock, said.clock());
        learn(said.number(), out);
        if (said.from() > peer.incarnation) {
            peer.reborn(said.from());
        }
        if (said.to() != incarnation) {
            tell(peer, out); // it does not know that this host lost its memory: what it says of the fork is void
        } else {
            if (peer.meet(said, node() < from)) {
                attempts = 0;
            }
            known.deliver(this, peer, out);
        }
        proceed(out);
    }

    /**
     * Learns of a fencing token that may have been granted. The next one of this host is larger, even in its next
     * incarnation, which does not remember the grants of this one.
     */
    private void learn(long heard, Effects out) {
        if (heard >> COUNT_BITS > number >> COUNT_BITS) {
            out.remember((int) (heard >> COUNT_BITS));
        }
        number = Math.max(number, heard);
    }

    void onRequest(Peer from, Header said, Key key, Effects out) {
        if (from.has && said.version() == from.version) {
            from.wishes(key);
        } else if (!from.has && said.version() < from.version) {
            sendFork(from, out); // it was lost, or is on its way
        }
    }

    void onFork(Peer from, Header said, @Nullable Key key) {
        if (key != null && from.has && said.version() == from.version) {
            from.wishes(key);
        }
    }

    void onQuery(Peer from, Effects out) {
        tell(from, out);
    }

    void onState(Peer from, Header said, long heard) {
        boolean atPeer = !from.has && said.version() == from.version;
        if (presence == Presence.LEAVING && heard == silentUntil && atPeer) {
            from.agrees = true;
        }
    }

    void onBye(Peer from, long until, Effects out) {
        from.leaves(until);
        if (presence == Presence.LEAVING && from.has) {
            if (node() > from.node) {
                return; // both leave: the fork stays with the smaller number, and goes back there
            }
            from.agrees = true;
        }
        tell(from, out);
    }

    // ---- what follows ----

    /** Called after every input: gives away forks, enters if possible, and asks for missing forks. */
    private void proceed(Effects out) {
        serve(out);
        if (presence == Presence.LEAVING) {
            letGo(out);
        } else {
            pursue(out);
        }
        if (isWaiting() && !timing) {
            timing = true;
            out.setTimer(LookAheadTimer.RETRY, tuning.delay(attempts));
        }
    }

    /** The best local request. */
    private @Nullable Key best() {
        return presence == Presence.HERE ? own.best() : null;
    }

    private void serve(Effects out) {
        while (true) {
            Key best = best();
            for (Peer peer : peers) {
                if (yields(peer, best)) {
                    give(peer, best, out);
                }
            }
            if (best == null || !mayEnter(best)) {
                return;
            }
            enter(out);
        }
    }

    /** True if the peer gets the fork now: its request is better and fits beside the permits held here. */
    private boolean yields(Peer peer, @Nullable Key best) {
        Key wish = peer.wish;
        return peer.has
                && wish != null
                && (best == null || wish.isBefore(best))
                && held.total() + wish.permits() <= pool().permits();
    }

    private boolean mayEnter(Key best) {
        int taken = held.total() + best.permits();
        for (Peer peer : peers) {
            if (!peer.has || (peer.wish != null && peer.wish.isBefore(best))) {
                return false;
            }
            taken += peer.used;
        }
        return taken <= pool().permits();
    }

    private void enter(Effects out) {
        number++;
        Waiting.Plain request = own.takeBest();
        int permits = request.key().permits();
        held.add(number, permits);
        Check.invariant(held.total() <= pool().permits(), "one host holds more permits than there are");
        attempts = 0;
        out.decided(number, request.key());
        out.granted(new PermitGrant(number, request.id(), permits, Slots.NONE));
    }

    private void give(Peer peer, @Nullable Key best, Effects out) {
        peer.giveAway(held.total());
        peer.asked = best;
        sendFork(peer, out);
    }

    private void sendFork(Peer peer, Effects out) {
        out.send(peer.node, new LookAheadMessage.Give(header(peer), best()));
    }

    /** Asks for missing forks, unless the peer was already asked with a request as good. */
    private void pursue(Effects out) {
        Key best = best();
        for (Peer peer : peers) {
            if (best == null) {
                peer.asked = null;
                peer.greeted = false;
            } else if (isNews(peer, best)) {
                ask(peer, best, out);
            }
        }
    }

    private static boolean isNews(Peer peer, Key best) {
        return peer.isSettled() ? !peer.has && (peer.asked == null || best.isBefore(peer.asked)) : !peer.greeted;
    }

    private void ask(Peer peer, Key best, Effects out) {
        if (peer.isSettled()) {
            peer.asked = best;
            out.send(peer.node, new LookAheadMessage.Ask(header(peer), best));
        } else {
            peer.greeted = true;
            out.send(peer.node, new LookAheadMessage.Query(header(peer)));
        }
    }

    /** Hands over forks that arrived although this host leaves, and tells the driver when it may leave. */
    private void letGo(Effects out) {
        boolean all = true;
        for (Peer peer : peers) {
            if (peer.has && !peer.agrees) {
                bye(peer, out);
            }
            all &= peer.agrees;
        }
        if (all && !saidMayLeave) {
            saidMayLeave = true;
            out.mayLeave();
        }
    }

    // ---- retries ----

    /** True if an answer of the peer is missing: its consent to leaving, the fork, or fewer permits in use. */
    private boolean awaits(Peer peer) {
        return presence == Presence.LEAVING ? !peer.agrees : best() != null && !(peer.has && peer.used == 0);
    }

    private boolean isWaiting() {
        for (Peer peer : peers) {
            if (awaits(peer)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void timerFired(long now, int timer, Effects out) {
        timing = false;
        if (isWaiting()) {
            attempts += tuning.growsAfter(attempts) ? 1 : 0;
            repeat(out);
        }
        proceed(out);
    }

    private void repeat(Effects out) {
        Key best = best();
        for (Peer peer : peers) {
            if (!awaits(peer)) {
                continue;
            }
            if (best == null) {
                bye(peer, out);
            } else if (peer.has) {
                out.send(peer.node, new LookAheadMessage.Query(header(peer)));
            } else {
                ask(peer, best, out);
            }
        }
    }

    // ---- small things ----

    private void tell(Peer peer, Effects out) {
        out.send(peer.node, new LookAheadMessage.State(header(peer), peer.silentUntil));
    }

    private Header header(Peer peer) {
        int used = peer.has ? 0 : Math.min(peer.declared, held.total());
        return new Header(incarnation, peer.incarnation, clock, number, peer.version, peer.has, used);
    }

    private @Nullable Peer peer(int node) {
        int at = (node < node() ? node : node - 1) - firstHost;
        return node == node() || at < 0 || at >= peers.length ? null : peers[at];
    }

    @Override
    public String describe() {
        StringBuilder text = new StringBuilder();
        for (Peer peer : peers) {
            text.append(text.isEmpty() ? "" : ", ").append(peer);
        }
        return "holds " + held.total() + ", waits " + own + ", forks " + text
                + (presence == Presence.HERE ? "" : ", " + presence);
    }
}
