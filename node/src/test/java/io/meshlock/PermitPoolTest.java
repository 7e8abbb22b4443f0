package io.meshlock;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A pool at one node")
class PermitPoolTest {

    private final Meshlock mesh = Meshlock.builder().node("alone").bootstrap().start();
    private final PermitPool docks = mesh.pool("docks", PoolConfig.permits(3));

    @AfterEach
    void close() {
        mesh.close();
    }

    @Test
    void grantsWhatIsFreeAndTakesItBack() throws InterruptedException {
        try (Grant first = docks.acquire(2)) {
            assertThat(first.permits()).isEqualTo(2);
            assertThat(first.slots()).containsExactly(1, 2);
            assertThat(first.isValid()).isTrue();
            assertThat(docks.availablePermits()).isEqualTo(1);
            try (Grant second = docks.acquire()) {
                assertThat(second.slots()).containsExactly(3);
                assertThat(second.fencingToken()).isGreaterThan(first.fencingToken());
                assertThat(docks.tryAcquire()).isEmpty();
            }
        }
        assertThat(docks.availablePermits()).isEqualTo(3);
    }

    @Test
    void closingTwiceGivesBackOnce() throws InterruptedException {
        Grant grant = docks.acquire(2);
        grant.close();
        grant.close();
        assertThat(grant.isValid()).isFalse();
        assertThat(grant.remaining()).isZero();
        assertThat(docks.tryAcquire(3)).isPresent();
        assertThat(docks.tryAcquire(1)).isEmpty();
    }

    @Test
    void refusesWhatItCanNeverServe() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> docks.acquire(4))
                .withMessage("pool 'docks' grants at most 3 permits to a request, not 4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> docks.acquire(0))
                .withMessage("a request needs at least 1 permit, not 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> unleased().acquire(Request.ONE.withKeepAlive()))
                .withMessageContaining("has no lease");
    }

    @Test
    void aTimeoutWithdrawsForCertain() throws InterruptedException {
        Grant all = docks.acquire(3);
        assertThat(docks.tryAcquire(1, Duration.ofMillis(20))).isEmpty();
        assertThat(docks.tryAcquire(1, Duration.ZERO)).isEmpty();
        assertThat(docks.tryAcquire(1, Duration.ofNanos(-1))).isEmpty();
        assertThat(docks.queueLength()).isZero();
        all.close();
        assertThat(docks.tryAcquire(3))
                .as("nothing was granted behind our backs")
                .isPresent();
    }

    @Test
    void anEndlessTimeoutIsFine() throws InterruptedException {
        assertThat(docks.tryAcquire(1, Duration.ofSeconds(Long.MAX_VALUE))).isPresent();
    }

    @Test
    void aPriorityGoesFirst() throws Exception {
        Grant all = docks.acquire(3);
        List<Integer> served = new CopyOnWriteArrayList<>();
        List<CompletableFuture<Void>> waiting = new ArrayList<>();
        for (int priority : new int[] {1, 9, 5}) {
            waiting.add(
                    docks.acquireAsync(Request.permits(3).priority(priority)).thenAccept(grant -> {
                        served.add(priority);
                        grant.close();
                    }));
        }
        assertThat(docks.queueLength()).isEqualTo(3);
        all.close();
        CompletableFuture.allOf(waiting.toArray(CompletableFuture[]::new)).get(TestTimeouts.SECONDS, TimeUnit.SECONDS);
        assertThat(served).containsExactly(9, 5, 1);
    }

    @Test
    void theEarlierDeadlineGoesFirst() throws Exception {
        PermitPool lane = mesh.pool("lane", PoolConfig.permits(1).policy(Policy.DEADLINE));
        Grant all = lane.acquire();
        Instant now = Instant.now();
        CompletableFuture<Grant> never = lane.acquireAsync(Request.ONE);
        CompletableFuture<Grant> late = lane.acquireAsync(Request.ONE.deadline(now.plusSeconds(60)));
        CompletableFuture<Grant> soon = lane.acquireAsync(Request.ONE.deadline(now.plusSeconds(5)));
        all.close();
        soon.get(TestTimeouts.SECONDS, TimeUnit.SECONDS).close();
        late.get(TestTimeouts.SECONDS, TimeUnit.SECONDS).close();
        never.get(TestTimeouts.SECONDS, TimeUnit.SECONDS).close();
        lane.acquire(Request.ONE.deadline(Instant.MAX)).close();
        lane.acquire(Request.ONE.deadline(Instant.MIN)).close();
    }

    @Test
    void anInterruptedWaiterLeavesNothingBehind() throws Exception {
        Grant all = docks.acquire(3);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread waiter = new Thread(() -> {
            try {
                docks.acquire(2).close();
            } catch (InterruptedException e) {
                thrown.set(e);
            }
        });
        waiter.start();
        await().until(() -> docks.queueLength() == 1);
        waiter.interrupt();
        waiter.join();
        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        assertThat(docks.queueLength()).isZero();
        all.close();
        assertThat(docks.tryAcquire(3)).isPresent();
    }

    @Test
    void anInterruptedCallerDoesNotEvenAsk() throws InterruptedException {
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> docks.acquire());
        assertThat(Thread.interrupted()).isFalse();
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> docks.tryAcquire(1, Duration.ofSeconds(1)));
        assertThat(docks.availablePermits()).isEqualTo(3);
    }

    @Test
    void anUninterruptibleWaitKeepsTheInterruptStatus() throws Exception {
        Grant all = docks.acquire(3);
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        Thread waiter = new Thread(() -> {
            docks.acquireUninterruptibly(Request.ONE).close();
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        waiter.start();
        await().until(() -> docks.queueLength() == 1);
        waiter.interrupt();
        all.close();
        waiter.join();
        assertThat(interrupted.get()).isTrue();
    }

    @Test
    void aFutureHasItsGrantAtOnceIfItCan() throws Exception {
        CompletableFuture<Grant> grant = docks.acquireAsync(Request.permits(2));
        assertThat(grant).isDone();
        grant.get().close();
        assertThat(docks.availablePermits()).isEqualTo(3);
    }

    @Test
    void aCancelledFutureWithdraws() throws InterruptedException {
        Grant all = docks.acquire(3);
        CompletableFuture<Grant> later = docks.acquireAsync(Request.permits(3));
        assertThat(later.cancel(false)).isTrue();
        assertThat(docks.queueLength()).isZero();
        all.close();
        assertThat(docks.tryAcquire(3)).isPresent();
        assertThatExceptionOfType(CancellationException.class).isThrownBy(later::join);
    }

    @Test
    void aFutureThatTimesOutWithdraws() throws InterruptedException {
        Grant all = docks.acquire(3);
        CompletableFuture<Grant> later = docks.acquireAsync(Request.permits(3));
        CompletableFuture<Grant> timed = later.orTimeout(10, TimeUnit.MILLISECONDS);
        await().until(timed::isCompletedExceptionally);
        await().until(() -> docks.queueLength() == 0);
        all.close();
        assertThat(docks.tryAcquire(3)).isPresent();
    }

    @Test
    void whatDependsOnAFutureMayAskForMore() throws Exception {
        Grant all = docks.acquire(3);
        CompletableFuture<Integer> nested = docks.acquireAsync(Request.permits(2))
                .thenApply(grant -> {
                    try (grant;
                            Grant more = docks.acquireUninterruptibly(Request.ONE)) {
                        return grant.permits() + more.permits();
                    }
                });
        all.close();
        assertThat(nested.get(TestTimeouts.SECONDS, TimeUnit.SECONDS)).isEqualTo(3);
    }

    @Test
    void listenersHearOfGrantsInOrder() throws InterruptedException {
        List<String> heard = new CopyOnWriteArrayList<>();
        PoolListener listener = new PoolListener() {
            @Override
            public void granted(Grant grant) {
                heard.add("granted " + grant.fencingToken());
            }

            @Override
            public void released(Grant grant) {
                heard.add("released " + grant.fencingToken());
            }
        };
        docks.addListener(listener);
        docks.acquire().close();
        docks.acquire(2).close();
        await().until(() -> heard.size() == 4);
        assertThat(heard).containsExactly("granted 1", "released 1", "granted 2", "released 2");
        docks.removeListener(listener);
        docks.acquire().close();
        assertThat(heard).hasSize(4);
    }

    @Test
    void closingTheNodeAnswersEverybody() throws Exception {
        Grant all = docks.acquire(3);
        List<LossReason> lost = new CopyOnWriteArrayList<>();
        all.onLost(lost::add);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread waiter = new Thread(() -> {
            try {
                docks.acquire();
            } catch (InterruptedException | MeshlockException e) {
                thrown.set(e);
            }
        });
        waiter.start();
        CompletableFuture<Grant> future = docks.acquireAsync(Request.ONE);
        await().until(() -> docks.queueLength() == 2);
        mesh.close();
        waiter.join();
        assertThat(thrown.get()).isInstanceOf(MeshClosedException.class).hasMessage("node 'alone' is closed");
        await().until(future::isDone);
        assertThat(future.handle((grant, failure) -> failure).get()).isInstanceOf(MeshClosedException.class);
        await().until(() -> lost.equals(List.of(LossReason.MESH_CLOSED)));
        assertThat(all.isValid()).isFalse();
        all.close();
        assertThatExceptionOfType(MeshClosedException.class).isThrownBy(() -> docks.acquire());
        assertThatExceptionOfType(MeshClosedException.class).isThrownBy(() -> mesh.pool("docks"));
        assertThatExceptionOfType(MeshClosedException.class)
                .isThrownBy(() -> mesh.pool("docks", PoolConfig.permits(3)));
        AtomicReference<LossReason> late = new AtomicReference<>();
        all.onLost(late::set);
        await().until(() -> late.get() == LossReason.MESH_CLOSED);
    }

    @Test
    void aPoolHasOneSetOfSettings() {
        assertThat(mesh.pool("docks", PoolConfig.permits(3))).isSameAs(docks);
        assertThat(mesh.pool("docks")).isSameAs(docks);
        assertThatExceptionOfType(PoolConflictException.class)
                .isThrownBy(() -> mesh.pool("docks", PoolConfig.permits(4)))
                .withMessage(
                        "pool 'docks' was asked for with permits 4, policy priority, aging 100, algorithm prioritized,"
                                + " but node 'alone' has it with permits 3, policy priority, aging 100, algorithm prioritized");
        assertThatExceptionOfType(UnknownPoolException.class)
                .isThrownBy(() -> mesh.pool("runway"))
                .withMessage("pool 'runway' is not known here; give its settings to create it");
    }

    private PermitPool unleased() {
        return mesh.pool("unleased", PoolConfig.permits(3).recovery(Recovery.OFF));
    }

    @Test
    void sayTheirPresentSize() {
        PermitPool pool = mesh.pool("resized", PoolConfig.permits(5).recovery(Recovery.OFF));
        assertThat(pool.toString())
                .startsWith("pool 'resized' with permits 5, ")
                .doesNotContain("resized to");
        pool.resize(7);
        await().until(() -> pool.permits() == 7);
        assertThat(pool.toString())
                .startsWith("pool 'resized' with permits 5, ")
                .endsWith(", resized to 7 permits");
    }

    @Test
    void haveNamesOfWholeCharacters() {
        assertThat(mesh.pool("dock \uD83D\uDE81", PoolConfig.permits(1)).name()).isEqualTo("dock \uD83D\uDE81");
        for (String half : List.of("dock \uD83D", "\uDE81", "\uDE81\uD83D")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> mesh.pool(half, PoolConfig.permits(1)))
                    .withMessageContaining("half of a surrogate pair");
        }
    }

    @Test
    void withoutALeaseAGrantLivesUntilItIsClosed() throws InterruptedException {
        try (Grant grant = unleased().acquire()) {
            assertThat(grant.remaining()).isGreaterThan(Duration.ofDays(365));
            assertThat(grant.renew()).isTrue();
        }
    }

    @Test
    void aClientThatFallsSilentLosesItsGrant() throws Exception {
        PermitPool leased =
                mesh.pool("leased", PoolConfig.permits(1).recovery(Recovery.OFF).lease(Duration.ofMillis(300)));
        Grant grant = leased.acquire(Request.ONE.withKeepAlive());
        List<LossReason> lost = new CopyOnWriteArrayList<>();
        grant.onLost(lost::add);
        Optional<Grant> next = leased.tryAcquire(Request.ONE, Duration.ofSeconds(20));
        assertThat(next).as("the permit came back by itself").isPresent();
        assertThat(grant.isValid()).isFalse();
        assertThat(grant.renew()).isFalse();
        await().until(() -> lost.equals(List.of(LossReason.LEASE_EXPIRED)));
        grant.close();
        assertThat(leased.tryAcquire())
                .as("closing what was lost gives back nothing")
                .isEmpty();
    }
}
