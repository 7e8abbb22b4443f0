package io.meshlock.link.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.link.tcp.LinkLimits;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolBounds;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.View;
import io.meshlock.protocol.prioritized.GrantNumbers;
import io.meshlock.protocol.prioritized.Header;
import io.meshlock.protocol.prioritized.Height;
import io.meshlock.protocol.prioritized.Heir;
import io.meshlock.protocol.prioritized.LedgerEntry;
import io.meshlock.protocol.prioritized.LinkState;
import io.meshlock.protocol.prioritized.MessageBounds;
import io.meshlock.protocol.prioritized.NodeList;
import io.meshlock.protocol.prioritized.PrioritizedMessage.GrantMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.HeirsMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.RequestMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Token;
import io.meshlock.protocol.recovery.FrozenToken;
import io.meshlock.protocol.recovery.PeerState;
import io.meshlock.protocol.recovery.Promise;
import io.meshlock.protocol.recovery.Proposal;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import io.meshlock.protocol.recovery.RecoveryMessage.Enclosed;
import io.meshlock.protocol.recovery.TokenHandoff;
import io.meshlock.protocol.token.FencingToken;
import io.meshlock.protocol.token.LeasedGrant;
import io.meshlock.protocol.token.TokenLeaseCheck.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Messages at the bounds of a pool, with the largest numbers in every field: none is longer than a frame. */
@DisplayName("The largest messages")
class LargestMessagesTest {

    private static final int FRAME = LinkLimits.DEFAULTS.maxFrameBytes();

    /** A century. */
    private static final long LONG_TIME = 3_155_760_000_000_000_000L;

    private static final long INCARNATION = 1L << 61;
    private static final Epoch EPOCH = new Epoch(FencingToken.MAX_ROUND, Integer.MAX_VALUE, INCARNATION);
    private static final int RANGES_PER_GRANT = PoolBounds.MAX_RANGES / PoolBounds.MAX_GRANTS;

    private static final Header HEADER = new Header(new Height(-(1L << 53), 1L << 53), 1L << 37, 1L << 53);

    /** What messages that do not carry a large ledger stay below. */
    private static final int SHORT = 16 << 10;

    /** As many grants as there may be, each with as many ranges, from the upper end of the pool. */
    private static final List<Slots> SLOTS = IntStream.range(0, PoolBounds.MAX_GRANTS)
            .mapToObj(LargestMessagesTest::slots)
            .toList();

    private static Slots slots(int grant) {
        int step = PoolBounds.MAX_PERMITS / PoolBounds.MAX_RANGES;
        Slots.Builder slots = new Slots.Builder();
        for (int i = 0; i < RANGES_PER_GRANT; i++) {
            int first = (i * PoolBounds.MAX_GRANTS + grant) * step + 1; // far apart: large distances
            slots.add(first, first + step - 2);
        }
        return slots.build();
    }

    private static long number(int grant) {
        return FencingToken.of(FencingToken.MAX_ROUND, (1L << FencingToken.COUNT_BITS) - 20_000 + grant);
    }

    private static Key key(int grant) {
        long request = Key.requestNumber(Integer.MAX_VALUE, -1 - grant);
        return new Key(Long.MIN_VALUE, 1L << 53, request, SLOTS.get(grant).count(), true);
    }

    private static List<LeasedGrant> leased() {
        return IntStream.range(0, PoolBounds.MAX_GRANTS)
                .mapToObj(i -> new LeasedGrant(number(i), key(i), INCARNATION, SLOTS.get(i), LONG_TIME))
                .toList();
    }

    private static View view() {
        List<Seat> seats = IntStream.range(0, PoolBounds.MAX_SEATS)
                .mapToObj(i -> new Seat(Integer.MAX_VALUE - PoolBounds.MAX_SEATS + i, INCARNATION))
                .toList();
        return new View(EPOCH, (1 << 30) - 1, seats, new PoolSize(PoolBounds.MAX_PERMITS, 1L << 53, Integer.MAX_VALUE));
    }

    /** All slots that no grant has: between any two ranges there is one. */
    private static FrozenToken.Reserved rest() {
        java.util.BitSet rest = new java.util.BitSet();
        rest.set(1, PoolBounds.MAX_PERMITS + 1);
        SLOTS.forEach(slots -> slots.mark(rest, false));
        return new FrozenToken.Reserved(Slots.of(rest), LONG_TIME);
    }

    private static int length(Message message) throws MalformedFrameException {
        MessageRules.check(message);
        byte[] frame = RandomMessages.write(1 << 16, Long.MAX_VALUE, message);
        assertThat(((PoolFrame.Carry) PoolFrames.read(frame, 0, frame.length)).message())
                .isEqualTo(message);
        return frame.length;
    }

    @Test
    void aTokenWithItsLedgerFits() throws Exception {
        List<LedgerEntry> ledger = new ArrayList<>();
        List<TokenHandoff.Remaining> leases = new ArrayList<>();
        for (int i = 0; i < PoolBounds.MAX_GRANTS; i++) {
            ledger.add(new LedgerEntry(number(i), key(i), INCARNATION, SLOTS.get(i), true));
            leases.add(new TokenHandoff.Remaining(number(i), LONG_TIME));
        }
        Token token = new Token(
                HEADER,
                ledger,
                number(19_999),
                1L << 53,
                1L << 53,
                Keys.EMPTY,
                Integer.MAX_VALUE,
                links(MessageBounds.MAX_LINK_STATES_WITH_TOKEN, Integer.MAX_VALUE));
        TokenHandoff handoff = new TokenHandoff(
                INCARNATION,
                1L << 53,
                1L << 60,
                1L << 60,
                1L << 60,
                view(),
                view().size(),
                true,
                leases.stream()
                        .map(each -> new TokenHandoff.Remaining(each.number(), 1L << 60))
                        .toList(),
                List.of());
        assertThat(length(new Enclosed(EPOCH, token, handoff))).isLessThan(FRAME);
    }

    @Test
    void theReportOfATokensHolderThatHoldsEverythingFits() throws Exception {
        List<LeasedGrant> grants = leased().stream()
                .map(each -> new LeasedGrant(each.number(), each.key(), INCARNATION, each.slots(), 1L << 60))
                .toList();
        FrozenToken token = new FrozenToken(EPOCH, grants, List.of(new FrozenToken.Reserved(rest().slots(), 1L << 60)));
        Promise promise = new Promise(EPOCH, 1L << 60, EPOCH, view(), token, 1L << 37);
        Proposal proposal = new Proposal(EPOCH, EPOCH, 1L << 60, view());
        PeerState state = new PeerState(
                Integer.MAX_VALUE,
                INCARNATION,
                INCARNATION,
                1L << 53,
                1L << 60,
                EPOCH,
                EPOCH,
                1L << 53,
                true,
                true,
                grants,
                List.of(1, 2, 3),
                view().size(),
                proposal,
                promise);
        assertThat(length(new Beacon(INCARNATION, 1L << 60, null, -1, List.of(), List.of(state))))
                .isLessThan(FRAME);
    }

    @Test
    void halfAMillionPermitsSideBySideAreShort() throws Exception {
        Header header = new Header(new Height(0, 0), 0, 0);
        Slots half = Slots.range(1, PoolBounds.MAX_PERMITS / 2);
        Key key = new Key(0, 0, Key.requestNumber(1, 1), half.count());
        assertThat(length(new GrantMessage(header, 1, key, half))).isLessThan(100);
    }

    // ---- heirs and link states --------------------------------------------------------------------------------------

    private static NodeList nodes(int count, int highest) {
        return NodeList.of(IntStream.rangeClosed(highest - count + 1, highest).toArray());
    }

    private static List<LinkState> links(int count, int highest) {
        return IntStream.rangeClosed(highest - count + 1, highest)
                .mapToObj(node -> new LinkState(
                        node,
                        MessageBounds.MAX_VERSION,
                        nodes(MessageBounds.MAX_PEERS, highest),
                        MessageBounds.MAX_HOPS))
                .toList();
    }

    private static final Slots ALL = Slots.range(1, PoolBounds.MAX_PERMITS);

    /** A request for the whole pool. */
    private static Key wholePool(int serial) {
        return new Key(Long.MIN_VALUE, 1L << 53, Key.requestNumber(Integer.MAX_VALUE, serial), ALL.count(), true);
    }

    private static List<Heir> heirs() {
        return IntStream.rangeClosed(1, MessageBounds.MAX_HEIRS)
                .mapToObj(i -> new Heir(
                        number(i),
                        wholePool(-1 - i),
                        new Reading(INCARNATION, 1L << 60),
                        nodes(MessageBounds.MAX_HOPS, Integer.MAX_VALUE),
                        true))
                .toList();
    }

    @Test
    void aGrantWithItsHeirsIsShort() throws Exception {
        GrantMessage grant = new GrantMessage(
                HEADER,
                number(0),
                wholePool(-1),
                ALL,
                new Reading(INCARNATION, 1L << 60),
                nodes(MessageBounds.MAX_HOPS, Integer.MAX_VALUE),
                heirs(),
                false,
                true);
        assertThat(length(new Enclosed(EPOCH, grant, null))).isLessThan(SHORT);
        HeirsMessage named = new HeirsMessage(HEADER, number(0), wholePool(-1), grant.route(), heirs());
        assertThat(length(new Enclosed(EPOCH, named, null))).isLessThan(SHORT);
    }

    @Test
    void aRequestWithLinkStatesIsShort() throws Exception {
        Key[] keys = IntStream.range(0, 64)
                .mapToObj(LargestMessagesTest::wholePool)
                .sorted()
                .toArray(Key[]::new);
        GrantNumbers entered = GrantNumbers.of(IntStream.range(0, MessageBounds.MAX_ENTERED)
                .mapToLong(LargestMessagesTest::number)
                .toArray());
        List<LinkState> links = links(MessageBounds.MAX_LINK_STATES, Integer.MAX_VALUE);
        RequestMessage request = new RequestMessage(HEADER, Keys.ofSorted(keys), entered, links);
        assertThat(length(new Enclosed(EPOCH, request, null))).isLessThan(SHORT);
    }

    /** With the numbers of two million nodes; if they have five bytes each, it is half as long again. */
    @Test
    void aTokenWithLinkStatesIsShort() throws Exception {
        assertThat(length(token(1 << 20))).isLessThan(SHORT);
        assertThat(length(token(Integer.MAX_VALUE))).isLessThan(SHORT * 3 / 2);
    }

    private static Token token(int highest) {
        List<LinkState> links = links(MessageBounds.MAX_LINK_STATES_WITH_TOKEN, highest);
        return new Token(HEADER, List.of(), number(0), 1L << 53, 1L << 53, Keys.EMPTY, highest, links);
    }
}
