package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.prioritized.Demand.Front;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Token;
import io.meshlock.protocol.token.TokenLeaseCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Grants requests while the token is here, best first. */
final class Serving {

    private final Anchor at;
    private final Tuning tuning;
    private final Demand demand;
    private final Downhill downhill;
    private final Uphill uphill;
    private final TokenLeaseCheck leaseCheck;
    private final Lines lines;

    Serving(
            Anchor at,
            Tuning tuning,
            Demand demand,
            Downhill downhill,
            Uphill uphill,
            TokenLeaseCheck leaseCheck,
            Lines lines) {
        this.lines = lines;
        this.at = at;
        this.tuning = tuning;
        this.demand = demand;
        this.downhill = downhill;
        this.uphill = uphill;
        this.leaseCheck = leaseCheck;
    }

    /** Grants what can be granted; false if the token has left. */
    boolean serve(Effects out) {
        boolean stays = decideAndTell(out);
        while (stays && downhill.hasReleases()) {
            stays = decideAndTell(out);
        }
        Neighbour better = stays && leaseCheck.mayGrant() ? lines.betterPlace() : null;
        if (better == null || !leaseCheck.mayMoveTo(better.id)) {
            return stays;
        }
        moveTo(better, Token.NOBODY, out);
        return false;
    }

    private boolean decideAndTell(Effects out) {
        boolean stays = decide(out);
        lines.tell(out);
        return stays;
    }

    private boolean decide(Effects out) {
        while (true) {
            takeReturns(out);
            if (!leaseCheck.mayGrant() || at.isUsedUp()) {
                return true;
            }
            if (tuning.ahead() > 0 && leaseCheck.isTimed()) {
                returned(at.ledger.dropLapsed(leaseCheck)); // the grant before them may have been struck off
            }
            Front front = demand.front(at, at.ledger.permits(), leaseCheck);
            lines.recall(front, out);
            if (front != null && front.key().permits() > at.ledger.free()) {
                if (lines.name(front, demand.waitsBeside(front.key(), at, leaseCheck), out)) {
                    continue;
                }
                front = at.mayOvertake(front.key(), tuning.overtakes())
                        ? demand.front(at, at.ledger.free(), leaseCheck)
                        : null;
            }
            if (front == null || !at.ledger.hasRoomFor(front.key().permits())) {
                if (refuseTry(out)) {
                    continue; // what waits behind it may be served
                }
                return true;
            }
            lines.tell(out); // before the token leaves, and so that whoever was granted waits here no longer
            if (downhill.hasReleases()) {
                continue;
            }
            Neighbour via = front.via();
            if (via != null && shouldMove(front.key(), via) && leaseCheck.mayMoveTo(via.id)) {
                sendToken(front.key(), via, out);
                return false;
            }
            grant(front.key(), via, out);
        }
    }

    /** Nothing more can be granted: answers a request that does not wait; false if there is none. */
    private boolean refuseTry(Effects out) {
        Key tried = demand.bestTry(at, leaseCheck);
        if (tried == null) {
            return false;
        }
        lines.tell(out);
        uphill.refuse(tried, out);
        return true;
    }

    private void takeReturns(Effects out) {
        GrantNumbers entered = downhill.takeEntered();
        for (int i = 0; i < entered.size(); i++) {
            returned(at.ledger.entered(entered.get(i)));
        }
        while (takeDoubts()) {
            floodAlive(out); // this node is asked, too, and its answer may raise the next doubt
        }
        if (leaseCheck.mayGrant()) { // before that, the leases of a token that has just arrived are not known here
            List<Amendment> changes = downhill.takeAmended().all();
            for (int i = 0; i < changes.size(); i++) {
                amend(changes.get(i));
            }
        }
        long held = downhill.takeHeld();
        GrantNumbers released = downhill.takeReleased();
        for (int i = 0; i < released.size(); i++) {
            lines.cameHome(released.get(i), held);
            comeHome(released.get(i));
        }
    }

    /** True if somebody has to be asked. */
    private boolean takeDoubts() {
        boolean news = false;
        GrantNumbers doubted = downhill.takeDoubted();
        for (int i = 0; i < doubted.size(); i++) {
            news |= at.ledger.doubt(doubted.get(i));
        }
        GrantNumbers over = downhill.takeOver();
        for (int i = 0; i < over.size(); i++) {
            news |= passDoubtOn(over.get(i));
        }
        return news;
    }

    /**
     * A grant in doubt is over: its permits are home, or its requester has passed them on, and then its heir knows.
     * True if that one has to be asked now.
     */
    private boolean passDoubtOn(long number) {
        LedgerEntry entry = at.ledger.find(number);
        LedgerEntry next = entry == null ? null : at.ledger.successor(entry);
        if (next == null) {
            comeHome(number);
            return false;
        }
        strike(number);
        return at.ledger.doubt(next.number());
    }

    private void amend(Amendment change) {
        LedgerEntry entry = at.ledger.find(change.number());
        if (entry != null && entry.slots().meets(change.back())) { // it may come twice, and heirs be named in between
            returned(at.ledger.entered(change.number()));
            returned(at.ledger.disinherit(change.number())); // its holder has dropped its heirs, too
            at.ledger.reduce(change.number(), change.back());
        }
        leaseCheck.keep(change.number(), change.keep());
    }

    /** The permits of a grant are home. */
    private void comeHome(long number) {
        returned(at.ledger.comeHome(number));
        leaseCheck.returned(number);
    }

    private void returned(GrantNumbers removed) {
        for (int i = 0; i < removed.size(); i++) {
            leaseCheck.returned(removed.get(i));
        }
    }

    /** Nobody holds this grant any more, if it is known; its heirs may have its permits. */
    void strike(long number) {
        at.ledger.remove(number);
        leaseCheck.returned(number);
    }

    /** The lease of this grant is over. */
    void lapse(long number) {
        if (tuning.ahead() == 0) {
            strike(number);
        } else {
            leaseCheck.lapse(number);
            returned(at.ledger.dropLapsed(leaseCheck));
        }
    }

    private void grant(Key key, @Nullable Neighbour via, Effects out) {
        TokenLeaseCheck.Reading reading = leaseCheck.readingOf(key.node());
        LedgerEntry entry = at.grant(key, reading.incarnation(), via == null ? Token.NOBODY : via.id);
        out.decided(entry.number(), key);
        if (via == null || tuning.ahead() == 0) {
            uphill.deliver(Delivery.granted(entry, reading, List.of()), out);
        } else {
            lines.granted(entry, reading);
        }
        if (via != null && at.countRemoteGrant()) {
            lines.tell(out);
            floodAlive(out);
        }
    }

    private boolean shouldMove(Key front, Neighbour via) {
        return tuning.eager() || isDrawnTo(front, via) || (at.chased == front.node() && demand.isAllVia(via));
    }

    /** More grants went there lately, and not by chance. */
    private boolean isDrawnTo(Key front, Neighbour via) {
        if (!at.flow.isDrawnTo(via.id)) {
            return false;
        }
        if (!at.flow.isAllTo(front.node()) && lines.isNoBetter(via)) {
            at.flow.forget();
            return false;
        }
        return true;
    }

    private void sendToken(Key front, Neighbour to, Effects out) {
        moveTo(to, at.flow.isAllTo(front.node()) && demand.isAllVia(to) ? front.node() : Token.NOBODY, out);
    }

    private void moveTo(Neighbour to, int chased, Effects out) {
        to.entry = Keys.EMPTY;
        sendToken(to, demand.best(tuning.registered()), chased, out);
    }

    /**
     * Sends the token to the neighbour that registered the best request, or to any neighbour that stays; false if there
     * is none.
     */
    boolean handOn(Effects out) {
        takeReturns(out);
        Neighbour heir = demand.heir(at, leaseCheck);
        if (heir == null) {
            return false;
        }
        sendToken(heir, Keys.EMPTY, Token.NOBODY, out);
        return true;
    }

    private void sendToken(Neighbour to, Keys mine, int chased, Effects out) {
        downhill.registeredBy(to, mine);
        out.tokens(0);
        uphill.sendToken(to, at, mine, chased, out);
    }

    Ledger ledger() {
        return at.ledger;
    }

    /** A link of this node came or went. */
    void linksChanged() {
        at.placement.countLinkChange();
    }

    /** Adapts the ledger to the pool's size, as far as recovery allows. */
    void fit(int permits) {
        int before = at.ledger.permits();
        if (permits < before || (permits > before && leaseCheck.mayGrow())) {
            at.ledger.resize(permits);
        }
    }

    /** Floods a sign of life. */
    void floodAlive(Effects out) {
        uphill.floodAlive(at.ledger.doubtful(), out);
    }

    @Override
    public String toString() {
        return at.toString();
    }
}
