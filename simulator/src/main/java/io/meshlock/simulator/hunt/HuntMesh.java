package io.meshlock.simulator.hunt;

import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Protocol;
import io.meshlock.simulator.InitialTokens;
import io.meshlock.simulator.hunt.Tally.Event;
import io.meshlock.simulator.mesh.Links;
import io.meshlock.simulator.mesh.MeshNodes;
import io.meshlock.simulator.mesh.TimerTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A mesh without time: its driver says what happens next. It stops at the first broken rule. */
final class HuntMesh {

    private static final int DRAIN_LIMIT = 200;

    final Links links;
    final Requests requests;
    final TimerTable timers;
    final Departures departures;
    private final MeshNodes nodes;
    private final HuntJournal journal;
    private final boolean ticking;
    private final Tally tally;
    private final HuntEffects sink;
    private @Nullable List<Action> record;
    private boolean shapes;
    private long now;

    HuntMesh(HuntSettings settings, InitialMesh layout, Tally tally) {
        int count = layout.nodes;
        this.tally = tally;
        boolean lossy = settings.faults().mayLose();
        this.ticking = settings.toAnybody();
        this.links = new Links(count);
        this.requests = new Requests(count);
        this.timers = new TimerTable(count);
        this.departures = new Departures(count);
        InitialTokens initialTokens =
                new InitialTokens(settings.algorithm(), layout.pool, layout.options, lossy, layout.neighbours());
        this.nodes = new MeshNodes(count, settings.algorithm(), initialTokens);
        this.journal = new HuntJournal(
                initialTokens,
                count,
                layout.pool.permits(),
                settings.algorithm().guarantees(),
                lossy);
        this.sink = new HuntEffects(links, nodes, timers, requests, departures, journal, tally, lossy);
        for (int i = 0; i < count; i++) {
            for (int peer = 0; peer < i; peer++) {
                if (layout.areLinked(i, peer)) {
                    links.form(peer, i);
                }
            }
        }
    }

    /** From now on, records every action. */
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
        return nodes.count();
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

    /** True if the node cannot be reached. */
    boolean isOff(int node) {
        return nodes.isOff(node);
    }

    /** True if the node wants to leave, has left, or cannot be reached. */
    boolean isAway(int node) {
        return departures.isLeaving(node) || nodes.isOff(node);
    }

    // ---- what happens ----

    /** A new request that waits; returns its number. */
    int request(int node, int permits, int priority, long deadline) {
        return request(node, permits, priority, deadline, false);
    }

    /** A new request; returns its number. */
    int request(int node, int permits, int priority, long deadline, boolean once) {
        int number = requests.add(node, permits);
        if (record != null) {
            record.add(new Action.Ask(number, node, permits, priority, deadline, once));
        }
        tally.count(Event.REQUESTS);
        PermitRequest request = new PermitRequest(requests.serial(number), permits, priority, deadline, once);
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

    /** The request gives back half of its permits, if it has several. */
    void giveBackHalf(int number) {
        if (record != null) {
            record.add(new Action.GiveBackHalf(number));
        }
        int node = requests.node(number);
        PermitGrant part = requests.giveBackHalf(number);
        if (part.permits() == 0) {
            return;
        }
        journal.givenBack(now, node, new PermitGrant(part.number(), number, part.permits(), part.slots()));
        tally.count(Event.PARTS);
        begin(node).giveBack(now, part.number(), part.slots(), sink);
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
            record.add(new Action.Deliver(links.from(way), links.to(way), place));
        }
        Message message = place == 0 ? links.take(way) : links.take(way, place);
        int from = links.from(way);
        int to = links.to(way);
        if (nodes.isOff(to)) {
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
            record.add(new Action.Lose(links.from(way), links.to(way), place));
        }
        sink.lost(links.from(way), links.to(way), links.take(way, place));
    }

    /** A message on its way is doubled; the copy is the youngest. */
    void copy(int way, int place) {
        if (record != null) {
            record.add(new Action.Copy(links.from(way), links.to(way), place));
        }
        tally.count(Event.COPIES);
        links.put(way, links.peek(way, place));
    }

    // ---- what happens to nodes ----

    /** How many permits the pool has, as far as a node knows. */
    int permits(int node) {
        return nodes.protocol(node).permits();
    }

    /** In a connected mesh all nodes know the same size. */
    void checkSizes() {
        for (int node = 1; node < nodes(); node++) {
            if (permits(node) != permits(0)) {
                throw new Failure.Raised(
                        FailureKind.SIZES_DIFFER,
                        "node 0 knows of " + permits(0) + " permits, node " + node + " of " + permits(node));
            }
        }
    }

    /** An operator changes the pool's size. */
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
        int node = TimerTable.node(timer);
        if (record != null) {
            record.add(new Action.Fire(node, TimerTable.id(timer)));
        }
        tally.count(Event.TIMERS);
        timers.stop(timer);
        begin(node).timerFired(now, TimerTable.id(timer), sink);
        journal.stepOver(now);
    }

    /** A node wants to leave. */
    void leave(int node) {
        if (record != null) {
            record.add(new Action.Leave(node));
        }
        tally.count(Event.LEAVES);
        departures.leave(node);
        begin(node).leave(now, sink);
        journal.stepOver(now);
    }

    /** A node cannot be reached any more: it has left, or it fails without warning. */
    void switchOff(int node) {
        if (record != null) {
            record.add(new Action.Off(node));
        }
        tally.count(Event.ABSENCES);
        nodes.switchOff(node);
    }

    /** A node that left or could not be reached is back. */
    void comeBack(int node) {
        if (record != null) {
            record.add(new Action.Return(node));
        }
        departures.comeBack(node);
        nodes.switchOn(node);
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
        departures.reboot(node);
        timers.stopAll(node);
        nodes.reboot(node);
    }

    void form(int a, int b) {
        if (record != null) {
            record.add(new Action.Form(a, b));
        }
        tally.count(Event.FORMS);
        links.form(a, b);
        begin(a).linkUp(now, b, sink);
        begin(b).linkUp(now, a, sink);
        journal.stepOver(now);
    }

    /**
     * Delivers the messages on a link until it is silent; false if it stays busy. Nothing else happens meanwhile, also
     * nothing that might end the traffic: so a link that stays busy is no failure, it just cannot be cut now.
     */
    boolean drain(int a, int b) {
        int there = links.way(a, b);
        int back = links.way(b, a);
        for (int i = 0; i < DRAIN_LIMIT && links.inFlight(there) + links.inFlight(back) > 0; i++) {
            deliver(links.inFlight(there) > 0 ? there : back);
        }
        return links.inFlight(there) + links.inFlight(back) == 0;
    }

    /** A silent link dies; both ends know at once. */
    void cut(int a, int b) {
        if (record != null) {
            record.add(new Action.Cut(a, b, Action.Cut.ALL));
        }
        tally.count(Event.CUTS);
        links.cut(a, b);
        begin(a).linkDown(now, b, sink);
        begin(b).linkDown(now, a, sink);
        journal.stepOver(now);
    }

    /**
     * The link dies and {@code a} knows at once, {@code b} later; until then the oldest {@code kept} messages to it may
     * still arrive, all others are lost.
     */
    void die(int a, int b, int kept) {
        if (record != null) {
            record.add(new Action.Cut(a, b, kept));
        }
        tally.count(Event.CUTS);
        loseAllBut(links.way(b, a), 0);
        loseAllBut(links.way(a, b), kept);
        links.die(a, b);
        begin(a).linkDown(now, b, sink);
        journal.stepOver(now);
    }

    /** An end learns that its link is dead. */
    void notice(int end, int other) {
        if (record != null) {
            record.add(new Action.Notice(end, other));
        }
        loseAllBut(links.way(other, end), 0);
        links.noticed(end, other);
        begin(end).linkDown(now, other, sink);
        journal.stepOver(now);
    }

    private void loseAllBut(int way, int kept) {
        while (links.inFlight(way) > kept) {
            sink.lost(links.from(way), links.to(way), links.takeYoungest(way));
        }
    }

    private Protocol begin(int node) {
        tally.count(Event.INPUTS);
        now += ticking ? 1 : 0;
        sink.actFor(node, now);
        return nodes.protocol(node);
    }

    /** The state of every node, in readable form. */
    String describe() {
        StringBuilder text = new StringBuilder();
        for (int node = 0; node < nodes(); node++) {
            Protocol protocol = nodes.protocol(node);
            text.append(protocol.node())
                    .append(": ")
                    .append(protocol.describe())
                    .append('\n');
        }
        return text.toString();
    }
}
