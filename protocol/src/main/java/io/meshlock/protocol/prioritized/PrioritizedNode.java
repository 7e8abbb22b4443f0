package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Grant;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Request;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.prioritized.LocalRequests.Waiting;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Alive;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Cancel;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Give;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Inquiry;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Link;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Register;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Return;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Suspect;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Token;
import io.meshlock.protocol.prioritized.Transfer.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One node of the prioritized algorithm, anchored or moving: see the package documentation.
 *
 * <p>Every handler takes its news in and ends in {@link #sync}, which is the whole algorithm: whoever has the token serves,
 * everybody else keeps its best keys registered downhill and passes what must come to the anchor on.
 */
final class PrioritizedNode extends Protocol {

    /** After this many custody messages without an answer, a LINK acknowledges them, so that copies do not pile up. */
    private static final int ACKNOWLEDGE_AFTER = 32;

    private final Tuning tuning;
    private final boolean lossyLinks;
    private final Terrain terrain;

    private final LocalRequests local = new LocalRequests();
    private List<Grant> held = List.of();
    private int lastSerial;
    private long clock;

    // Where this node's best keys are registered, and which.
    private @Nullable Neighbour registrar;
    private Keys registered = Keys.EMPTY;

    // News for the anchor that waits for a way there.
    private GrantNumbers released = GrantNumbers.NONE;
    private GrantNumbers doubted = GrantNumbers.NONE;

    private @Nullable Anchor anchor;

    // The storm rule.
    private long stamp;
    private int raises;
    private boolean suspicious;
    private List<LedgerEntry> asked = List.of();

    // Custody of the token: a transfer that may or may not have got through, and what everybody knows of the latest one.
    private @Nullable Token inDoubt;
    private long lastAcceptedHop;
    private long lastRefusedHop;
    private @Nullable Transfer latestTransfer;

    PrioritizedNode(Setup setup, Tuning tuning) {
        super(setup);
        this.tuning = tuning;
        this.lossyLinks = setup.lossyLinks();
        this.terrain = new Terrain(setup);
        if (setup.founder()) {
            anchor = Anchor.founded(setup.pool().permits(), tuning.beaconAfter());
        }
    }

    // ---- what clients do ----

    @Override
    protected void admit(long now, Request request, Effects out) {
        Key key = pool().key(request, clock, nextRequestNumber());
        local.add(key, request.id());
        out.waiting(request.id(), key);
        sync(out);
    }

    @Override
    public void cancel(long now, long request, Effects out) {
        if (local.cancel(request)) {
            out.withdrawn(request);
            sync(out);
        }
    }

    @Override
    public void release(long now, long grant, Effects out) {
        for (int i = 0; i < held.size(); i++) {
            if (held.get(i).number() == grant) {
                held.remove(i);
                released = released.with(grant);
                sync(out);
                return;
            }
        }
    }

    // ---- what the network does ----

    @Override
    public void linkUp(long now, int peer, Effects out) {
        Neighbour neighbour = terrain.add(peer);
        transmit(neighbour, new Link(header(neighbour)), out);
        // A flood reaches everybody because each link carries it: when it passes by, or as soon as the link is up.
        if (suspicious) {
            transmit(neighbour, new Suspect(header(neighbour), stamp), out);
        } else if (!asked.isEmpty()) {
            transmit(neighbour, aliveHere(neighbour), out);
        }
        if (latestTransfer != null) {
            transmit(neighbour, new Inquiry(header(neighbour), latestTransfer), out);
        }
    }

    @Override
    public void linkDown(long now, int peer, Effects out) {
        Neighbour lost = terrain.remove(peer);
        if (lost == null) {
            return;
        }
        if (registrar == lost) {
            forgetRegistration();
        }
        if (lossyLinks) {
            takeBack(lost, out);
        }
        sync(out);
    }

    @Override
    public void receive(long now, int from, Message message, Effects out) {
        Neighbour neighbour = terrain.find(from);
        if (neighbour == null || !(message instanceof PrioritizedMessage ours)) {
            return;
        }
        hear(neighbour, ours);
        ours.deliver(this, neighbour, out);
        sync(out);
        if (neighbour.owed() >= ACKNOWLEDGE_AFTER) {
            transmit(neighbour, new Link(header(neighbour)), out);
        }
    }

    /** Takes in what every message carries. */
    private void hear(Neighbour neighbour, PrioritizedMessage message) {
        Header header = message.header();
        clock = Math.max(clock, header.clock());
        neighbour.acknowledge(header.seen());
        if (message.custody()) {
            neighbour.countReceived();
        }
        if (neighbour.isFresh()) {
            neighbour.height = header.height();
            if (terrain.isDown(neighbour)) {
                neighbour.entry = Keys.EMPTY;
            }
        }
    }

    void onRegister(Neighbour from, Keys keys) {
        if (from.isFresh()) {
            from.entry = terrain.isUp(from) ? from.stillWaiting(keys) : Keys.EMPTY;
        }
    }

    void onGive(Neighbour from, Give give, Effects out) {
        clock = Math.max(clock, give.number());
        raises = 0;
        if (registrar == from) {
            registered = registered.without(give.key());
        }
        passOn(give.number(), give.key(), give.slots(), out);
    }

    void onReturn(GrantNumbers nowReleased, GrantNumbers nowDoubted) {
        released = released.withAll(nowReleased);
        doubted = doubted.withAll(nowDoubted);
    }

    void onToken(Neighbour from, Token token, Effects out) {
        if (token.hop() <= lastRefusedHop || token.hop() <= lastAcceptedHop) {
            return; // refused while it was on its way: the sender has taken it back
        }
        lastAcceptedHop = token.hop();
        inDoubt = null; // if a transfer of ours was in doubt, it got through: here is the token again
        stamp = Math.max(stamp, token.stamp());
        clock = Math.max(clock, token.nextNumber() - 1);
        terrain.lower(token.header().height().oneDown());
        if (registrar != null && registrar != from) {
            transmit(registrar, new Cancel(header(registrar)), out);
        }
        forgetRegistration();
        from.entry = token.keys();
        hold(Anchor.received(pool().permits(), token, tuning.beaconAfter()), out);
    }

    void onAlive(Neighbour from, Alive alive, Effects out) {
        if (alive.stamp() <= stamp || anchor != null) {
            return;
        }
        stamp = alive.stamp();
        suspicious = false;
        raises = 0;
        asked = alive.asked();
        Height offered = alive.root().up(alive.distance());
        Height sender = alive.header().height();
        if (sender.isBelow(from.id, offered, node())) {
            terrain.lower(offered);
        }
        for (Neighbour neighbour : terrain.neighbours()) {
            if (neighbour != from) {
                Header header = header(neighbour);
                transmit(neighbour, new Alive(header, stamp, alive.root(), alive.distance() + 1, asked), out);
            }
        }
        answer(out);
        if (registrar != null && registrar != terrain.lowest()) {
            deregister(out);
        }
    }

    void onSuspect(Neighbour from, long theirs, Effects out) {
        if (theirs < stamp) {
            transmit(from, aliveHere(from), out);
        } else if (anchor != null) {
            beacon(out);
        } else if (!suspicious || theirs > stamp) {
            stamp = theirs;
            suspicious = true;
            for (Neighbour neighbour : terrain.neighbours()) {
                if (neighbour != from) {
                    transmit(neighbour, new Suspect(header(neighbour), stamp), out);
                }
            }
        }
    }

    void onInquiry(Neighbour from, Transfer heard, Effects out) {
        Transfer known = latestTransfer;
        if (known != null && !heard.isNewsAfter(known)) {
            if (known.isNewsAfter(heard)) {
                transmit(from, new Inquiry(header(from), known), out);
            }
            return;
        }
        if (heard.verdict() == Verdict.ASKED && heard.target() == node()) {
            boolean accepted = lastAcceptedHop >= heard.hop();
            if (!accepted) {
                lastRefusedHop = Math.max(lastRefusedHop, heard.hop());
            }
            spread(heard.judged(accepted ? Verdict.ACCEPTED : Verdict.REFUSED), null, out);
        } else {
            spread(heard, from, out);
        }
        resolve(heard, out);
    }

    // ---- the heart ----

    /** Brings what others know of this node up to date, or serves if the token is here. */
    private void sync(Effects out) {
        if (anchor != null) {
            serve(anchor, out);
            return;
        }
        if (inDoubt != null) {
            return; // perhaps still the anchor: neither ask others nor send them away
        }
        while (true) {
            if (registrar != null && !terrain.isDown(registrar)) {
                deregister(out);
            }
            Keys best = bestKeys(null);
            if (best.isEmpty()) {
                if (registrar != null) {
                    deregister(out);
                }
                if (released.isEmpty() && doubted.isEmpty()) {
                    return;
                }
            }
            Neighbour target = registrar != null ? registrar : terrain.lowest();
            if (target != null) {
                register(target, best, out);
                return;
            }
            if (!seekLowerGround(out)) {
                return;
            }
        }
    }

    private void register(Neighbour target, Keys best, Effects out) {
        boolean current = registrar == target
                && registered.isPrefixOf(best)
                && registered.size() >= Math.min(tuning.refill(), best.size());
        if (!current && !best.isEmpty()) {
            registrar = target;
            registered = best;
            transmit(target, new Register(header(target), best), out);
        }
        if (!released.isEmpty() || !doubted.isEmpty()) {
            Return news = new Return(header(target), released, doubted);
            released = GrantNumbers.NONE;
            doubted = GrantNumbers.NONE;
            transmit(target, news, out);
        }
    }

    /**
     * Nobody lower is known although something must go to the anchor. Raises this node, but only so often: then it suspects
     * that the anchor is out of reach, says so once, and is silent until somebody knows better.
     */
    private boolean seekLowerGround(Effects out) {
        if (suspicious || !terrain.knowsSomebody()) {
            return false;
        }
        if (raises >= tuning.raises()) {
            suspicious = true;
            for (Neighbour neighbour : terrain.neighbours()) {
                transmit(neighbour, new Suspect(header(neighbour), stamp), out);
            }
            return false;
        }
        raises++;
        terrain.raise();
        for (Neighbour neighbour : terrain.neighbours()) {
            transmit(neighbour, new Link(header(neighbour)), out);
        }
        return true;
    }

    private void serve(Anchor at, Effects out) {
        while (true) {
            takeReturns(at, out);
            Front front = front(at, Integer.MAX_VALUE);
            if (front == null) {
                return;
            }
            if (front.key().permits() > at.ledger.free()) {
                front = at.mayOvertake(front.key(), tuning.overtakes()) ? front(at, at.ledger.free()) : null;
                if (front == null) {
                    return;
                }
            }
            Neighbour via = front.via();
            if (via != null && shouldMove(at, via)) {
                sendToken(at, via, out);
                return;
            }
            grant(at, front, out);
        }
    }

    private void takeReturns(Anchor at, Effects out) {
        boolean news = false;
        for (int i = 0; i < doubted.size(); i++) {
            news |= at.ledger.doubt(doubted.get(i));
        }
        doubted = GrantNumbers.NONE;
        if (news) {
            beacon(out); // may add to what is released: this node is asked, too
        }
        for (int i = 0; i < released.size(); i++) {
            at.ledger.remove(released.get(i));
        }
        released = GrantNumbers.NONE;
    }

    /** The best request, and the neighbour that registered it; null for a local one. */
    private record Front(Key key, @Nullable Neighbour via) {}

    /** The best request of at most {@code size} permits that has no grant yet. */
    private @Nullable Front front(Anchor at, int size) {
        Key best = null;
        Neighbour via = null;
        for (int i = 0; i < local.size() && best == null; i++) {
            Key key = local.key(i);
            if (key.permits() <= size && !at.ledger.hasRequest(key)) {
                best = key;
            }
        }
        for (Neighbour neighbour : terrain.neighbours()) {
            Keys entry = neighbour.entry;
            for (int i = 0; i < entry.size(); i++) {
                Key key = entry.get(i);
                if (best != null && !key.isBefore(best)) {
                    break;
                }
                if (key.permits() <= size && !at.ledger.hasRequest(key)) {
                    best = key;
                    via = neighbour;
                    break;
                }
            }
        }
        return best == null ? null : new Front(best, via);
    }

    private boolean shouldMove(Anchor at, Neighbour via) {
        return tuning.eager() || at.isDrawnTo(via.id, tuning.migration()) || at.chase && isAllDemandVia(via);
    }

    private boolean isAllDemandVia(Neighbour via) {
        if (!local.isEmpty()) {
            return false;
        }
        for (Neighbour neighbour : terrain.neighbours()) {
            if (neighbour != via && !neighbour.entry.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private void grant(Anchor at, Front front, Effects out) {
        Neighbour via = front.via();
        LedgerEntry entry = at.grant(front.key(), via == null ? node() : via.id);
        clock = Math.max(clock, entry.number());
        out.decided(entry.number(), entry.key());
        passOn(entry.number(), entry.key(), entry.slots(), out);
        if (via != null && at.countRemoteGrant()) {
            beacon(out);
        }
    }

    /** Gives a grant to the local client or to the neighbour that registered its request; if both are gone, gives it back. */
    private void passOn(long number, Key key, Slots slots, Effects out) {
        Waiting waiting = local.remove(key);
        if (waiting != null) {
            if (held.isEmpty()) {
                held = new ArrayList<>(1);
            }
            Grant grant = new Grant(number, waiting.id(), key.permits(), slots);
            held.add(grant);
            out.granted(grant);
            return;
        }
        for (Neighbour neighbour : terrain.neighbours()) {
            if (neighbour.entry.contains(key)) {
                neighbour.entry = neighbour.entry.without(key);
                transmit(neighbour, new Give(header(neighbour), number, key, slots), out);
                return;
            }
        }
        released = released.with(number);
    }

    private void sendToken(Anchor at, Neighbour to, Effects out) {
        boolean chase = isAllDemandVia(to);
        to.entry = Keys.EMPTY;
        Keys mine = bestKeys(to);
        Token token =
                new Token(header(to), at.ledger.snapshot(), at.nextNumber(), at.hop + 1, stamp, mine, chase);
        anchor = null;
        out.tokens(0);
        terrain.expectBelow(to);
        registrar = mine.isEmpty() ? null : to;
        registered = mine;
        transmit(to, token, out);
    }

    private void hold(Anchor received, Effects out) {
        anchor = received;
        out.tokens(1);
        raises = 0;
        if (suspicious) {
            beacon(out);
        }
    }

    // ---- beacons ----

    /** The anchor tells everybody that it is alive, how to reach it, and which grants it wonders about. */
    private void beacon(Effects out) {
        Anchor at = anchor;
        if (at == null) {
            return;
        }
        stamp++;
        suspicious = false;
        asked = at.ledger.doubtful();
        for (Neighbour neighbour : terrain.neighbours()) {
            transmit(neighbour, aliveHere(neighbour), out);
        }
        answer(out);
    }

    /** The newest stamp, with this node as the place to count distances from. */
    private Alive aliveHere(Neighbour to) {
        return new Alive(header(to), stamp, terrain.height(), 1, asked);
    }

    /**
     * Gives back those of the asked grants that should be here and are not. The request, if it still waits, goes on under
     * another number, so that a GRANT that turns up late finds nobody and comes back.
     */
    private void answer(Effects out) {
        for (LedgerEntry entry : asked) {
            if (entry.key().node() != node() || holds(entry.number())) {
                continue;
            }
            Waiting waiting = local.remove(entry.key());
            if (waiting != null) {
                Key renamed = entry.key().renamed(nextRequestNumber());
                local.add(renamed, waiting.id());
                out.waiting(waiting.id(), renamed);
            }
            released = released.with(entry.number());
        }
    }

    private boolean holds(long number) {
        for (Grant grant : held) {
            if (grant.number() == number) {
                return true;
            }
        }
        return false;
    }

    // ---- custody ----

    /** The link died: what the neighbour had not acknowledged may be lost. */
    private void takeBack(Neighbour lost, Effects out) {
        for (PrioritizedMessage message : lost.unseen()) {
            if (message instanceof Return news) {
                onReturn(news.released(), news.doubted());
            } else if (message instanceof Give give) {
                doubted = doubted.with(give.number());
            } else if (message instanceof Token token && token.hop() > lastAcceptedHop) {
                // Had it come back here since, it would have got through.
                inDoubt = token;
                spread(new Transfer(token.hop(), lost.id, Verdict.ASKED), null, out);
            }
        }
    }

    private void spread(Transfer transfer, @Nullable Neighbour except, Effects out) {
        latestTransfer = transfer;
        for (Neighbour neighbour : terrain.neighbours()) {
            if (neighbour != except) {
                transmit(neighbour, new Inquiry(header(neighbour), transfer), out);
            }
        }
    }

    private void resolve(Transfer judged, Effects out) {
        Token doubtful = inDoubt;
        if (doubtful == null || !judged.settles(doubtful.hop())) {
            return;
        }
        inDoubt = null;
        if (judged.hop() == doubtful.hop() && judged.verdict() == Verdict.REFUSED) {
            hold(Anchor.received(pool().permits(), doubtful, tuning.beaconAfter()), out);
        }
    }

    // ---- small things ----

    /** The best keys known here, local and registered, except those that came from {@code except}. */
    private Keys bestKeys(@Nullable Neighbour except) {
        Keys.Selection selection = new Keys.Selection().keep(tuning.registered());
        local.offerTo(selection);
        for (Neighbour neighbour : terrain.neighbours()) {
            if (neighbour != except && !neighbour.entry.isEmpty()) {
                selection.offerAll(neighbour.entry);
            }
        }
        return selection.result();
    }

    private void deregister(Effects out) {
        Neighbour from = registrar;
        forgetRegistration();
        if (from != null) {
            transmit(from, new Cancel(header(from)), out);
        }
    }

    private void forgetRegistration() {
        registrar = null;
        registered = Keys.EMPTY;
    }

    private void transmit(Neighbour to, PrioritizedMessage message, Effects out) {
        if (message.custody()) {
            to.entrust(message);
        }
        to.settle();
        out.send(to.id, message);
    }

    private Header header(Neighbour to) {
        return new Header(terrain.height(), clock, to.received());
    }

    private long nextRequestNumber() {
        return Key.requestNumber(node(), ++lastSerial);
    }

    @Override
    public String describe() {
        StringBuilder text = new StringBuilder("height ").append(terrain.height());
        text.append(" neighbours ").append(List.of(terrain.neighbours()));
        if (!local.isEmpty()) {
            text.append(" waits ").append(local);
        }
        if (!held.isEmpty()) {
            text.append(" holds ").append(held.stream().map(Grant::number).toList());
        }
        if (registrar != null) {
            text.append(" registered at ").append(registrar.id).append(' ').append(registered);
        }
        if (!released.isEmpty()) {
            text.append(" to release ").append(released);
        }
        if (suspicious) {
            text.append(" suspicious");
        }
        if (inDoubt != null) {
            text.append(" transfer ").append(inDoubt.hop()).append(" in doubt");
        }
        if (anchor != null) {
            text.append(' ').append(anchor);
        }
        return text.toString();
    }
}
