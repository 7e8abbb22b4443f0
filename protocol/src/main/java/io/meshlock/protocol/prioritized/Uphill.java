package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Alive;
import io.meshlock.protocol.prioritized.PrioritizedMessage.GrantMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Refusal;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Token;
import io.meshlock.protocol.token.FencingToken;
import io.meshlock.protocol.token.TokenLeaseCheck;
import java.util.List;

/** Sends away from the anchor: grants to requesters, the token, signs of life and questions about lost grants. */
final class Uphill {

    private final Heights heights;
    private final Sender sender;
    private final Suspicion suspicion;
    private final LocalRequests clients;
    private final Downhill downhill;
    private final TokenLeaseCheck leaseCheck;

    Uphill(
            Heights heights,
            Sender sender,
            Suspicion suspicion,
            LocalRequests clients,
            Downhill downhill,
            TokenLeaseCheck leaseCheck) {
        this.heights = heights;
        this.sender = sender;
        this.suspicion = suspicion;
        this.clients = clients;
        this.downhill = downhill;
        this.leaseCheck = leaseCheck;
    }

    /**
     * Gives a grant to the local client or to the neighbour that registered its request. If there is neither, releases
     * it.
     */
    void passOn(long number, Key key, Slots slots, TokenLeaseCheck.Reading reading, Effects out) {
        sender.advanceClock(FencingToken.count(number));
        boolean mine = clients.made(key);
        if (mine && reading.incarnation() != leaseCheck.incarnation()) {
            return; // for a former incarnation: its entry in the ledger ends with its lease
        }
        if (mine && !leaseCheck.admits(number, key, slots, reading.at())) {
            downhill.release(number);
            return;
        }
        if (clients.enter(number, key, slots, out)) {
            return;
        }
        for (Neighbour neighbour : heights.neighbours()) {
            if (neighbour.entry.contains(key)) {
                neighbour.entry = neighbour.entry.without(key);
                sender.send(neighbour, header -> new GrantMessage(header, number, key, slots, reading), out);
                return;
            }
        }
        downhill.release(number);
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
            if (neighbour.entry.contains(key)) {
                neighbour.entry = neighbour.entry.without(key);
                sender.send(neighbour, header -> new Refusal(header, key), out);
                return;
            }
        }
    }

    /** Sends the token to a neighbour, with the keys that this node registers there. */
    void sendToken(Neighbour to, Anchor at, Keys mine, int chased, Effects out) {
        sender.send(
                to,
                header -> new Token(
                        header, at.ledger.snapshot(), at.nextNumber(), at.hop + 1, suspicion.stamp(), mine, chased),
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
     * Releases those of the grants asked about that were made to this incarnation and did not arrive. The request, if it still
     * waits, gets another number, so that a late GRANT finds no request and is released.
     */
    void answer(Effects out) {
        for (LedgerEntry entry : suspicion.asked()) {
            boolean mine = clients.made(entry.key()) && entry.incarnation() == leaseCheck.incarnation();
            if (mine && !clients.hold(entry.number())) {
                clients.rename(entry.key(), out);
                downhill.release(entry.number());
            }
        }
    }
}
