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
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import io.meshlock.protocol.prioritized.Header;
import io.meshlock.protocol.prioritized.Height;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Token;
import io.meshlock.protocol.recovery.RecoveryMessage.Enclosed;
import io.meshlock.protocol.recovery.TokenHandoff;
import io.meshlock.protocol.token.FencingToken;
import io.meshlock.spi.InProcessNetwork;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A neighbour that says what no correct node says, to pools that are in use. It loses its link; the pools go on. {@code
 * -Dfuzz.bent=10000000} for the long run.
 */
@DisplayName("A lying neighbour")
class LyingNeighbourTest {

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

    private static final Header HEADER = new Header(new Height(1_000, 0), 0, 0);

    // ---- believable lies --------------------------------------------------------------------------------------------

    /** A second token: an invariant is broken, the pool here begins as after a crash, and the others do not notice. */
    @Test
    void thatMakesANodeFailCostsItTheLinkAndNotThePool() throws InterruptedException {
        openPools();
        await().until(() -> liar.epoch() != null);
        Epoch epoch = Objects.requireNonNull(liar.epoch());
        PoolSize size = PoolSize.initial(2);
        View view = new View(epoch, 0, List.of(new Seat(1, Seat.FIRST)), size);
        TokenHandoff handoff = new TokenHandoff(1, 7, 1_000, 0, 0, view, size, true, List.of(), List.of());
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
