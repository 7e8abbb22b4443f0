package io.meshlock.simulator.hunt;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import io.meshlock.simulator.hunt.Tally.Event;
import io.meshlock.simulator.mesh.Links;
import io.meshlock.simulator.mesh.MeshNodes;
import io.meshlock.simulator.mesh.TimerTable;

/** Performs the effects of the acting node's protocol, and writes them to the journal. */
final class HuntEffects implements Effects {

    private final Links links;
    private final Requests requests;
    private final MeshNodes nodes;
    private final TimerTable timers;
    private final Departures departures;
    private final HuntJournal journal;
    private final Tally tally;
    private final boolean lossy;
    private int acting;
    private long now;
    private boolean sentTokens;

    HuntEffects(
            Links links,
            MeshNodes nodes,
            TimerTable timers,
            Requests requests,
            Departures departures,
            HuntJournal journal,
            Tally tally,
            boolean lossy) {
        this.links = links;
        this.requests = requests;
        this.nodes = nodes;
        this.timers = timers;
        this.departures = departures;
        this.journal = journal;
        this.tally = tally;
        this.lossy = lossy;
    }

    /** From now on, effects are those of this node. */
    void actFor(int node, long time) {
        acting = node;
        now = time;
        sentTokens = false;
        journal.stepped(time, node);
    }

    /** True if a token was sent since the last call of {@link #actFor}. */
    boolean sentTokens() {
        return sentTokens;
    }

    /** A message does not arrive. */
    void lost(int from, int to, Message message) {
        journal.lost(now, from, to, message);
        tally.lost(message);
    }

    @Override
    public void send(int to, Message message) {
        int way = links.way(acting, to);
        sentTokens |= message.tokens() > 0;
        journal.sent(now, acting, to, message);
        if (nodes.isOff(acting)) {
            lost(acting, to, message);
        } else if (links.isUp(way)) {
            links.put(way, message);
        } else if (lossy) {
            lost(acting, to, message);
        } else {
            throw new Failure.Raised(FailureKind.LINK_IS_DOWN, "node " + acting + " sends " + message + " to " + to);
        }
    }

    @Override
    public void granted(PermitGrant grant) {
        tally.count(Event.GRANTS);
        int number = requests.enter(acting, grant);
        journal.granted(now, acting, requests.told(number));
        checkNotGone(grant.toString());
    }

    @Override
    public void rejected(long request, Rejection why) {
        if (why == Rejection.MORE_THAN_THE_POOL_HAS) {
            tally.count(Event.REJECTIONS);
        } else if (why != Rejection.MORE_THAN_THE_ALGORITHM_GRANTS) {
            throw new Failure.Raised(FailureKind.REJECTED, "node " + acting + " rejects: " + why.reason());
        }
        journal.rejected(now, acting, giveUp(request), why);
    }

    @Override
    public void withdrawn(long request) {
        journal.withdrawn(now, acting, giveUp(request));
    }

    /** The request waits no more; returns its number. */
    private int giveUp(long request) {
        int number = requests.find(acting, request);
        if (number < 0 || !requests.waiting.contains(number)) {
            throw new Failure.Raised(
                    FailureKind.NOT_WITHDRAWN,
                    "node " + acting + " withdraws request " + request + ", which does not wait");
        }
        requests.waiting.remove(number);
        return number;
    }

    @Override
    public void setTimer(int timer, long delay) {
        timers.start(TimerTable.timer(acting, timer), now + delay);
    }

    @Override
    public void mayLeave() {
        tally.count(Event.FAREWELLS);
        departures.mayLeave(acting);
        if (requests.of(acting, requests.held).length > 0) {
            checkNotGone("permits");
        }
        if (journal.tokens.at(acting) > 0) {
            checkNotGone("a token");
        }
    }

    @Override
    public void remember(int incarnation) {
        nodes.remember(acting, incarnation);
    }

    @Override
    public void waiting(long request, Key key) {
        int number = requests.find(acting, request);
        if (number < 0) {
            return;
        }
        if (requests.waitsAgain(number)) {
            tally.count(Event.RENAMED);
        }
        journal.waiting(now, acting, number, key);
    }

    @Override
    public void decided(long number, Key key) {
        tally.count(Event.DECISIONS);
        journal.decided(now, acting, number, key);
    }

    @Override
    public void tokens(int held) {
        journal.tokens(now, acting, held);
        if (held > 0) {
            checkNotGone("a token");
        }
    }

    @Override
    public void resized(PoolSize size) {
        journal.resized(now, acting, size);
    }

    /** A node that was told that it may leave could be gone by now. */
    private void checkNotGone(String what) {
        if (departures.mayGo(acting)) {
            throw new Failure.Raised(FailureKind.NEEDED, "node " + acting + " may leave and has " + what);
        }
    }
}
