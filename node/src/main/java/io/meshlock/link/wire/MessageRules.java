package io.meshlock.link.wire;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolBounds;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.View;
import io.meshlock.protocol.lookahead.LookAheadMessage;
import io.meshlock.protocol.prioritized.Amendment;
import io.meshlock.protocol.prioritized.Amendments;
import io.meshlock.protocol.prioritized.GrantNumbers;
import io.meshlock.protocol.prioritized.Header;
import io.meshlock.protocol.prioritized.Height;
import io.meshlock.protocol.prioritized.LedgerEntry;
import io.meshlock.protocol.prioritized.MessageBounds;
import io.meshlock.protocol.prioritized.PrioritizedMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Alive;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Amend;
import io.meshlock.protocol.prioritized.PrioritizedMessage.GrantMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.HeirsMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Inquiry;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Refusal;
import io.meshlock.protocol.prioritized.PrioritizedMessage.ReleaseMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.RequestMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Resize;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Suspect;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Token;
import io.meshlock.protocol.recovery.RecoveryMessage;
import io.meshlock.protocol.token.FencingToken;
import java.util.List;

/**
 * The values that a node may send. A message that decodes may still say what no correct node says: a request for no
 * permits, a ledger in which two grants have one slot and not all, a round beyond the last. Such a message is malformed. It is told
 * apart before any pool sees it, so that it costs its sender the link and nobody anything else.
 *
 * <p>What needs the state of a pool to be told apart is not here.
 */
public final class MessageRules {

    /** Counters and clocks stay below this, so that sums and differences of two do not overflow. */
    static final long MAX_TIME = 1L << 61;

    /** More than any counter reaches: one step per nanosecond for a hundred days. */
    static final long MAX_COUNTER = 1L << 53;

    private static final int MAX_DISTANCE = 1 << 20;

    /** More keys than any node registers at once; see the option {@code registered}. */
    private static final int MAX_KEYS = 64;

    private MessageRules() {}

    /**
     * Throws if no correct node sends this message.
     *
     * @throws MalformedFrameException the message says which value is wrong
     */
    public static void check(Message message) throws MalformedFrameException {
        if (message instanceof PrioritizedMessage prioritized) {
            checkPrioritized(prioritized);
        } else if (message instanceof RecoveryMessage recovery) {
            RecoveryRules.check(recovery);
        } else if (message instanceof LookAheadMessage.Ask ask) {
            checkKey(ask.key());
        } else if (message instanceof LookAheadMessage.Give give && give.key() != null) {
            checkKey(give.key());
        }
    }

    // ---- the prioritized family -------------------------------------------------------------------------------------

    static void checkPrioritized(PrioritizedMessage message) throws MalformedFrameException {
        Header header = message.header();
        checkHeight(header.height());
        checkCount(header.clock());
        within("acknowledgement", header.seen(), 0, MAX_COUNTER);
        if (message instanceof RequestMessage request) {
            checkKeys(request.keys());
            within("number of grants", request.entered().size(), 0, MessageBounds.MAX_ENTERED);
            checkNumbers(request.entered());
            HeirRules.checkLinks(request.links(), MessageBounds.MAX_LINK_STATES);
        } else if (message instanceof GrantMessage grant) {
            checkGrant(grant.number(), grant.key(), grant.slots());
            checkIncarnation(grant.reading().incarnation());
            HeirRules.checkRoute(grant.route());
            HeirRules.checkHeirs(grant.number(), grant.key(), grant.heirs());
        } else if (message instanceof HeirsMessage heirs) {
            checkNumber(heirs.number());
            checkKey(heirs.key());
            HeirRules.checkRoute(heirs.route());
            HeirRules.checkHeirs(heirs.number(), heirs.key(), heirs.heirs());
        } else if (message instanceof Refusal refusal) {
            checkKey(refusal.key());
        } else if (message instanceof ReleaseMessage release) {
            checkNumbers(release.released());
            checkNumbers(release.doubted());
            checkNumbers(release.over());
            within("time", release.held(), -1, MAX_TIME);
        } else if (message instanceof Amend amend) {
            checkAmendments(amend.changes());
        } else if (message instanceof Token token) {
            checkToken(token);
        } else if (message instanceof Alive alive) {
            within("stamp", alive.stamp(), 0, MAX_COUNTER);
            within("distance", alive.distance(), 0, MAX_DISTANCE);
            checkHeight(alive.root());
            checkLedger(alive.asked());
        } else if (message instanceof Suspect suspect) {
            within("stamp", suspect.stamp(), 0, MAX_COUNTER);
        } else if (message instanceof Inquiry inquiry) {
            within("hop", inquiry.transfer().hop(), 0, MAX_COUNTER);
            checkNode(inquiry.transfer().target());
            checkIncarnation(inquiry.transfer().incarnation());
        } else if (message instanceof Resize resize) {
            checkSize(resize.size());
        }
    }

    private static void checkToken(Token token) throws MalformedFrameException {
        checkNumber(token.nextNumber());
        within("hop", token.hop(), 0, MAX_COUNTER);
        within("stamp", token.stamp(), 0, MAX_COUNTER);
        within("node", token.chased(), -1, Integer.MAX_VALUE);
        checkKeys(token.keys());
        HeirRules.checkLinks(token.links(), MessageBounds.MAX_LINK_STATES_WITH_TOKEN);
        checkLedger(token.ledger());
        List<LedgerEntry> ledger = token.ledger();
        if (!ledger.isEmpty() && ledger.get(ledger.size() - 1).number() >= token.nextNumber()) {
            throw new MalformedFrameException("a token whose next number is " + token.nextNumber() + " has granted "
                    + ledger.get(ledger.size() - 1).number());
        }
    }

    /** Grants by ascending number; those that share a slot share all. */
    private static void checkLedger(List<LedgerEntry> ledger) throws MalformedFrameException {
        if (ledger.isEmpty()) {
            return;
        }
        within("number of grants", ledger.size(), 0, PoolBounds.MAX_GRANTS);
        TakenSlots taken = new TakenSlots();
        long before = 0;
        for (LedgerEntry entry : ledger) {
            checkGrant(entry.number(), entry.key(), entry.slots());
            checkIncarnation(entry.incarnation());
            before = checkRises(before, entry.number());
            taken.grant(entry.slots());
        }
    }

    static void checkGrant(long number, Key key, Slots slots) throws MalformedFrameException {
        checkNumber(number);
        checkKey(key);
        if (slots.count() != key.permits()) {
            throw new MalformedFrameException(
                    "a grant of " + key.permits() + " permits has " + slots.count() + " slots");
        }
        within("slot", slots.last(), 1, PoolBounds.MAX_PERMITS);
    }

    static long checkRises(long before, long number) throws MalformedFrameException {
        if (number <= before) {
            throw new MalformedFrameException("grant " + number + " after grant " + before);
        }
        return number;
    }

    private static void checkNumbers(GrantNumbers numbers) throws MalformedFrameException {
        for (int i = 0; i < numbers.size(); i++) {
            checkNumber(numbers.get(i));
        }
    }

    /** A grant gives something back, or is to be kept. What its ledger has of it is not known here. */
    private static void checkAmendments(Amendments changes) throws MalformedFrameException {
        for (Amendment change : changes.all()) {
            checkNumber(change.number());
            within("slot", change.back().last(), 0, PoolBounds.MAX_PERMITS);
        }
    }

    private static void checkKeys(Keys keys) throws MalformedFrameException {
        within("number of keys", keys.size(), 0, MAX_KEYS);
        for (int i = 0; i < keys.size(); i++) {
            checkKey(keys.get(i));
        }
    }

    private static void checkHeight(Height height) throws MalformedFrameException {
        within("height", height.level(), -MAX_COUNTER, MAX_COUNTER);
        within("height", height.offset(), -MAX_COUNTER, MAX_COUNTER);
    }

    // ---- what several families have ---------------------------------------------------------------------------------

    static void checkKey(Key key) throws MalformedFrameException {
        within("number of permits", key.permits(), 1, PoolBounds.MAX_PERMITS);
        checkNode(key.node());
        within("birth", key.birth(), -MAX_COUNTER, MAX_COUNTER);
    }

    static void checkNode(int node) throws MalformedFrameException {
        within("node", node, 0, Integer.MAX_VALUE);
    }

    static void checkIncarnation(long incarnation) throws MalformedFrameException {
        within("incarnation", incarnation, 0, Long.MAX_VALUE - 1);
    }

    static void checkNumber(long number) throws MalformedFrameException {
        within("fencing token", number, 1, Long.MAX_VALUE);
    }

    static void checkCount(long count) throws MalformedFrameException {
        within("count of grants", count, 0, (1L << FencingToken.COUNT_BITS) - 1);
    }

    static void checkTime(long time) throws MalformedFrameException {
        within("time", time, -MAX_TIME, MAX_TIME);
    }

    static void checkSize(PoolSize size) throws MalformedFrameException {
        within("number of permits", size.permits(), 1, PoolBounds.MAX_PERMITS);
        within("version of a size", size.version(), 0, MAX_COUNTER);
        checkNode(size.node());
    }

    static void checkEpoch(Epoch epoch) throws MalformedFrameException {
        within("round", epoch.round(), -1, FencingToken.MAX_ROUND);
        within("node", epoch.maker(), -1, Integer.MAX_VALUE);
        checkIncarnation(epoch.incarnation());
    }

    static void checkView(View view) throws MalformedFrameException {
        checkEpoch(view.epoch());
        within("version of a view", view.version(), 0, Integer.MAX_VALUE / 2);
        within("number of voters", view.seats().size(), 0, PoolBounds.MAX_SEATS);
        checkSize(view.size());
    }

    static void within(String what, long value, long least, long most) throws MalformedFrameException {
        if (value < least || value > most) {
            throw new MalformedFrameException(what + " " + value + "; expected " + least + " to " + most);
        }
    }
}
