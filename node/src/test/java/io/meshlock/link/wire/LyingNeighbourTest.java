package io.meshlock.link.wire;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.Grant;
import io.meshlock.Meshlock;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import io.meshlock.Recovery;
import io.meshlock.TestTimeouts;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolBounds;
import io.meshlock.protocol.PoolSettings;
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
import io.meshlock.protocol.prioritized.PrioritizedMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Token;
import io.meshlock.protocol.recovery.PeerState;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import io.meshlock.protocol.recovery.RecoveryMessage.Enclosed;
import io.meshlock.protocol.recovery.RecoveryMessage.Join;
import io.meshlock.protocol.recovery.TokenHandoff;
import io.meshlock.protocol.token.FencingToken;
import io.meshlock.protocol.token.LeasedGrant;
import io.meshlock.protocol.token.TokenLeaseCheck;
import io.meshlock.spi.InProcessNetwork;
import io.meshlock.spi.LinkCounter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A neighbour that says what no correct node says, to pools that are in use. It loses its link; the pools go on. {@code
 * -Dfuzz.lies=50000 -Dfuzz.bent=2500000 -Dfuzz.seed=1} for a piece of the long run.
 */
@DisplayName("A lying neighbour")
class LyingNeighbourTest {

    private static final long LIES = Long.getLong("fuzz.lies", 200);
    private static final long BENT = Long.getLong("fuzz.bent", 3_000);
    private static final long SEED = Long.getLong("fuzz.seed", 1);

    private static final Recovery QUICK =
            Recovery.MAJORITY.beacon(Duration.ofMillis(20)).electionTimeout(Duration.ofMillis(300));
    private static final PoolConfig RECOVERING =
            PoolConfig.permits(2).recovery(QUICK).lease(Duration.ofSeconds(2));
    private static final PoolConfig PLAIN = PoolConfig.permits(2).recovery(Recovery.OFF);

    private final InProcessNetwork network = new InProcessNetwork();
    private Meshlock victim;
    private Meshlock friend;
    private LyingNeighbour liar;

    @BeforeEach
    void start() {
        network.connect(1, 2);
        victim = Meshlock.builder().inProcess(network, 1, "victim").bootstrap().start();
        friend = Meshlock.builder().inProcess(network, 2, "friend").start();
    }

    @AfterEach
    void close() {
        friend.close();
        victim.close();
        network.close();
    }

    private void openPools() throws InterruptedException {
        for (Meshlock node : List.of(victim, friend)) {
            node.pool("recovering", RECOVERING);
            node.pool("plain", PLAIN);
        }
        useAll();
        liar = LyingNeighbour.of(network, 1);
        awaitShared();
    }

    private void awaitShared() {
        quickly("the liar is back", () -> {
            liar.comeBack();
            return liar.shares("recovering") && liar.shares("plain");
        });
    }

    /** Waits for what takes a millisecond, many times. */
    private static void quickly(String what, Callable<Boolean> condition) {
        await(what).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1)).until(condition);
    }

    private void useAll() throws InterruptedException {
        for (String pool : List.of("recovering", "plain")) {
            use(victim.pool(pool));
            use(friend.pool(pool));
        }
    }

    private static void use(PermitPool pool) throws InterruptedException {
        try (Grant grant = pool.tryAcquire(1, TestTimeouts.LONG).orElseThrow()) {
            assertThat(grant.isValid()).isTrue();
        }
    }

    // ---- values that no correct node sends --------------------------------------------------------------------------

    private static final Header HEADER = new Header(new Height(1_000, 0), 0, 0);
    private static final Epoch FIRST = new Epoch(0, 1);

    private static Key key(int permits) {
        return new Key(1L << 40, 0, Key.requestNumber(2, 123_456_789), permits);
    }

    private PrioritizedMessage request(int permits) {
        return new PrioritizedMessage.RequestMessage(HEADER, Keys.ofSorted(key(permits)));
    }

    private PrioritizedMessage grant(int permits, int... slots) {
        return new PrioritizedMessage.GrantMessage(HEADER, 5, key(permits), Slots.of(slots));
    }

    private static NodeList nodes(int count) {
        return NodeList.of(IntStream.range(0, count).toArray());
    }

    private static GrantNumbers numbers(int count) {
        return GrantNumbers.of(LongStream.rangeClosed(1, count).toArray());
    }

    private static Heir heir(long number, int permits, int hops) {
        return new Heir(number, key(permits), TokenLeaseCheck.Reading.UNTIMED, nodes(hops), false);
    }

    /** Heirs of grant 5. */
    private static List<Heir> heirs(int count) {
        return IntStream.range(0, count).mapToObj(i -> heir(6 + i, 1, 2)).toList();
    }

    private static List<LinkState> links(int count, int peers) {
        return IntStream.range(0, count)
                .mapToObj(i -> new LinkState(i, 1L << 40, nodes(peers), 1))
                .toList();
    }

    private static LedgerEntry entry(long number, int... slots) {
        return new LedgerEntry(number, key(slots.length), 0, Slots.of(slots), false);
    }

    private static PrioritizedMessage grant(NodeList route, List<Heir> heirs) {
        return new PrioritizedMessage.GrantMessage(
                HEADER, 5, key(1), Slots.of(1), TokenLeaseCheck.Reading.UNTIMED, route, heirs, true, false);
    }

    private static PrioritizedMessage request(GrantNumbers entered, List<LinkState> links) {
        return new PrioritizedMessage.RequestMessage(HEADER, Keys.ofSorted(key(1)), entered, links);
    }

    private static PrioritizedMessage token(List<LedgerEntry> ledger, List<LinkState> links) {
        return new PrioritizedMessage.Token(HEADER, ledger, 900, 1_000, 1, Keys.EMPTY, -1, links);
    }

    private final List<Supplier<PrioritizedMessage>> wrong = List.of(
            () -> request(0),
            () -> request(-1),
            () -> request(PoolBounds.MAX_PERMITS + 1),
            () -> request(Integer.MAX_VALUE),
            () -> grant(2, 1),
            () -> grant(1, PoolBounds.MAX_PERMITS + 1),
            () -> new PrioritizedMessage.GrantMessage(HEADER, 0, key(1), Slots.of(1)),
            () -> new PrioritizedMessage.Suspect(HEADER, Long.MAX_VALUE),
            () -> new PrioritizedMessage.Link(new Header(new Height(Long.MAX_VALUE, 0), 0, 0)),
            () -> new PrioritizedMessage.Link(new Header(new Height(0, 0), Long.MAX_VALUE, 0)),
            () -> new PrioritizedMessage.Link(new Header(new Height(0, 0), 0, -1)),
            () -> new PrioritizedMessage.Token(HEADER, List.of(), FencingToken.of(0, 0), 1, 1, Keys.EMPTY, -1),
            () -> new PrioritizedMessage.Alive(HEADER, 1, new Height(0, 0), -1, List.of()),
            () -> grant(nodes(MessageBounds.MAX_HOPS + 1), List.of()),
            () -> grant(NodeList.EMPTY, List.of(heir(5, 1, 2))),
            () -> grant(NodeList.EMPTY, List.of(heir(7, 1, 2), heir(6, 1, 2))),
            () -> grant(NodeList.EMPTY, List.of(heir(6, 2, 2))),
            () -> grant(NodeList.EMPTY, List.of(heir(6, 0, 2))),
            () -> grant(NodeList.EMPTY, List.of(heir(6, 1, MessageBounds.MAX_HOPS + 1))),
            () -> grant(NodeList.EMPTY, heirs(MessageBounds.MAX_HEIRS + 1)),
            () -> new PrioritizedMessage.HeirsMessage(HEADER, 0, key(1), NodeList.EMPTY, heirs(1)),
            () -> new PrioritizedMessage.HeirsMessage(HEADER, 5, key(2), NodeList.EMPTY, heirs(1)),
            () -> new PrioritizedMessage.HeirsMessage(
                    HEADER, 5, key(1), NodeList.EMPTY, heirs(MessageBounds.MAX_HEIRS + 1)),
            () -> new PrioritizedMessage.HeirsMessage(HEADER, 5, key(1), nodes(MessageBounds.MAX_HOPS + 1), heirs(1)),
            () -> request(GrantNumbers.of(0), List.of()),
            () -> request(numbers(MessageBounds.MAX_ENTERED + 1), List.of()),
            () -> request(GrantNumbers.NONE, links(MessageBounds.MAX_LINK_STATES + 1, 2)),
            () -> request(GrantNumbers.NONE, links(1, MessageBounds.MAX_PEERS + 1)),
            () -> request(GrantNumbers.NONE, List.of(new LinkState(-1, 1, NodeList.EMPTY, 1))),
            () -> new PrioritizedMessage.ReleaseMessage(
                    HEADER, GrantNumbers.NONE, GrantNumbers.NONE, GrantNumbers.of(0), -1, false),
            () -> new PrioritizedMessage.ReleaseMessage(
                    HEADER, GrantNumbers.NONE, GrantNumbers.NONE, GrantNumbers.NONE, -2, false),
            () -> request(GrantNumbers.NONE, List.of(new LinkState(1, -1, NodeList.EMPTY, 1))),
            () -> request(
                    GrantNumbers.NONE, List.of(new LinkState(1, MessageBounds.MAX_VERSION + 1, NodeList.EMPTY, 1))),
            () -> request(GrantNumbers.NONE, List.of(new LinkState(1, 1, NodeList.EMPTY, -1))),
            () -> request(GrantNumbers.NONE, List.of(new LinkState(1, 1, NodeList.EMPTY, MessageBounds.MAX_HOPS + 1))),
            () -> token(List.of(), links(MessageBounds.MAX_LINK_STATES_WITH_TOKEN + 1, 2)),
            () -> token(List.of(entry(5, 1, 2), entry(6, 2, 3)), List.of()),
            () -> token(List.of(entry(5, 1, 2), entry(6, 1)), List.of()),
            () -> new PrioritizedMessage.Alive(
                    HEADER, 1, new Height(0, 0), 1, List.of(entry(5, 1, 2), entry(6, 1, 2), entry(7, 2, 3))));

    /** A peer state of a node that does not exist, as of the audit: it promised the last round of all. */
    private static PeerState peerState(Epoch promised, Epoch seen, List<LeasedGrant> held) {
        return new PeerState(77, 1, Seat.NONE, 1, 0, promised, seen, 0, false, true, held, List.of(), null, null, null);
    }

    private static View seats(int count) {
        List<Seat> seats =
                IntStream.range(0, count).mapToObj(i -> new Seat(i, Seat.FIRST)).toList();
        return new View(FIRST, 0, seats, PoolSize.initial(2));
    }

    private final List<Supplier<Message>> wrongInRecovery = List.of(
            () -> new Beacon(
                    1,
                    0,
                    null,
                    -1,
                    List.of(),
                    List.of(peerState(new Epoch(FencingToken.MAX_ROUND + 1, 77), Epoch.NONE, List.of()))),
            () -> new Beacon(1, 0, null, -1, List.of(), List.of(peerState(FIRST, new Epoch(1, 1), List.of()))),
            () -> new Beacon(
                    1,
                    0,
                    null,
                    -1,
                    List.of(),
                    List.of(peerState(FIRST, FIRST, List.of(new LeasedGrant(1, key(0), 1, Slots.NONE, 0))))),
            () -> new Beacon(1, Long.MIN_VALUE, null, -1, List.of(), List.of()),
            () -> new Beacon(-1, 0, null, -1, List.of(), List.of()),
            () -> new Beacon(1, 0, null, -1, List.of(), List.of(), seats(PoolBounds.MAX_SEATS + 1)),
            () -> new Join(Epoch.NONE, 1),
            () -> new Join(FIRST, -1));

    private String pool(int choice) {
        return choice < wrong.size() ? "plain" : "recovering";
    }

    private Message lie(int choice) {
        int inRecovery = choice - wrong.size();
        if (inRecovery < 0) {
            return wrong.get(choice).get();
        }
        return inRecovery < wrongInRecovery.size()
                ? wrongInRecovery.get(inRecovery).get()
                : new Enclosed(
                        FIRST, wrong.get(inRecovery - wrongInRecovery.size()).get(), null);
    }

    @Test
    void losesItsLinkForEveryValueThatNobodySends() throws InterruptedException {
        openPools();
        int kinds = 2 * wrong.size() + wrongInRecovery.size();
        long said = 0;
        for (long i = 0; i < Math.max(LIES, kinds); i++) {
            int choice = (int) (i % kinds);
            Message lie = lie(choice);
            if (lie.tokens() > 0 && choice >= wrong.size()) {
                continue; // without a hand-off it could not even be written
            }
            long before = liar.linksLost();
            quickly(lie.toString(), () -> {
                liar.say(pool(choice), lie); // again, if the pool's number was that of the link before
                return liar.linksLost() > before;
            });
            awaitShared();
            said++;
        }
        assertThat(victim.pool("recovering").problem()).isEmpty();
        assertThat(victim.pool("plain").problem()).isEmpty();
        useAll();
        assertThat(victim.linkEvents().get(LinkCounter.MALFORMED_FRAMES.label()))
                .isGreaterThanOrEqualTo(said);
    }

    // ---- believable lies --------------------------------------------------------------------------------------------

    /** A second token: an invariant is broken, the pool here begins as after a crash, and the others do not notice. */
    @Test
    void thatMakesANodeFailCostsItTheLinkAndNotThePool() throws InterruptedException {
        openPools();
        await().until(() -> liar.join() != null);
        Join join = Objects.requireNonNull(liar.join());
        Epoch epoch = join.epoch();
        PoolSize size = PoolSize.initial(2);
        View view = new View(epoch, 0, List.of(new Seat(1, Seat.FIRST)), size);
        TokenHandoff handoff =
                new TokenHandoff(join.incarnation(), 7, 1_000, 0, 0, view, size, true, List.of(), List.of());
        Token token = new Token(HEADER, List.of(), FencingToken.of(epoch.round(), 900), 1_000, 1, Keys.EMPTY, -1);
        long before = liar.linksLost();
        await().until(() -> {
            liar.comeBack();
            return liar.say("recovering", new Enclosed(epoch, token, handoff)) && liar.linksLost() > before;
        });
        use(friend.pool("recovering"));
        use(victim.pool("recovering"));
        assertThat(victim.pool("recovering").problem()).isEmpty();
        assertThat(friend.linkEvents().get("link_down_failed")).isZero();
    }

    /** Whatever it says of the mesh's links, of ways and of heirs costs time at most. */
    @Test
    void thatLiesAboutWaysAndHeirsStopsNoPool() throws InterruptedException {
        openPools();
        await().until(() -> liar.join() != null);
        SplittableRandom random = new SplittableRandom(SEED);
        for (long i = 0; i < LIES; i++) {
            PrioritizedMessage lie = aboutWays(random);
            assertThat(liar.say("plain", lie)).as(lie.toString()).isTrue();
            Epoch epoch = Objects.requireNonNull(liar.join()).epoch();
            assertThat(liar.say("recovering", new Enclosed(epoch, lie, null)))
                    .as(lie.toString())
                    .isTrue();
            if (i % 20 == 0) {
                useAll();
            }
        }
        useAll();
        assertThat(victim.pool("recovering").problem()).isEmpty();
        assertThat(victim.pool("plain").problem()).isEmpty();
        assertThat(victim.linkEvents().get("link_down_failed")).isZero();
        assertThat(malformedFrames()).isZero();
    }

    /** Of nodes that are there and of nodes that are not, with small numbers, so that some of them are in use. */
    private static PrioritizedMessage aboutWays(SplittableRandom random) {
        Supplier<NodeList> way =
                () -> NodeList.of(random.ints(random.nextInt(5), 0, 11).toArray());
        Supplier<Key> key =
                () -> new Key(random.nextInt(9), 0, Key.requestNumber(random.nextInt(4), random.nextInt(99)), 1);
        long number = 1L + random.nextInt(99);
        List<Heir> heirs = LongStream.rangeClosed(number + 1, number + random.nextInt(4))
                .mapToObj(each ->
                        new Heir(each, key.get(), TokenLeaseCheck.Reading.UNTIMED, way.get(), random.nextBoolean()))
                .toList();
        return switch (random.nextInt(3)) {
            case 0 ->
                new PrioritizedMessage.RequestMessage(
                        HEADER,
                        Keys.EMPTY,
                        GrantNumbers.of(number),
                        List.of(new LinkState(
                                random.nextInt(11), random.nextLong(1L << 62), way.get(), random.nextInt(17))));
            case 1 ->
                new PrioritizedMessage.GrantMessage(
                        HEADER,
                        number,
                        key.get(),
                        Slots.of(1),
                        TokenLeaseCheck.Reading.UNTIMED,
                        way.get(),
                        heirs,
                        random.nextBoolean(),
                        random.nextBoolean());
            default -> new PrioritizedMessage.HeirsMessage(HEADER, number, key.get(), way.get(), heirs);
        };
    }

    // ---- announcements ----------------------------------------------------------------------------------------------

    /** Pools with the longest names and options there may be, which nobody here can have. */
    @Test
    void thatAnnouncesWithoutEndLosesItsLinkBeforeItTakesMuchMemory() throws InterruptedException {
        openPools();
        Map<String, Long> options = new TreeMap<>();
        for (int i = 0; i < PoolBounds.MAX_OPTIONS; i++) {
            options.put(String.format("%0200d", i), 1L);
        }
        long malformed = malformedFrames();
        long before = liar.linksLost();
        int announced = 0;
        while (liar.linksLost() == before && announced < 5_000) {
            quickly("what was said is heard", () -> !liar.isAhead());
            liar.send(announcement(announced++, options));
        }
        quickly("told apart", () -> malformedFrames() > malformed);
        assertThat(announced).as("32 MiB of announcements").isBetween(500, 3_000);
        useAll();
    }

    private static byte[] announcement(int number, Map<String, Long> options) {
        String name = String.format("%0200d", number);
        PoolTerms terms = new PoolTerms(
                name, "prioritized", PoolSettings.permits(1), Options.of(options), 1_000, PoolTerms.Hosts.ANYBODY);
        return PoolFrames.write(new PoolFrame.Open(1_000 + number, 0, terms));
    }

    private long malformedFrames() {
        return victim.linkEvents().get(LinkCounter.MALFORMED_FRAMES.label());
    }

    // ---- corrupted frames -------------------------------------------------------------------------------------------

    /**
     * Frames of every kind, corrupted, to pools that are in use. Some are believable lies, after which a pool has to
     * recover or is lost; but no node fails, and another pool works.
     */
    @Test
    void thatSendsCorruptedFramesHarmsNobodyElse() throws InterruptedException {
        openPools();
        FrameBender bender = new FrameBender(SEED);
        for (long i = 0; i < BENT; i++) {
            byte[] frame = bender.next();
            if (!liar.send(frame)) {
                quickly("the liar is back", () -> {
                    liar.comeBack();
                    return liar.send(frame);
                });
            }
            if (i % 1_000 == 999) {
                String fresh = "fresh-" + i / 1_000 % 10;
                use(victim.pool(fresh, RECOVERING));
                use(friend.pool(fresh, RECOVERING));
            }
        }
        assertThat(friend.linkEvents().get("link_down_failed")).isZero();
        assertThat(friend.linkEvents().get("link_down_malformed")).isZero();
        assertThat(friend.neighbours()).contains("victim");
    }
}
