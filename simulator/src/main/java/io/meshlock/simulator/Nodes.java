package io.meshlock.simulator;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Journals;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Protocol;
import io.meshlock.simulator.engine.EventQueue;

/** The protocols of all nodes. Every input passes through here and is written to the journal first. */
final class Nodes {

    private final Protocol[] protocols;
    private final NodeEffects effects;
    private final EventQueue queue;
    private final Journal journal;
    /** False if the journal ignores everything: then millions of calls are saved. */
    private final boolean observed;

    private final Clocks clocks;
    private final Identities identities;
    private long inputs;

    Nodes(
            Protocol[] protocols,
            NodeEffects effects,
            EventQueue queue,
            Journal journal,
            Clocks clocks,
            Identities identities) {
        this.clocks = clocks;
        this.identities = identities;
        this.protocols = protocols;
        this.effects = effects;
        this.queue = queue;
        this.journal = journal;
        this.observed = journal != Journals.none();
    }

    void leave(int node) {
        protocols[node].leave(step(node), effects);
    }

    void comeBack(int node) {
        protocols[node].comeBack(step(node), effects);
    }

    void resize(int node, int permits) {
        protocols[node].resize(step(node), permits, effects);
    }

    void recover(int node) {
        protocols[node].recover(step(node), effects);
    }

    void forget(int node, int member) {
        protocols[node].forget(step(node), member, effects);
    }

    /** Replaces the protocol of a node that lost its memory. */
    void replace(int node, Protocol fresh) {
        protocols[node] = fresh;
    }

    /** The number by which others know the node that runs on this host. */
    int number(int host) {
        return identities.number(host);
    }

    /** How many inputs the protocols have handled. */
    long inputs() {
        return inputs;
    }

    Protocol protocol(int node) {
        return protocols[node];
    }

    /** What a node's clock shows now. */
    long clock(int node) {
        return clocks.shown(node, queue.now());
    }

    void deliver(int from, int to, Message message) {
        long now = step(to);
        if (observed) {
            journal.delivered(queue.now(), from, to, message);
        }
        protocols[to].receive(now, identities.number(from), message, effects);
    }

    /** A message was lost before its node could receive it. */
    void lost(int from, int to, Message message) {
        journal.lost(queue.now(), from, to, message);
    }

    /** One end notices a new link. */
    void linkUp(int node, int peer) {
        protocols[node].linkUp(step(node), identities.number(peer), effects);
    }

    /** One end notices that a link is gone. */
    void linkDown(int node, int peer) {
        protocols[node].linkDown(step(node), identities.number(peer), effects);
    }

    void request(int node, PermitRequest request) {
        long now = step(node);
        journal.requested(queue.now(), node, request);
        protocols[node].request(now, request, effects);
    }

    void cancel(int node, long request) {
        long now = step(node);
        journal.cancelled(queue.now(), node, request);
        protocols[node].cancel(now, request, effects);
    }

    void release(int node, PermitGrant grant) {
        long now = step(node);
        journal.released(queue.now(), node, grant);
        protocols[node].release(now, grant.number(), effects);
    }

    void giveBack(int node, PermitGrant part) {
        long now = step(node);
        journal.givenBack(queue.now(), node, part);
        protocols[node].giveBack(now, part.number(), part.slots(), effects);
    }

    void timerFired(int node, int timer) {
        protocols[node].timerFired(step(node), timer, effects);
    }

    /** A node begins to handle an input; returns what its clock shows. */
    private long step(int node) {
        long now = queue.now();
        inputs++;
        effects.actFor(node);
        if (observed) {
            journal.stepped(now, node);
        }
        return clocks.shown(node, now);
    }
}
