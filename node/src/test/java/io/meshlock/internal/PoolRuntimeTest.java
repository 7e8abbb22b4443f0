package io.meshlock.internal;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.meshlock.Grant;
import io.meshlock.LossReason;
import io.meshlock.MeshClosedException;
import io.meshlock.PoolConfig;
import io.meshlock.PoolFailedException;
import io.meshlock.Request;
import io.meshlock.internal.state.StateFolder;
import io.meshlock.journal.Journal;
import io.meshlock.link.PoolLinks;
import io.meshlock.link.PoolOffers;
import io.meshlock.link.wire.PoolTerms;
import io.meshlock.spi.InProcessNetwork;
import io.meshlock.spi.Peer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A pool's runtime")
class PoolRuntimeTest {

    private static final Peer TWO = new Peer(2, "two", 1);

    private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
    private final PoolConfig config = PoolConfig.permits(2);
    private final List<String> recorded = new CopyOnWriteArrayList<>();
    private final PoolRuntime runtime = new PoolRuntime(new PoolSetup(
            new Peer(1, "one", 1),
            Terms.of("docks", config),
            config,
            BootstrapRecord.here(null)
                    .begin("docks", StateFolder.none().pool("docks"), 1, 2, false)
                    .how(),
            PoolJournal.of(
                    new Journal() {
                        @Override
                        public void linkUp(long time, int node, int peer) {
                            recorded.add("up " + peer);
                        }

                        @Override
                        public void linkDown(long time, int node, int peer) {
                            recorded.add("down " + peer);
                        }

                        @Override
                        public void released(long time, int node, io.meshlock.protocol.PermitGrant grant) {
                            recorded.add("released " + grant.permits());
                        }
                    },
                    1,
                    () -> 0),
            System::nanoTime,
            this::run,
            scheduler,
            scheduler,
            Incarnations.in(null)));
    private final Pool docks = new Pool(runtime);
    private boolean refusing;

    private void run(Runnable news) {
        if (refusing) {
            throw new RejectedExecutionException("closed");
        }
        news.run();
    }

    @BeforeEach
    void open() {
        runtime.open(
                PoolLinks.over(new InProcessNetwork(Runnable::run).join(1, "one"), new PoolOffers() {
                    @Override
                    public void offered(Peer peer, PoolTerms terms) {}

                    @Override
                    public void refused(Peer peer, PoolTerms ours, PoolTerms theirs, long instance) {}
                }),
                PoolHost.NONE);
    }

    @AfterEach
    void close() {
        scheduler.shutdownNow();
    }

    /** Otherwise messages sent meanwhile could go over the neighbour's next link. */
    @Test
    void knowsThatALinkIsDownBeforeTheNextOneComesUp() throws Exception {
        runtime.linkUp(TWO, PoolInstanceId.UNKNOWN);
        assertThat(runtime.tryEnter()).isTrue();
        // Separate threads: the first waits for the second, and the common pool may have only one.
        Executor threads = task -> new Thread(task).start();
        CompletableFuture<Void> links = CompletableFuture.runAsync(
                () -> {
                    runtime.linkDown(TWO);
                    recorded.add("links go on");
                },
                threads);
        CompletableFuture<Void> bystander =
                CompletableFuture.runAsync(() -> runtime.linkUp(new Peer(3, "three", 1), 0), threads);
        bystander.join();
        assertThat(links).isNotDone();
        runtime.leave();
        links.join();
        assertThat(recorded).containsSubsequence("down 2", "links go on");
    }

    @Test
    void thatFailsAnswersEverybodyAndStops() throws Exception {
        Grant held = docks.acquire(2);
        List<LossReason> lost = new CopyOnWriteArrayList<>();
        held.onLost(lost::add);
        CompletableFuture<Grant> waiting = docks.acquireAsync(Request.ONE);
        runtime.submit(() -> {
            throw new IllegalStateException("invariant broken: for a test");
        });
        assertThat(lost).containsExactly(LossReason.POOL_FAILED);
        assertThat(held.isValid()).isFalse();
        await().until(waiting::isCompletedExceptionally);
        assertThatExceptionOfType(PoolFailedException.class)
                .isThrownBy(() -> docks.tryAcquire())
                .withMessage("pool 'docks' stopped working at this node: invariant broken: for a test");
        held.close();
        runtime.linkUp(TWO, PoolInstanceId.UNKNOWN);
        runtime.linkDown(TWO);
        assertThat(recorded).isEmpty();
    }

    /** The client has closed its grant, but the runtime processes that only after the node was closed. */
    @Test
    void thatIsClosedGivesBackWhatItsClientIsJustGivingBack() throws Exception {
        Grant grant = docks.acquire(2);
        assertThat(runtime.tryEnter()).isTrue();
        Thread farewell = new Thread(() -> runtime.close(LossReason.MESH_CLOSED, () -> new MeshClosedException("one")));
        farewell.start();
        await().until(() -> farewell.getState() == Thread.State.WAITING);
        grant.close();
        runtime.leave();
        farewell.join();
        assertThat(recorded).containsExactly("released 2");
        assertThat(docks.availablePermits()).isEqualTo(2);
        assertThat(docks.statistics().losses()).isZero();
    }

    /** A program may shut its executor down before it closes its node. */
    @Test
    void runsCallbacksItselfIfTheExecutorRejectsThem() {
        refusing = true;
        Grant all = docks.tryAcquire(2).orElseThrow();
        List<LossReason> lost = new CopyOnWriteArrayList<>();
        all.onLost(lost::add);
        CompletableFuture<Grant> first = docks.acquireAsync(Request.ONE);
        CompletableFuture<Grant> second = docks.acquireAsync(Request.ONE);
        runtime.close(LossReason.MESH_CLOSED, () -> new MeshClosedException("one"));
        assertThat(first).isCompletedExceptionally();
        assertThat(second).isCompletedExceptionally();
        assertThat(lost).containsExactly(LossReason.MESH_CLOSED);
    }

    @Test
    void callsOtherListenersIfOneFails() {
        Grant one = docks.tryAcquire(1).orElseThrow();
        Grant two = docks.tryAcquire(1).orElseThrow();
        List<LossReason> lost = new CopyOnWriteArrayList<>();
        one.onLost(why -> {
            throw new IllegalStateException("for a test");
        });
        two.onLost(lost::add);
        runtime.close(LossReason.MESH_CLOSED, () -> new MeshClosedException("one"));
        assertThat(lost).containsExactly(LossReason.MESH_CLOSED);
    }

    @Test
    void runsNoCallbackDuringAStep() {
        Grant all = docks.tryAcquire(2).orElseThrow();
        // The executor runs callbacks on the calling thread. If that thread were still in a step, this would hang.
        CompletableFuture<Integer> nested = docks.acquireAsync(Request.ONE).thenApply(grant -> {
            try (grant;
                    Grant more = docks.acquireUninterruptibly(Request.ONE)) {
                return more.permits();
            }
        });
        all.close();
        assertThat(nested).isCompletedWithValue(1);
    }
}
