package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Policy;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.View;
import io.meshlock.protocol.prioritized.LocalRequests.Held;
import io.meshlock.protocol.prioritized.LocalRequests.LocalRequest;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Alive;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Amend;
import io.meshlock.protocol.prioritized.PrioritizedMessage.GrantMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.HeirsMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Inquiry;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Link;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Presence;
import io.meshlock.protocol.prioritized.PrioritizedMessage.ReleaseMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.RequestMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Resize;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Suspect;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Token;
import io.meshlock.protocol.prioritized.Transfer.Verdict;
import io.meshlock.protocol.token.FencingToken;
import io.meshlock.protocol.token.LeasedGrant;
import io.meshlock.protocol.token.TokenAlgorithm;
import io.meshlock.protocol.token.TokenLeaseCheck;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node of the prioritized algorithm, anchored or moving: see the package documentation.
 *
 * <p>Every handler updates the state and ends in {@link #sync}: the node with the token grants ({@link Serving}); all
 * other nodes keep their best keys registered downhill and pass on news for the anchor ({@link Downhill}).
 */
final class PrioritizedNode extends TokenAlgorithm {

    /**
     * After this many custody messages without an answer, a LINK acknowledges them, so that copies do not pile up. A
     * leaving node gets its acknowledgement at once.
     */
    private static final int ACKNOWLEDGE_AFTER = 32;

    /** Upper bits of request numbers that differ between incarnations. */
    private static final int SERIAL_BITS = 12;

    /** Leaves room above the largest incarnation for the versions of link states. */
    private static final int VERSION_SHIFT = 3;

    private final Setup setup;
    private final Tuning tuning;
    private final TokenLeaseCheck leaseCheck;
    private final boolean lossyLinks;
    private final Heights heights;
    private final GrantClock clock;
    private final Sender sender;
    private final Suspicion suspicion = new Suspicion();
    private final TokenCustody custody = new TokenCustody();
    private final LocalRequests clients;
    private final Demand demand;
    private final Downhill downhill;
    private final Uphill uphill;
    private final Births births;
    private final Departure departure;
    private final Succession succession = new Succession();
    private final Topology topology;
    private final InputTime time;
    private PoolSize size;

    /** Present exactly while the token is here. */
    private @Nullable Serving serving;

    PrioritizedNode(Setup setup, Tuning tuning, TokenLeaseCheck leaseCheck) {
        this(setup, tuning, leaseCheck, new LocalRequests(setup.node(), firstSerial(setup)), new Departure(setup), 0);
        if (setup.bootstrap()) {
            serve(Anchor.created(setup.pool().permits(), tuning));
        }
    }

    private PrioritizedNode(
            Setup setup,
            Tuning tuning,
            TokenLeaseCheck leaseCheck,
            LocalRequests clients,
            Departure departure,
            long heard) {
        super(setup);
        this.setup = setup;
        this.tuning = tuning;
        this.leaseCheck = leaseCheck;
        this.lossyLinks = setup.lossyLinks();
        this.time = new InputTime();
        this.clock = new GrantClock(time);
        this.heights = new Heights(setup);
        this.sender = new Sender(heights, clock);
        this.clients = clients;
        this.demand = new Demand(heights, clients);
        this.topology = new Topology(setup.node(), leaseCheck.incarnation() >>> VERSION_SHIFT);
        this.downhill = new Downhill(tuning, heights, sender, suspicion, demand, topology);
        this.uphill = new Uphill(heights, sender, clock, suspicion, clients, downhill, leaseCheck, succession, time);
        this.births = new Births(setup.pool(), heights, sender, clock, clients, downhill);
        this.departure = departure;
        this.size = leaseCheck.setsSize()
                ? knownSize(setup)
                : PoolSize.initial(setup.pool().permits());
        clock.hear(heard);
        linksChanged();
    }

    private void linksChanged() {
        if (tuning.ahead() > 0) {
            topology.change(heights.neighbours());
        }
        if (serving != null) {
            serving.linksChanged();
        }
    }

    /**
     * The incarnations of a node use different request numbers, as far as the range allows. Where it does not, {@link
     * Ledger#hasRequest} and {@link Key#isSameRequest} tell their requests apart.
     */
    private static int firstSerial(Setup setup) {
        DurableState durable = setup.durable();
        long incarnation = durable == null ? 0 : durable.incarnation();
        long mixed = incarnation * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> (Long.SIZE - SERIAL_BITS)) << (Integer.SIZE - SERIAL_BITS);
    }

    /**
     * A restarted node starts with the size of the newest view that it knew, and corrects it when it hears from others.
     */
    private static PoolSize knownSize(Setup setup) {
        DurableState durable = setup.durable();
        if (durable == null || durable.view().equals(View.NONE)) {
            return PoolSize.initial(setup.pool().permits());
        }
        return durable.view().size();
    }

    private Serving serve(Anchor at) {
        Check.invariant(serving == null, "there is one token");
        Lines lines = new Lines(node(), at, tuning, uphill, heights, topology, leaseCheck, time);
        Serving begun = new Serving(at, tuning, demand, downhill, uphill, leaseCheck, lines);
        serving = begun;
        return begun;
    }

    // ---- inputs of clients ----

    @Override
    protected void admit(long now, PermitRequest request, Effects out) {
        if (departure.isWanted()) {
            departure.postpone(request);
            return;
        }
        time.set(now);
        Key key = pool().key(request, birth(), clients.nextRequestNumber());
        clients.enqueue(new LocalRequest(key, request.id(), clock.heard()), out);
        sync(out);
    }

    /** Permits that do not come home tell fewer nodes of the grants that they pass, and with fifo nothing else orders requests. */
    private long birth() {
        return tuning.ahead() > 0 && pool().policy() == Policy.FIFO ? clock.guess() : clock.heard();
    }

    @Override
    public void cancel(long now, long request, Effects out) {
        time.set(now);
        if (clients.cancel(request) || departure.cancel(request)) {
            out.withdrawn(request);
            sync(out);
        }
    }

    @Override
    public void release(long now, long grant, Effects out) {
        time.set(now);
        Held left = clients.leave(grant);
        if (left != null) {
            uphill.handOver(left, out);
            sync(out);
        }
    }

    @Override
    public void giveBack(long now, long grant, Slots slots, Effects out) {
        Slots had = clients.reduce(grant, slots);
        if (had.count() > 0) {
            succession.end(grant); // heirs wait for all slots of the grant
            amend(new Amendment(grant, had, 0), out);
        }
    }

    @Override
    public void keep(long now, long grant, long time, Effects out) {
        if (clients.hold(grant) && leaseCheck.isTimed()) {
            amend(new Amendment(grant, Slots.NONE, time), out);
        }
    }

    private void amend(Amendment change, Effects out) {
        downhill.amend(Amendments.NONE.with(change));
        sync(out);
    }

    @Override
    public void abandon(long now, long grant, Effects out) {
        if (!leaseCheck.isTimed()) {
            release(now, grant, out);
        } else if (clients.leave(grant) != null) {
            succession.end(grant);
            sync(out);
        }
    }

    // ---- inputs of operators ----

    @Override
    public int permits() {
        return size.permits();
    }

    @Override
    protected void changeSize(long now, int permits, Effects out) {
        time.set(now);
        take(size.changed(permits, node()), null, out);
        sync(out);
    }

    void onResize(Neighbour from, PoolSize heard, Effects out) {
        if (heard.isNewerThan(size) && !leaseCheck.setsSize()) {
            take(heard, from, out);
        }
    }

    private void take(PoolSize newer, @Nullable Neighbour from, Effects out) {
        out.resized(newer);
        sender.flood(from, header -> new Resize(header, newer), out);
        adopt(newer, out);
    }

    private void adopt(PoolSize newer, Effects out) {
        size = newer;
        clients.rejectLargerThan(newer.permits(), out);
    }

    @Override
    public void resize(PoolSize newSize, Effects out) {
        adopt(newSize, out);
        sync(out);
    }

    @Override
    public void leave(long now, Effects out) {
        time.set(now);
        if (departure.isWanted()) {
            return;
        }
        departure.begin();
        clients.withdrawAll(out);
        downhill.forget(); // neighbours that hear of LEAVE forget the registration, too
        sender.flood(null, header -> new Presence(header, false), out);
        sync(out);
    }

    @Override
    public void comeBack(long now, Effects out) {
        time.set(now);
        if (!departure.isWanted()) {
            return;
        }
        List<PermitRequest> asked = departure.end();
        sender.flood(null, header -> new Presence(header, true), out);
        sync(out);
        asked.forEach(request -> request(now, request, out));
    }

    /** A neighbour leaves: its registration and those at it are void. Or it stays: that is handled like a new link. */
    void onPresence(Neighbour from, boolean stays, Effects out) {
        from.leaving = !stays;
        if (stays) {
            greet(from, out);
            return;
        }
        from.entry = Keys.EMPTY;
        if (downhill.isRegisteredAt(from)) {
            downhill.deregister(out);
        }
    }

    // ---- inputs of the network ----

    @Override
    public void linkUp(long now, int peer, Effects out) {
        time.set(now);
        Neighbour neighbour = heights.add(peer);
        linksChanged();
        neighbour.incarnation = leaseCheck.incarnationOf(peer);
        departure.meet();
        if (departure.isWanted()) { // first, so that the neighbour does not rely on this node
            sender.send(neighbour, header -> new Presence(header, false), out);
        }
        sender.send(neighbour, Link::new, out);
        if (size.isChanged() && !leaseCheck.setsSize()) {
            sender.send(neighbour, header -> new Resize(header, size), out);
        }
        greet(neighbour, out);
    }

    /** Sends a neighbour the floods that it may have missed. */
    private void greet(Neighbour neighbour, Effects out) {
        // A flood reaches all nodes because every link carries it: at once, or as soon as the link is up.
        if (suspicion.isSuspicious()) {
            sender.send(neighbour, header -> new Suspect(header, suspicion.stamp()), out);
        } else if (!suspicion.asked().isEmpty()) {
            uphill.sendAlive(neighbour, out);
        }
        Transfer latest = custody.latest();
        if (latest != null) {
            sender.send(neighbour, header -> new Inquiry(header, latest), out);
        }
    }

    @Override
    public void linkDown(long now, int peer, Effects out) {
        time.set(now);
        Neighbour lost = heights.remove(peer);
        if (lost == null) {
            return;
        }
        linksChanged();
        if (downhill.isRegisteredAt(lost)) {
            downhill.forget();
        }
        if (lossyLinks) {
            takeBack(lost, out);
        }
        sync(out);
    }

    /** The link died: messages that the neighbour had not acknowledged may be lost. */
    private void takeBack(Neighbour lost, Effects out) {
        for (PrioritizedMessage message : lost.unseen()) {
            if (message instanceof ReleaseMessage news) {
                downhill.pass(news);
            } else if (message instanceof Amend news) {
                downhill.amend(news.changes());
            } else if (message instanceof GrantMessage grant) {
                downhill.doubt(grant.number());
            } else if (message instanceof Token token) {
                Transfer doubtful = custody.doubt(token, lost.id, lost.incarnation);
                if (doubtful != null) {
                    sender.flood(null, header -> new Inquiry(header, doubtful), out);
                }
            }
        }
    }

    @Override
    public void receive(long now, int from, Message message, Effects out) {
        time.set(now);
        Neighbour neighbour = heights.find(from);
        PrioritizedMessage ours = ours(message);
        if (neighbour == null || ours == null) {
            return;
        }
        hear(neighbour, ours, out);
        ours.deliver(this, neighbour, out);
        if (departure.isWanted() && ours.custody()) {
            acknowledge(neighbour, ours, out);
        }
        sync(out);
        births.tellTheTime(neighbour, ours, out);
        if (neighbour.owed() >= (neighbour.leaving ? 1 : ACKNOWLEDGE_AFTER)) {
            sender.send(neighbour, Link::new, out);
        }
    }

    /**
     * The message if it is of this algorithm, or null. The three most frequent classes are asked for first: Java compares
     * classes at once, but has to look interfaces up, and remembers only the last one that it looked up.
     */
    private static @Nullable PrioritizedMessage ours(Message message) {
        if (message instanceof GrantMessage grant) {
            return grant;
        }
        if (message instanceof ReleaseMessage news) {
            return news;
        }
        if (message instanceof RequestMessage request) {
            return request;
        }
        return message instanceof PrioritizedMessage other ? other : null;
    }

    /**
     * A leaving node acknowledges custody messages at once, so that nothing is in doubt when it is gone. It answers
     * with a custody message, to learn that the answer arrived. If the neighbour leaves, too, it answers with LINK;
     * otherwise the two would acknowledge each other forever.
     */
    private void acknowledge(Neighbour neighbour, PrioritizedMessage message, Effects out) {
        boolean last = message instanceof Presence;
        sender.send(neighbour, header -> last ? new Link(header) : new Presence(header, false), out);
    }

    /** Handles the header of a message. */
    private void hear(Neighbour neighbour, PrioritizedMessage message, Effects out) {
        Header header = message.header();
        births.setClock(neighbour, message, out);
        neighbour.acknowledge(header.seen());
        if (message.custody()) {
            neighbour.countReceived();
        }
        if (neighbour.isFresh()) {
            neighbour.height = header.height();
            if (heights.isDown(neighbour)) {
                neighbour.entry = Keys.EMPTY;
            }
        }
    }

    void onRequest(Neighbour from, RequestMessage message) {
        downhill.passEntered(message.entered());
        if (tuning.ahead() > 0) {
            topology.learn(message.links(), from.id);
        }
        register(from, message.keys());
    }

    void onCancel(Neighbour from) {
        register(from, Keys.EMPTY);
    }

    private void register(Neighbour from, Keys keys) {
        if (from.isFresh()) {
            from.entry = heights.isUp(from) ? from.stillWaiting(keys) : Keys.EMPTY;
        }
    }

    void onGrant(Neighbour from, GrantMessage grant, Effects out) {
        if (grant.registered()) {
            suspicion.reassure();
            downhill.granted(from, grant.key());
        }
        uphill.deliver(Delivery.of(grant), out);
    }

    void onHeirs(HeirsMessage message, Effects out) {
        uphill.name(message.number(), message.key(), message.route(), message.heirs(), out);
    }

    void onRefusal(Neighbour from, Key key, Effects out) {
        suspicion.reassure();
        downhill.granted(from, key); // forgotten there, as after a grant
        uphill.refuse(key, out);
    }

    void onRelease(Neighbour from, ReleaseMessage news) {
        if (news.cleared()) {
            register(from, Keys.EMPTY);
        }
        downhill.pass(news);
    }

    void onAmend(Amendments changes) {
        downhill.amend(changes);
    }

    void onToken(Neighbour from, Token token, Effects out) {
        if (!custody.accepts(token)) {
            return;
        }
        suspicion.atLeast(token.stamp());
        clock.hear(FencingToken.count(token.nextNumber() - 1));
        heights.lower(token.header().height().oneDown());
        if (downhill.isRegisteredAt(from)) {
            downhill.forget(); // the sender forgot the registration when it sent the token
        } else {
            downhill.deregister(out);
        }
        from.entry = token.keys();
        if (tuning.ahead() > 0) {
            topology.learn(token.links(), from.id);
        }
        prove(out);
        hold(token, from.id, out);
    }

    /**
     * A sign of life of the anchor. This node takes the height that the flood offers, which makes its path to the
     * anchor as short as the flood's. The height is never below that of the neighbour that passed the flood on, which
     * took a height lower by one.
     */
    void onAlive(Neighbour from, Alive alive, Effects out) {
        if (alive.stamp() <= suspicion.stamp() || serving != null) {
            return;
        }
        suspicion.heardAlive(alive.stamp(), alive.asked());
        heights.lower(alive.root().up(alive.distance()));
        int next = alive.distance() + 1;
        sender.flood(from, header -> new Alive(header, alive.stamp(), alive.root(), next, alive.asked()), out);
        uphill.answer(out);
        if (!downhill.isRegisteredAt(heights.lowest())) {
            downhill.deregister(out);
        }
    }

    void onSuspect(Neighbour from, long stamp, Effects out) {
        if (departure.isWanted()) {
            return; // no path leads over a leaving node; an answer would make others look for one again and again
        }
        if (stamp < suspicion.stamp()) {
            uphill.sendAlive(from, out);
        } else if (serving != null) {
            serving.floodAlive(out);
        } else if (!suspicion.isSuspicious() || stamp > suspicion.stamp()) {
            suspicion.suspect(stamp);
            sender.flood(from, header -> new Suspect(header, stamp), out);
        }
    }

    void onInquiry(Neighbour from, Transfer heard, Effects out) {
        if (!custody.learns(heard)) {
            return;
        }
        if (heard.verdict() == Verdict.ASKED && isForMe(heard)) {
            Transfer judged = custody.judge(heard);
            sender.flood(null, header -> new Inquiry(header, judged), out);
        } else {
            sender.flood(from, header -> new Inquiry(header, heard), out);
        }
        prove(out);
        Token mine = custody.settle(heard);
        if (mine != null) {
            hold(mine, Token.NOBODY, out);
        }
    }

    private void prove(Effects out) {
        Transfer proven = custody.prove();
        if (proven != null) {
            sender.flood(null, header -> new Inquiry(header, proven), out);
        }
    }

    /** Only the incarnation that the token was sent to knows whether it arrived. */
    private boolean isForMe(Transfer transfer) {
        return transfer.target() == node() && transfer.incarnation() == leaseCheck.incarnation();
    }

    private void hold(Token token, int from, Effects out) {
        Serving begun = serve(Anchor.received(size.permits(), token, from, tuning));
        out.tokens(1);
        if (suspicion.isSuspicious()) {
            begun.floodAlive(out);
        }
    }

    // ---- calls of recovery ----

    @Override
    public boolean hasToken() {
        return serving != null;
    }

    @Override
    public boolean isWanted() {
        return !demand.isEmpty() || downhill.hasNews();
    }

    @Override
    public long count() {
        return clock.heard();
    }

    @Override
    public TokenAlgorithm afresh() {
        PrioritizedNode next =
                new PrioritizedNode(setup.unlinked(), tuning, leaseCheck, clients, departure, clock.heard());
        next.size = size;
        return next;
    }

    @Override
    public void makeToken(List<LeasedGrant> ledger, Slots reserved, long firstNumber) {
        List<LedgerEntry> entries = new ArrayList<>();
        for (LeasedGrant grant : ledger) {
            entries.add(new LedgerEntry(grant.number(), grant.key(), grant.incarnation(), grant.slots(), false));
        }
        heights.lower(Height.GROUND);
        serve(Anchor.created(size.permits(), entries, firstNumber, tuning));
        reserve(reserved);
    }

    @Override
    public List<LeasedGrant> ledger() {
        List<LeasedGrant> out = new ArrayList<>();
        if (serving != null) {
            for (LedgerEntry entry : serving.ledger().snapshot()) {
                out.add(new LeasedGrant(entry.number(), entry.key(), entry.incarnation(), entry.slots(), 0));
            }
        }
        return out;
    }

    @Override
    public void lapse(long number) {
        if (serving != null) {
            serving.lapse(number);
        }
    }

    @Override
    public void strike(long number) {
        if (serving != null) {
            serving.strike(number);
        }
    }

    @Override
    public void reduce(long number, Slots kept) {
        if (serving != null) {
            serving.ledger().retain(number, kept);
        }
    }

    @Override
    public void reserve(Slots slots) {
        if (serving != null) {
            serving.ledger().reserve(slots, true);
        }
    }

    @Override
    public void unreserve(Slots slots) {
        if (serving != null) {
            serving.ledger().reserve(slots, false);
        }
    }

    @Override
    public void adopt(LeasedGrant grant) {
        if (serving != null) {
            serving.ledger()
                    .adopt(new LedgerEntry(grant.number(), grant.key(), grant.incarnation(), grant.slots(), false));
        }
    }

    @Override
    public void serve(Effects out) {
        sync(out);
    }

    // ---- the end of every handler ----

    /** Grants if the token is here; otherwise updates the registration and sends news downhill. */
    private void sync(Effects out) {
        succession.prune(clients);
        if (serving != null) {
            serving.fit(size.permits());
        }
        if (departure.isWanted()) {
            depart(out);
        } else if (serving == null) {
            follow(out);
        } else if (!serving.serve(out)) {
            serving = null;
        }
    }

    /** Hands over the token and news, and tells the driver when the node may leave. */
    private void depart(Effects out) {
        if (serving != null && serving.handOn(out)) {
            serving = null;
        }
        heights.forgetEntries();
        if (serving == null) {
            follow(out);
        }
        if (!departure.isAllowed() && !isNeeded()) {
            departure.allow();
            out.mayLeave();
        }
    }

    private boolean isNeeded() {
        return (serving != null && departure.hasMetAnybody())
                || custody.isInDoubt()
                || clients.holdAnything()
                || downhill.hasNews()
                || !heights.hasEverythingArrived();
    }

    private void follow(Effects out) {
        downhill.dropRegistrarAbove(out);
        if (custody.isInDoubt()) {
            return; // this node may still be the anchor: it neither registers nor raises itself
        }
        downhill.flow(out);
    }

    @Override
    public String describe() {
        StringBuilder text = new StringBuilder("height ").append(heights.height());
        text.append(" neighbours ").append(List.of(heights.neighbours()));
        text.append(clients).append(succession).append(downhill).append(departure);
        if (size.isChanged()) {
            text.append(" size ").append(size);
        }
        if (suspicion.isSuspicious()) {
            text.append(" suspicious");
        }
        if (custody.isInDoubt()) {
            text.append(' ').append(custody);
        }
        if (serving != null) {
            text.append(' ').append(serving);
        }
        return text.toString();
    }
}
