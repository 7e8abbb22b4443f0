package io.meshlock.simulator.hunt;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Grant;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Request;
import io.meshlock.simulator.Founding;
import io.meshlock.simulator.hunt.Tally.Event;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A mesh in which nothing has a time: whoever drives it says what happens next. It stops at the first broken rule. */
final class HuntMesh {

    private static final int DRAIN_LIMIT = 200;

    final Channels channels;
    final Requests requests;
    private final Judge judge;
    private final Protocol[] protocols;
    private final boolean lossy;
    private final Tally tally;
    private final Sink sink = new Sink();
    private @Nullable List<Action> record;
    private boolean shapes;
    private int acting;

    HuntMesh(HuntSettings settings, Layout layout, Tally tally) {
        int nodes = layout.nodes;
        this.tally = tally;
        this.lossy = settings.faults().lossyLinkDeath();
        this.channels = new Channels(nodes);
        this.requests = new Requests(nodes);
        Founding founding = new Founding(settings.algorithm(), layout.pool, layout.options, lossy, layout.neighbours());
        this.judge = new Judge(
                founding, nodes, layout.pool.permits(), settings.algorithm().promises(), lossy);
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
        return judge.bounced();
    }

    // ---- what happens ----

    /** A new request; returns its number. */
    int request(int node, int permits, int priority, long deadline) {
        int number = requests.add(node, permits);
        if (record != null) {
            record.add(new Action.Ask(number, node, permits, priority, deadline));
        }
        tally.count(Event.REQUESTS);
        Request request = new Request(requests.serial(number), permits, priority, deadline);
        begin(node).request(0, request, sink);
        judge.stepped();
        return number;
    }

    void release(int number) {
        if (record != null) {
            record.add(new Action.Release(number));
        }
        Grant grant = requests.leave(number);
        judge.left(grant);
        tally.count(Event.RELEASES);
        begin(requests.node(number)).release(0, grant.number(), sink);
        judge.stepped();
    }

    void cancel(int number) {
        if (record != null) {
            record.add(new Action.Cancel(number));
        }
        tally.count(Event.CANCELS);
        begin(requests.node(number)).cancel(0, requests.serial(number), sink);
        judge.stepped();
        if (requests.waiting.contains(number)) {
            throw new Failure.Raised(
                    FailureKind.NOT_WITHDRAWN, requests.describe(number) + " was cancelled and still waits");
        }
    }

    void deliver(int way) {
        if (record != null) {
            record.add(new Action.Deliver(way / nodes(), way % nodes()));
        }
        Message message = channels.take(way);
        tally.delivered(message);
        if (shapes) {
            tally.shape(message);
        }
        int tokens = message.tokens();
        int heldBefore = judge.tokensHeld();
        judge.tokensSent(-tokens);
        int from = way / nodes();
        int to = way - from * nodes();
        begin(to).receive(0, from, message, sink);
        judge.stepped();
        if (tokens > 0 && judge.tokensHeld() == heldBefore && !sink.sentTokens) {
            tally.count(Event.REFUSED_TOKENS);
        }
    }

    void form(int a, int b) {
        if (record != null) {
            record.add(new Action.Form(a, b));
        }
        tally.count(Event.FORMS);
        channels.form(a, b);
        begin(a).linkUp(0, b, sink);
        begin(b).linkUp(0, a, sink);
        judge.stepped();
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
        begin(a).linkDown(0, b, sink);
        begin(b).linkDown(0, a, sink);
        judge.stepped();
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
        lose(channels.way(b, a), 0);
        lose(channels.way(a, b), kept);
        channels.die(a, b);
        begin(a).linkDown(0, b, sink);
        judge.stepped();
    }

    /** An end learns that its link is dead. */
    void notice(int end, int other) {
        if (record != null) {
            record.add(new Action.Notice(end, other));
        }
        lose(channels.way(other, end), 0);
        channels.noticed(end, other);
        begin(end).linkDown(0, other, sink);
        judge.stepped();
    }

    private void lose(int way, int kept) {
        while (channels.inFlight(way) > kept) {
            lost(channels.drop(way));
        }
    }

    private void lost(Message message) {
        judge.tokensSent(-message.tokens());
        tally.lost(message);
    }

    private Protocol begin(int node) {
        tally.count(Event.INPUTS);
        acting = node;
        sink.sentTokens = false;
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

    // ---- what the protocols do ----

    private final class Sink implements Effects {

        private boolean sentTokens;

        @Override
        public void send(int to, Message message) {
            int way = channels.way(acting, to);
            int tokens = message.tokens();
            if (tokens > 0) {
                judge.tokensSent(tokens);
                sentTokens = true;
            }
            if (channels.isUp(way)) {
                channels.put(way, message);
            } else if (lossy) {
                lost(message);
            } else {
                throw new Failure.Raised(
                        FailureKind.LINK_IS_DOWN, "node " + acting + " sends " + message + " to " + to);
            }
        }

        @Override
        public void granted(Grant grant) {
            tally.count(Event.GRANTS);
            requests.enter(acting, grant);
            judge.entered(grant);
        }

        @Override
        public void rejected(long request, Rejection why) {
            if (why != Rejection.MORE_THAN_THE_ALGORITHM_GRANTS) {
                throw new Failure.Raised(FailureKind.REJECTED, "node " + acting + " rejects: " + why.reason());
            }
            withdrawn(request);
        }

        @Override
        public void withdrawn(long request) {
            int number = requests.find(acting, request);
            if (number < 0 || !requests.waiting.contains(number)) {
                throw new Failure.Raised(
                        FailureKind.NOT_WITHDRAWN,
                        "node " + acting + " withdraws request " + request + ", which does not wait");
            }
            requests.waiting.remove(number);
        }

        @Override
        public void setTimer(int timer, long delay) {
            throw new UnsupportedOperationException("hunts have no time, hence no timers");
        }

        @Override
        public void waiting(long request, Key key) {
            int number = requests.find(acting, request);
            if (number >= 0 && requests.waitsAgain(number)) {
                tally.count(Event.RENAMED);
            }
        }

        @Override
        public void decided(long number, Key key) {
            tally.count(Event.DECISIONS);
            judge.decided(number, key);
        }

        @Override
        public void tokens(int held) {
            judge.tokens(acting, held);
        }
    }
}
