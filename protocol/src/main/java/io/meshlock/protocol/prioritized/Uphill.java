package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.prioritized.LocalRequests.Held;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Alive;
import io.meshlock.protocol.prioritized.PrioritizedMessage.HeirsMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Refusal;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Token;
import io.meshlock.protocol.token.FencingToken;
import io.meshlock.protocol.token.TokenLeaseCheck;
import java.util.List;

/** Sends away from the anchor: grants to requesters, the token, signs of life and questions about lost grants. */
final class Uphill {

    private final Heights heights;
    private final Sender sender;
    private final GrantClock clock;
    private final Suspicion suspicion;
    private final LocalRequests clients;
    private final Downhill downhill;
    private final TokenLeaseCheck leaseCheck;
    private final Succession succession;
    private final InputTime time;

    Uphill(
            Heights heights,
            Sender sender,
            GrantClock clock,
            Suspicion suspicion,
            LocalRequests clients,
            Downhill downhill,
            TokenLeaseCheck leaseCheck,
            Succession succession,
            InputTime time) {
        this.time = time;
        this.clock = clock;
        this.succession = succession;
        this.heights = heights;
        this.sender = sender;
        this.suspicion = suspicion;
        this.clients = clients;
        this.downhill = downhill;
        this.leaseCheck = leaseCheck;
    }

    /**
     * Gives a grant to the local client, or sends it on towards its requester. If there is no way, its permits go home.
     */
    void deliver(Delivery grant, Effects out) {
        clock.hear(FencingToken.count(grant.number()));
        boolean mine = clients.made(grant.key());
        if (mine && grant.reading().incarnation() != leaseCheck.incarnation()) {
            return; // for a former incarnation: its entry in the ledger ends with its lease
        }
        if (mine) {
            if (!enter(grant, out)) {
                forget(grant.key()); // a neighbour may have it registered still
                downhill.release(grant.number());
            }
        } else if (!sendByRoute(grant, out) && !sendBack(grant, out)) {
            downhill.release(grant.number());
        }
    }

    private void forget(Key key) {
        for (Neighbour neighbour : heights.neighbours()) {
            neighbour.strike(key);
        }
    }

    /** False if the request does not wait here any more, or the lease is over. Then the heirs get nothing, either. */
    private boolean enter(Delivery grant, Effects out) {
        boolean admitted = leaseCheck.admits(
                grant.number(), grant.key(), grant.slots(), grant.reading().at());
        if (!admitted || !clients.enter(grant.number(), grant.key(), grant.slots(), time.now(), grant.near(), out)) {
            return false;
        }
        succession.begin(grant.number(), grant.key(), grant.heirs());
        if (grant.inherited()) {
            downhill.entered(grant.number());
        }
        return true;
    }

    /** To that node of the route which is nearest to its end, of those that are neighbours. */
    private boolean sendByRoute(Delivery grant, Effects out) {
        NodeList route = grant.route();
        int at = furthest(route);
        Neighbour to = at < 0 ? null : heights.find(route.get(at));
        if (to == null) {
            return false;
        }
        boolean registered = to.strike(grant.key());
        sender.send(to, header -> grant.message(header, route.after(at), registered), out);
        return true;
    }

    private int furthest(NodeList route) {
        for (int i = route.size() - 1; i >= 0; i--) {
            Neighbour neighbour = heights.find(route.get(i));
            if (neighbour != null && !neighbour.leaving) {
                return i;
            }
        }
        return -1;
    }

    /** To the neighbour that registered the request. */
    private boolean sendBack(Delivery grant, Effects out) {
        for (Neighbour neighbour : heights.neighbours()) {
            if (neighbour.strike(grant.key())) {
                sender.send(neighbour, header -> grant.message(header, NodeList.EMPTY, true), out);
                return true;
            }
        }
        return false;
    }

    /**
     * Tells the requester of a grant who follows it. Without a way nobody is told: the permits will come home. Nobody
     * at all: the request has no place in a line any more.
     */
    void name(long number, Key key, NodeList route, List<Heir> heirs, Effects out) {
        if (clients.made(key)) {
            if (heirs.isEmpty()) {
                recall(number, key, out);
            } else if (clients.hold(number) || clients.isWaiting(key)) {
                succession.extend(number, key, heirs);
            }
            return;
        }
        int at = furthest(route);
        Neighbour to = at < 0 ? null : heights.find(route.get(at));
        if (to != null) {
            sender.send(to, header -> new HeirsMessage(header, number, key, route.after(at), heirs), out);
        }
    }

    /** The request waits for any permit again, under another number: permits that come along its line find nobody. */
    private void recall(long number, Key key, Effects out) {
        if (!clients.hold(number) && clients.rename(key, out)) {
            succession.drop(key);
        }
    }

    /** Permits that a local client gave back go to its heir, or home. */
    void handOver(Held left, Effects out) {
        List<Heir> heirs = succession.end(left.number());
        Slots slots = left.grant().slots();
        boolean fits = !heirs.isEmpty() && heirs.get(0).key().permits() == slots.count();
        if (!fits || !leaseCheck.mayPassOn()) {
            downhill.release(left.number(), time.now() - left.since());
        } else {
            deliver(Delivery.toFirst(heirs, slots), out);
        }
    }

    /**
     * Tells the local client, or the neighbour that registered it, that a request which does not wait was refused. A
     * refusal that is lost with its link is no harm: the request is registered elsewhere and asked again.
     */
    void refuse(Key key, Effects out) {
        if (clients.refuse(key, out)) {
            return;
        }
        for (Neighbour neighbour : heights.neighbours()) {
            if (neighbour.strike(key)) {
                sender.send(neighbour, header -> new Refusal(header, key), out);
                return;
            }
        }
    }

    /** Sends the token to a neighbour, with the keys that this node registers there. */
    void sendToken(Neighbour to, Anchor at, Keys mine, int chased, Effects out) {
        List<LinkState> links = downhill.linksFor(to, Topology.MAX_WITH_TOKEN);
        sender.send(
                to,
                header -> new Token(
                        header,
                        at.ledger.snapshot(),
                        at.nextNumber(),
                        at.hop + 1,
                        suspicion.stamp(),
                        mine,
                        chased,
                        links),
                out);
        heights.expectBelow(to);
    }

    /** The anchor floods a sign of life, with the grants in doubt. */
    void floodAlive(List<LedgerEntry> doubtful, Effects out) {
        suspicion.heardAlive(suspicion.stamp() + 1, doubtful);
        for (Neighbour neighbour : heights.neighbours()) {
            sendAlive(neighbour, out);
        }
        answer(out);
    }

    /** Sends the newest sign of life to a neighbour; distances count from this node. */
    void sendAlive(Neighbour to, Effects out) {
        sender.send(to, header -> new Alive(header, suspicion.stamp(), heights.height(), 1, suspicion.asked()), out);
    }

    /**
     * Answers for those of the grants asked about that were made to this incarnation and that it does not hold. A request
     * that still waits gets another number, so that a late GRANT finds no request, and the permits are home. Otherwise
     * the grant is over, and its permits may have been passed on.
     */
    void answer(Effects out) {
        for (LedgerEntry entry : suspicion.asked()) {
            boolean mine = clients.made(entry.key()) && entry.incarnation() == leaseCheck.incarnation();
            if (!mine || clients.hold(entry.number())) {
                continue;
            }
            if (clients.rename(entry.key(), out)) {
                succession.drop(entry.key());
                downhill.release(entry.number());
            } else {
                downhill.over(entry.number());
            }
        }
    }
}
