package io.meshlock.simulator;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Journals;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Grant;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Request;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.network.Endpoints;
import org.jspecify.annotations.Nullable;

/** The protocols of all nodes. Every input reaches them through here, and the journal hears of it first. */
final class Nodes implements Endpoints {

    private final Protocol[] protocols;
    private final NodeEffects effects;
    private final EventQueue queue;
    private final Journal journal;
    /** Without an observer, millions of calls to a journal that ignores them are not made. */
    private final boolean observed;

    /** What the protocols' effects go to: those above, or whoever stands before them. */
    private Effects out;

    /** What the nodes' clocks show, or null if all show true time. */
    private final @Nullable Clocks clocks;

    private @Nullable HostModes modes;
    private long inputs;

    Nodes(Protocol[] protocols, NodeEffects effects, EventQueue queue, Journal journal, @Nullable Clocks clocks) {
        this.clocks = clocks;
        this.protocols = protocols;
        this.effects = effects;
        this.queue = queue;
        this.journal = journal;
        this.observed = journal != Journals.none();
        this.out = effects;
    }

    /** Nodes come and go: what is sent to or by one that cannot be reached is lost. */
    void comeAndGo(HostModes hostModes) {
        modes = hostModes;
        out = new HostEffects(effects, hostModes, this);
    }

    /** What the acting node sends is lost. */
    void lostAtOnce(int from, int to, Message message) {
        journal.sent(queue.now(), from, to, message);
        journal.lost(queue.now(), from, to, message);
    }

    void leave(int node) {
        protocols[node].leave(step(node), out);
    }

    void comeBack(int node) {
        protocols[node].comeBack(step(node), out);
    }

    void resize(int node, int permits) {
        protocols[node].resize(step(node), permits, out);
    }

    void recover(int node) {
        protocols[node].recover(step(node), out);
    }

    void forget(int node, int member) {
        protocols[node].forget(step(node), member, out);
    }

    /** Another protocol takes the place of one whose memory is lost. */
    void replace(int node, Protocol fresh) {
        protocols[node] = fresh;
    }

    /** How many inputs the protocols have handled. */
    long inputs() {
        return inputs;
    }

    Protocol protocol(int node) {
        return protocols[node];
    }

    @Override
    public void deliver(int from, int to, Message message) {
        if (modes != null && modes.isOff(to)) {
            journal.lost(queue.now(), from, to, message);
            return;
        }
        long now = step(to);
        if (observed) {
            journal.delivered(queue.now(), from, to, message);
        }
        protocols[to].receive(now, from, message, out);
    }

    @Override
    public void lost(int from, int to, Message message) {
        journal.lost(queue.now(), from, to, message);
    }

    @Override
    public void linkUp(int low, int high) {
        journal.linkUp(queue.now(), low, high);
        linkUpAt(low, high);
        linkUpAt(high, low);
    }

    /** One end notices a new link. */
    void linkUpAt(int node, int peer) {
        protocols[node].linkUp(step(node), peer, out);
    }

    @Override
    public void linkDown(int low, int high) {
        journal.linkDown(queue.now(), low, high);
        linkDownAt(low, high);
        linkDownAt(high, low);
    }

    /** One end notices that a link is gone. */
    void linkDownAt(int node, int peer) {
        protocols[node].linkDown(step(node), peer, out);
    }

    void request(int node, Request request) {
        long now = step(node);
        journal.requested(queue.now(), node, request);
        protocols[node].request(now, request, out);
    }

    void cancel(int node, long request) {
        long now = step(node);
        journal.cancelled(queue.now(), node, request);
        protocols[node].cancel(now, request, out);
    }

    void release(int node, Grant grant) {
        long now = step(node);
        journal.released(queue.now(), node, grant);
        protocols[node].release(now, grant.number(), out);
    }

    void timerFired(int node, int timer) {
        protocols[node].timerFired(step(node), timer, out);
    }

    /** A node begins to handle an input; returns what its clock shows. */
    private long step(int node) {
        long now = queue.now();
        inputs++;
        effects.actFor(node);
        if (observed) {
            journal.stepped(now, node);
        }
        return clocks == null ? now : clocks.shown(node, now);
    }
}
