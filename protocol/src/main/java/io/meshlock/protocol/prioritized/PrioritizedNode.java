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
 * everybody else keeps its best keys registered downhill and passes on what must come to the anchor.
 */
final class PrioritizedNode extends Protocol {

    /** After this many custody messages without an answer, a LINK acknowledges them, so that copies do not pile up. */
    private static final int ACKNOWLEDGE_AFTER = 32;

    private final Tuning tuning;
    private final boolean lossyLinks;
    private final Terrain terrain;
    private final Outbox outbox;
    private final Suspicion suspicion = new Suspicion();
    private final TokenCustody custody = new TokenCustody();

    private final LocalRequests local = new LocalRequests();
    private List<Grant> held = List.of();
    private int lastSerial;

    // Where this node's best keys are registered, and which.
    private @Nullable Neighbour registrar;
    private Keys registered = Keys.EMPTY;

    // News for the anchor that waits for a way there.
    private GrantNumbers released = GrantNumbers.NONE;
    private GrantNumbers doubted = GrantNumbers.NONE;

    /** Present exactly while the token is here. */
    private @Nullable Anchor anchor;

    PrioritizedNode(Setup setup, Tuning tuning) {
        super(setup);
        this.tuning = tuning;
        this.lossyLinks = setup.lossyLinks();
        this.terrain = new Terrain(setup);
        this.outbox = new Outbox(terrain);
        if (setup.founder()) {
            anchor = Anchor.founded(setup.pool().permits(), tuning.beaconAfter());
        }
    }

    // ---- what clients do ----

    @Override
    protected void admit(long now, Request request, Effects out) {
        Key key = pool().key(request, outbox.clock(), nextRequestNumber());
        enqueue(new Waiting(key, request.id(), false), out);
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
        outbox.send(neighbour, Link::new, out);
        // A flood reaches everybody because each link carries it: when it passes by, or as soon as the link is up.
        if (suspicion.isSuspicious()) {
            outbox.send(neighbour, header -> new Suspect(header, suspicion.stamp()), out);
        } else if (!suspicion.asked().isEmpty()) {
            sendAlive(neighbour, out);
        }
        Transfer latest = custody.latest();
        if (latest != null) {
            outbox.send(neighbour, header -> new Inquiry(header, latest), out);
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

    /** The link died: what the neighbour had not acknowledged may be lost. */
    private void takeBack(Neighbour lost, Effects out) {
        for (PrioritizedMessage message : lost.unseen()) {
            if (message instanceof Return news) {
                onReturn(news.released(), news.doubted());
            } else if (message instanceof Give give) {
                doubted = doubted.with(give.number());
            } else if (message instanceof Token token) {
                Transfer doubtful = custody.doubt(token, lost.id);
                if (doubtful != null) {
                    outbox.flood(null, header -> new Inquiry(header, doubtful), out);
                }
            }
        }
    }

    @Override
    public void receive(long now, int from, Message message, Effects out) {
        Neighbour neighbour = terrain.find(from);
        if (neighbour == null || !(message instanceof PrioritizedMessage ours)) {
            return;
        }
        hear(neighbour, ours, out);
        ours.deliver(this, neighbour, out);
        sync(out);
        tellTheTime(neighbour, ours, out);
        if (neighbour.owed() >= ACKNOWLEDGE_AFTER) {
            outbox.send(neighbour, Link::new, out);
        }
    }

    /** Takes in what every message carries. */
    private void hear(Neighbour neighbour, PrioritizedMessage message, Effects out) {
        Header header = message.header();
        setClock(neighbour, message, out);
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

    /**
     * A node that has heard of no grant for long gives its requests births long ago, which would pass for age. Whoever
     * gets such a request, and knows better, tells the sender what time it is, who passes it on to where the request came
     * from. Only this answer puts a birth right: a GRANT after a long wait shows true age. Each request is put right once
     * at most, so that it still grows old.
     */
    private void tellTheTime(Neighbour asker, PrioritizedMessage message, Effects out) {
        boolean late = outbox.clock() - message.header().clock() > pool().aging();
        if (late
                && message instanceof Register
                && !asker.entry.isEmpty()
                && pool().policy().ages()) {
            outbox.send(asker, Link::new, out);
        }
    }

    private void setClock(Neighbour neighbour, PrioritizedMessage message, Effects out) {
        long before = outbox.clock();
        long theirs = message.header().clock();
        outbox.advanceClock(theirs);
        boolean late = theirs - before > pool().aging();
        if (late
                && message instanceof Link
                && neighbour == registrar
                && pool().policy().ages()) {
            bringUpToDate(before, out);
        }
    }

    private void bringUpToDate(long formerClock, Effects out) {
        for (Waiting old = local.removeUndated(formerClock); old != null; old = local.removeUndated(formerClock)) {
            enqueue(new Waiting(old.key().reborn(outbox.clock()), old.id(), true), out);
        }
        for (Neighbour neighbour : terrain.neighbours()) {
            if (!neighbour.entry.isEmpty()) {
                outbox.send(neighbour, Link::new, out);
            }
        }
    }

    void onRegister(Neighbour from, Keys keys) {
        if (from.isFresh()) {
            from.entry = terrain.isUp(from) ? from.stillWaiting(keys) : Keys.EMPTY;
        }
    }

    void onGive(Neighbour from, Give give, Effects out) {
        outbox.advanceClock(give.number());
        suspicion.reassure();
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
        if (!custody.accepts(token)) {
            return;
        }
        suspicion.atLeast(token.stamp());
        outbox.advanceClock(token.nextNumber() - 1);
        terrain.lower(token.header().height().oneDown());
        if (registrar == from) {
            forgetRegistration(); // sending the token, it forgot what was registered there
        } else {
            deregister(out);
        }
        from.entry = token.keys();
        hold(token, from.id, out);
    }

    /**
     * The anchor lives. Taking the height that the flood offers makes the ways to it as short as the flood's. It never puts
     * this node below the neighbour that the flood came from: that one took a height lower by one before it passed it on.
     */
    void onAlive(Neighbour from, Alive alive, Effects out) {
        if (alive.stamp() <= suspicion.stamp() || anchor != null) {
            return;
        }
        suspicion.calm(alive.stamp(), alive.asked());
        terrain.lower(alive.root().up(alive.distance()));
        int next = alive.distance() + 1;
        outbox.flood(from, header -> new Alive(header, alive.stamp(), alive.root(), next, alive.asked()), out);
        answer(out);
        if (registrar != terrain.lowest()) {
            deregister(out);
        }
    }

    void onSuspect(Neighbour from, long stamp, Effects out) {
        if (stamp < suspicion.stamp()) {
            sendAlive(from, out);
        } else if (anchor != null) {
            beacon(anchor, out);
        } else if (!suspicion.isSuspicious() || stamp > suspicion.stamp()) {
            suspicion.suspect(stamp);
            outbox.flood(from, header -> new Suspect(header, stamp), out);
        }
    }

    void onInquiry(Neighbour from, Transfer heard, Effects out) {
        if (!custody.learns(heard)) {
            return;
        }
        if (heard.verdict() == Verdict.ASKED && heard.target() == node()) {
            Transfer judged = custody.judge(heard);
            outbox.flood(null, header -> new Inquiry(header, judged), out);
        } else {
            outbox.flood(from, header -> new Inquiry(header, heard), out);
        }
        Token mine = custody.settle(heard);
        if (mine != null) {
            hold(mine, Token.NOBODY, out);
        }
    }

    // ---- everybody but the anchor: keep the best keys registered downhill ----

    /** Brings what others know of this node up to date, or serves if the token is here. */
    private void sync(Effects out) {
        if (anchor != null) {
            serve(anchor, out);
            return;
        }
        dropRegistrarAbove(out);
        if (custody.isInDoubt()) {
            return; // perhaps still the anchor: neither ask others nor send them away
        }
        while (true) {
            Keys best = bestKeys();
            if (best.isEmpty()) {
                deregister(out);
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
            outbox.send(target, header -> new Register(header, best), out);
        }
        if (!released.isEmpty() || !doubted.isEmpty()) {
            GrantNumbers back = released;
            GrantNumbers unsure = doubted;
            released = GrantNumbers.NONE;
            doubted = GrantNumbers.NONE;
            outbox.send(target, header -> new Return(header, back, unsure), out);
        }
    }

    /**
     * Nobody lower is known although something must go to the anchor. Raises this node, but only so often: then it suspects
     * that the anchor is out of reach, says so once, and is silent until somebody knows better.
     */
    private boolean seekLowerGround(Effects out) {
        if (suspicion.isSuspicious() || !terrain.knowsSomebody()) {
            return false;
        }
        if (!suspicion.mayRaise(tuning.raises())) {
            suspicion.suspect(suspicion.stamp());
            outbox.flood(null, header -> new Suspect(header, suspicion.stamp()), out);
            return false;
        }
        terrain.raise();
        outbox.flood(null, Link::new, out);
        return true;
    }

    /** A neighbour that rose above this node has dropped what was registered there, even if it comes down again. */
    private void dropRegistrarAbove(Effects out) {
        if (registrar != null && !terrain.isDown(registrar)) {
            deregister(out);
        }
    }

    private void deregister(Effects out) {
        Neighbour from = registrar;
        boolean anythingThere = !registered.isEmpty();
        forgetRegistration();
        if (from != null && anythingThere) {
            outbox.send(from, Cancel::new, out);
        }
    }

    private void forgetRegistration() {
        registrar = null;
        registered = Keys.EMPTY;
    }

    /** The best keys known here, local and registered by neighbours. */
    private Keys bestKeys() {
        Keys only = local.isEmpty() ? onlyEntry() : null;
        if (only != null) {
            return only.first(tuning.registered());
        }
        Keys.Selection selection = new Keys.Selection().keep(tuning.registered());
        local.offerTo(selection);
        for (Neighbour neighbour : terrain.neighbours()) {
            if (!neighbour.entry.isEmpty()) {
                selection.offerAll(neighbour.entry);
            }
        }
        return selection.result();
    }

    /** What neighbours have registered, if it is one list or none: then there is nothing to merge. */
    private @Nullable Keys onlyEntry() {
        Keys only = Keys.EMPTY;
        for (Neighbour neighbour : terrain.neighbours()) {
            if (!neighbour.entry.isEmpty()) {
                if (!only.isEmpty()) {
                    return null;
                }
                only = neighbour.entry;
            }
        }
        return only;
    }

    // ---- the anchor: serve the best request, again and again ----

    private void serve(Anchor at, Effects out) {
        while (true) {
            takeReturns(at, out);
            Front front = front(at, Integer.MAX_VALUE);
            if (front != null && front.key().permits() > at.ledger.free()) {
                front = at.mayOvertake(front.key(), tuning.overtakes()) ? front(at, at.ledger.free()) : null;
            }
            if (front == null) {
                return;
            }
            Neighbour via = front.via();
            if (via != null && shouldMove(at, front.key(), via)) {
                sendToken(at, front.key(), via, out);
                return;
            }
            grant(at, front.key(), via, out);
        }
    }

    private void takeReturns(Anchor at, Effects out) {
        boolean news = false;
        for (int i = 0; i < doubted.size(); i++) {
            news |= at.ledger.doubt(doubted.get(i));
        }
        doubted = GrantNumbers.NONE;
        if (news) {
            beacon(at, out); // may add to what is released: this node is asked, too
        }
        for (int i = 0; i < released.size(); i++) {
            at.ledger.remove(released.get(i));
        }
        released = GrantNumbers.NONE;
    }

    /** The best request, and the neighbour that registered it; null for a local one. */
    private record Front(Key key, @Nullable Neighbour via) {}

    /**
     * The best request of at most {@code size} permits that has no grant yet. While a request is registered along two ways,
     * the way that the token came is the last resort: otherwise two nodes that each know a way could send it to and fro.
     */
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
                if (best != null && !key.isBefore(best) && !isOtherWay(at, key, best, via)) {
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

    private static boolean isOtherWay(Anchor at, Key key, Key best, @Nullable Neighbour via) {
        return key.request() == best.request() && via != null && via.id == at.cameFrom;
    }

    private void grant(Anchor at, Key key, @Nullable Neighbour via, Effects out) {
        LedgerEntry entry = at.grant(key, via == null ? node() : via.id);
        outbox.advanceClock(entry.number());
        out.decided(entry.number(), key);
        passOn(entry.number(), key, entry.slots(), out);
        if (via != null && at.countRemoteGrant()) {
            beacon(at, out);
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
                outbox.send(neighbour, header -> new Give(header, number, key, slots), out);
                return;
            }
        }
        released = released.with(number);
    }

    private boolean shouldMove(Anchor at, Key front, Neighbour via) {
        return tuning.eager()
                || at.isDrawnTo(via.id, tuning.migration())
                || (at.chased == front.node() && isAllDemandVia(via));
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

    private void sendToken(Anchor at, Key front, Neighbour to, Effects out) {
        int chased = at.hasServedOnly(front.node()) && isAllDemandVia(to) ? front.node() : Token.NOBODY;
        to.entry = Keys.EMPTY;
        Keys mine = bestKeys();
        registrar = mine.isEmpty() ? null : to;
        registered = mine;
        anchor = null;
        out.tokens(0);
        outbox.send(
                to,
                header -> new Token(
                        header, at.ledger.snapshot(), at.nextNumber(), at.hop + 1, suspicion.stamp(), mine, chased),
                out);
        terrain.expectBelow(to);
    }

    private void hold(Token token, int from, Effects out) {
        anchor = Anchor.received(pool().permits(), token, from, tuning.beaconAfter());
        out.tokens(1);
        if (suspicion.isSuspicious()) {
            beacon(anchor, out);
        }
    }

    /** The anchor tells everybody that it is alive, how to reach it, and which grants it wonders about. */
    private void beacon(Anchor at, Effects out) {
        suspicion.calm(suspicion.stamp() + 1, at.ledger.doubtful());
        for (Neighbour neighbour : terrain.neighbours()) {
            sendAlive(neighbour, out);
        }
        answer(out);
    }

    /** Passes the newest stamp on, with this node as the place to count distances from. */
    private void sendAlive(Neighbour to, Effects out) {
        outbox.send(to, header -> new Alive(header, suspicion.stamp(), terrain.height(), 1, suspicion.asked()), out);
    }

    /**
     * Gives back those of the asked grants that should be here and are not. The request, if it still waits, goes on under
     * another number, so that a GRANT that turns up late finds nobody and comes back.
     */
    private void answer(Effects out) {
        for (LedgerEntry entry : suspicion.asked()) {
            if (entry.key().node() != node() || holds(entry.number())) {
                continue;
            }
            Waiting waiting = local.remove(entry.key());
            if (waiting != null) {
                Key renamed = entry.key().renamed(nextRequestNumber());
                enqueue(new Waiting(renamed, waiting.id(), waiting.dated()), out);
            }
            released = released.with(entry.number());
        }
    }

    // ---- small things ----

    private void enqueue(Waiting request, Effects out) {
        local.add(request);
        out.waiting(request.id(), request.key());
    }

    private boolean holds(long number) {
        for (Grant grant : held) {
            if (grant.number() == number) {
                return true;
            }
        }
        return false;
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
        if (suspicion.isSuspicious()) {
            text.append(" suspicious");
        }
        if (custody.isInDoubt()) {
            text.append(' ').append(custody);
        }
        if (anchor != null) {
            text.append(' ').append(anchor);
        }
        return text.toString();
    }
}
