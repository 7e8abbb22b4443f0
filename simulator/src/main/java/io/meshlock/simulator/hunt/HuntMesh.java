package io.meshlock.simulator.hunt;

import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Protocol;
import io.meshlock.simulator.InitialTokens;
import io.meshlock.simulator.hunt.Tally.Event;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A mesh in which nothing has a time: whoever drives it says what happens next. It stops at the first broken rule. */
final class HuntMesh {

    private static final int DRAIN_LIMIT = 200;

    final Channels channels;
    final Requests requests;
    final Hosts hosts;
    private final HuntJournal journal;
    private final HuntSettings settings;
    private final InitialTokens founding;
    private final Protocol[] protocols;
    private final boolean ticking;
    private final Tally tally;
    private final HuntEffects sink;
    private @Nullable List<Action> record;
    private boolean shapes;
    private long now;

    HuntMesh(HuntSettings settings, InitialMesh layout, Tally tally) {
        int nodes = layout.nodes;
        this.settings = settings;
        this.tally = tally;
        boolean lossy = settings.faults().mayLose();
        this.ticking = settings.toAnybody();
        this.channels = new Channels(nodes);
        this.requests = new Requests(nodes);
        this.hosts = new Hosts(nodes);
        this.founding =
                new InitialTokens(settings.algorithm(), layout.pool, layout.options, lossy, layout.neighbours());
        this.journal = new HuntJournal(
                founding, nodes, layout.pool.permits(), settings.algorithm().promises(), lossy);
        this.sink = new HuntEffects(channels, requests, hosts, journal, tally, lossy);
        this.protocols = new Protocol[nodes];
        for (int i = 0; i < nodes; i++) {
            protocols[i] = settings.algorithm().create(founding.setup(i));
            for (int peer = 0; peer < i; peer++) {
                if (layout.areLinked(i, peer)) {
                    channels.form(peer, i);
                }
            }
        }
    }

    /** From now on, keeps what is done. */
    List<Action> startRecord() {
        List<Action> actions = new ArrayList<>();
        record = actions;
        return actions;
    }

    /** Counts messages by their words, too. */
    void countShapes() {
        shapes = true;
    }

    int nodes() {
        return protocols.length;
    }

    /** Decisions whose permits nobody ever held. */
    int bounced() {
        return journal.bounced();
    }

    int tokensAt(int node) {
        return journal.tokens.at(node);
    }

    /** How many times a token has left a node so far. */
    int departures(int node) {
        return journal.tokens.departures(node);
    }

    // ---- what happens ----

    /** A new request; returns its number. */
    int request(int node, int permits, int priority, long deadline) {
        int number = requests.add(node, permits);
        if (record != null) {
            record.add(new Action.Ask(number, node, permits, priority, deadline));
        }
        tally.count(Event.REQUESTS);
        PermitRequest request = new PermitRequest(requests.serial(number), permits, priority, deadline);
        journal.requested(now, node, new PermitRequest(number, permits, priority, deadline));
        begin(node).request(now, request, sink);
        journal.stepOver(now);
        return number;
    }

    void release(int number) {
        if (record != null) {
            record.add(new Action.Release(number));
        }
        journal.released(now, requests.node(number), requests.told(number));
        PermitGrant grant = requests.leave(number);
        tally.count(Event.RELEASES);
        begin(requests.node(number)).release(now, grant.number(), sink);
        journal.stepOver(now);
    }

    void cancel(int number) {
        if (record != null) {
            record.add(new Action.Cancel(number));
        }
        tally.count(Event.CANCELS);
        begin(requests.node(number)).cancel(now, requests.serial(number), sink);
        journal.stepOver(now);
        if (requests.waiting.contains(number)) {
            throw new Failure.Raised(
                    FailureKind.NOT_WITHDRAWN, requests.describe(number) + " was cancelled and still waits");
        }
    }

    void deliver(int way) {
        deliver(way, 0);
    }

    /** The message at a place arrives, unless nobody is there to receive it. */
    void deliver(int way, int place) {
        if (record != null) {
            record.add(new Action.Deliver(way / nodes(), way % nodes(), place));
        }
        Message message = place == 0 ? channels.take(way) : channels.take(way, place);
        int from = way / nodes();
        int to = way - from * nodes();
        if (hosts.isOff(to)) {
            sink.lost(from, to, message);
            return;
        }
        tally.delivered(message);
        if (shapes) {
            tally.shape(message);
        }
        int tokens = message.tokens();
        int heldBefore = journal.tokens.held();
        journal.delivered(now, from, to, message);
        begin(to).receive(now, from, message, sink);
        journal.stepOver(now);
        if (tokens > 0 && journal.tokens.held() == heldBefore && !sink.sentTokens()) {
            tally.count(Event.REFUSED_TOKENS);
        }
    }

    /** A message on its way is lost. */
    void lose(int way, int place) {
        if (record != null) {
            record.add(new Action.Lose(way / nodes(), way % nodes(), place));
        }
        sink.lost(way / nodes(), way % nodes(), channels.take(way, place));
    }

    /** A message on its way is doubled; the copy is the youngest. */
    void copy(int way, int place) {
        if (record != null) {
            record.add(new Action.Copy(way / nodes(), way % nodes(), place));
        }
        tally.count(Event.COPIES);
        channels.put(way, channels.peek(way, place));
    }

    // ---- what happens to nodes ----

    /** How many permits the pool has, as far as a node knows. */
    int permits(int node) {
        return protocols[node].permits();
    }

    /** In a whole mesh everybody knows the same size. */
    void checkSizes() {
        for (int node = 1; node < nodes(); node++) {
            if (permits(node) != permits(0)) {
                throw new Failure.Raised(
                        FailureKind.SIZES_DIFFER,
                        "node 0 knows of " + permits(0) + " permits, node " + node + " of " + permits(node));
            }
        }
    }

    /** An operator wants the pool to have so many permits. */
    void resize(int node, int permits) {
        if (record != null) {
            record.add(new Action.Resize(node, permits));
        }
        tally.count(Event.RESIZES);
        begin(node).resize(now, permits, sink);
        journal.stepOver(now);
    }

    /** A timer runs out. */
    void fire(int timer) {
        int node = Hosts.node(timer);
        if (record != null) {
            record.add(new Action.Fire(node, Hosts.number(timer)));
        }
        tally.count(Event.TIMERS);
        hosts.timers.remove(timer);
        begin(node).timerFired(now, Hosts.number(timer), sink);
        journal.stepOver(now);
    }

    /** A node wants to leave. */
    void leave(int node) {
        if (record != null) {
            record.add(new Action.Leave(node));
        }
        tally.count(Event.LEAVES);
        hosts.leave(node);
        begin(node).leave(now, sink);
        journal.stepOver(now);
    }

    /** A node cannot be reached any more: it may have left, or it is an accident. */
    void switchOff(int node) {
        if (record != null) {
            record.add(new Action.Off(node));
        }
        tally.count(Event.ABSENCES);
        hosts.switchOff(node);
    }

    /** A node that left or could not be reached is back. */
    void comeBack(int node) {
        if (record != null) {
            record.add(new Action.Return(node));
        }
        hosts.comeBack(node);
        begin(node).comeBack(now, sink);
        journal.stepOver(now);
    }

    /** A node loses its memory and starts again. Its clients are gone, and with them what they held. */
    void reboot(int node) {
        if (record != null) {
            record.add(new Action.Reboot(node));
        }
        tally.count(Event.REBOOTS);
        for (int number : requests.of(node, requests.held)) {
            journal.released(now, node, requests.told(number));
            requests.leave(number);
            tally.count(Event.RELEASES);
        }
        for (int number : requests.of(node, requests.waiting)) {
            requests.waiting.remove(number);
            journal.withdrawn(now, node, number);
        }
        journal.crashed(now, node);
        int incarnation = hosts.reboot(node);
        protocols[node] = settings.algorithm().create(founding.setup(node).withIncarnation(incarnation));
    }

    void form(int a, int b) {
        if (record != null) {
            record.add(new Action.Form(a, b));
        }
        tally.count(Event.FORMS);
        channels.form(a, b);
        begin(a).linkUp(now, b, sink);
        begin(b).linkUp(now, a, sink);
        journal.stepOver(now);
    }

    /**
     * Delivers what is on a link until it is silent; false if it does not become so. Nothing else happens meanwhile, which is
     * unfair to what may end the traffic elsewhere: a link that stays busy is no failure, it just cannot be cut now.
     */
    boolean drain(int a, int b) {
        int there = channels.way(a, b);
        int back = channels.way(b, a);
        for (int i = 0; i < DRAIN_LIMIT && channels.inFlight(there) + channels.inFlight(back) > 0; i++) {
            deliver(channels.inFlight(there) > 0 ? there : back);
        }
        return channels.inFlight(there) + channels.inFlight(back) == 0;
    }

    /** A silent link dies; both ends know at once. */
    void cut(int a, int b) {
        if (record != null) {
            record.add(new Action.Cut(a, b, Action.Cut.ALL));
        }
        tally.count(Event.CUTS);
        channels.cut(a, b);
        begin(a).linkDown(now, b, sink);
        begin(b).linkDown(now, a, sink);
        journal.stepOver(now);
    }

    /**
     * The link dies and {@code a} knows at once, {@code b} later; until then the oldest {@code kept} messages to it may still
     * arrive, all others are lost.
     */
    void die(int a, int b, int kept) {
        if (record != null) {
            record.add(new Action.Cut(a, b, kept));
        }
        tally.count(Event.CUTS);
        loseAllBut(channels.way(b, a), 0);
        loseAllBut(channels.way(a, b), kept);
        channels.die(a, b);
        begin(a).linkDown(now, b, sink);
        journal.stepOver(now);
    }

    /** An end learns that its link is dead. */
    void notice(int end, int other) {
        if (record != null) {
            record.add(new Action.Notice(end, other));
        }
        loseAllBut(channels.way(other, end), 0);
        channels.noticed(end, other);
        begin(end).linkDown(now, other, sink);
        journal.stepOver(now);
    }

    private void loseAllBut(int way, int kept) {
        while (channels.inFlight(way) > kept) {
            sink.lost(way / nodes(), way % nodes(), channels.drop(way));
        }
    }

    private Protocol begin(int node) {
        tally.count(Event.INPUTS);
        now += ticking ? 1 : 0;
        sink.actFor(node, now);
        return protocols[node];
    }

    /** The state of every node, for people. */
    String describe() {
        StringBuilder text = new StringBuilder();
        for (Protocol protocol : protocols) {
            text.append(protocol.node())
                    .append(": ")
                    .append(protocol.describe())
                    .append('\n');
        }
        return text.toString();
    }
}
