package io.meshlock.daemon.run;

import static io.meshlock.daemon.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.Grant;
import io.meshlock.Meshlock;
import io.meshlock.PoolConfig;
import io.meshlock.daemon.time.VirtualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command never outlives its permits, and gets the signals that are meant for it. */
class RunnerTest {

    private static final Duration GRACE = Duration.ofMillis(300);

    private static final RunRequest ONE = new RunRequest("docks", 1, 0, null, null, null);

    @TempDir
    private Path folder;

    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final VirtualTime time = new VirtualTime();

    /** Permits that last until the test says otherwise. */
    private final class FakeHeld implements HeldPermits, PermitSource {
        private final AtomicLong validUntil = new AtomicLong(Long.MAX_VALUE);
        private final AtomicBoolean closed = new AtomicBoolean();

        @Override
        public HeldPermits acquire(RunRequest runRequest) {
            return this;
        }

        @Override
        public String pool() {
            return "docks";
        }

        @Override
        public int permits() {
            return 1;
        }

        @Override
        public long fencingToken() {
            return 17;
        }

        @Override
        public String fence() {
            return "7fffffffffffffff-0000000000000000017";
        }

        @Override
        public List<Integer> slots() {
            return List.of(2, 3);
        }

        @Override
        public String grant() {
            return "g";
        }

        @Override
        public Duration remaining() {
            long until = validUntil.get();
            return until == Long.MAX_VALUE ? Duration.ofDays(1) : Duration.ofNanos(Math.max(0, until - time.nanos()));
        }

        @Override
        public String trouble() {
            return "nobody answers";
        }

        @Override
        public void close() {
            closed.set(true);
        }
    }

    private String script(String text) throws IOException {
        return Files.writeString(folder.resolve("script"), text).toString();
    }

    private Runner runner(String... command) {
        return new Runner(List.of(command), GRACE, time, complaints::add);
    }

    @Test
    void theCommandsCodeIsTheResult() throws IOException {
        FakeHeld held = new FakeHeld();
        String script = script("test \"$MESHLOCK_SLOTS/$MESHLOCK_FENCING/$MESHLOCK_GRANT\" = 2,3/17/g && exit 42");
        assertThat(runner("sh", script).run(held, ONE, 75)).isEqualTo(42);
        assertThat(held.closed).isTrue();
        String missing = script("exec 2>/dev/null; exec no-such-command"); // silent: its output would be this test's
        assertThat(runner("sh", missing).run(held, ONE, 75)).isEqualTo(127);
    }

    @Test
    void aCommandThatIsNotThereIsNamed() {
        FakeHeld held = new FakeHeld();
        assertThat(runner("no-such-command").run(held, ONE, 75)).isEqualTo(127);
        assertThat(held.closed).isTrue();
        assertThat(complaints).hasSize(1).first().asString().startsWith("no-such-command: cannot be run (");
    }

    @Test
    void aCommandIsToldToStopBeforeItsPermitsEnd() throws Exception {
        Path ready = folder.resolve("ready");
        FakeHeld held = new FakeHeld();
        String script = script("trap 'exit 9' TERM; touch " + ready + "; while :; do sleep 0.02; done");
        FutureTask<Integer> run = start(held, "sh", script);
        await().until(() -> Files.exists(ready));
        held.validUntil.set(time.nanos() + TimeUnit.MILLISECONDS.toNanos(400));
        assertThat(run.get()).as("without being killed: time stands still").isEqualTo(9);
        assertThat(complaints).containsExactly("the permits cannot be kept (nobody answers): stopping the command");
    }

    @Test
    void aCommandThatWillNotStopIsKilledWithWhatItStarted() throws Exception {
        Path ready = folder.resolve("ready");
        FakeHeld held = new FakeHeld();
        String script = script("trap '' TERM; sleep 100 & echo $! >" + ready + ".new; mv " + ready + ".new " + ready
                + "; while :; do sleep 0.02; done");
        FutureTask<Integer> run = start(held, "sh", script);
        await().until(() -> Files.exists(ready));
        held.validUntil.set(time.nanos() + TimeUnit.MILLISECONDS.toNanos(400));
        await().until(() -> !complaints.isEmpty()); // it was told
        assertThat(run).isNotDone();
        time.advance(Duration.ofMillis(200)); // as long again, its permits would still be its own
        assertThat(run.get()).isEqualTo(128 + 9);
        long grandchild = Long.parseLong(Files.readString(ready).trim());
        await().until(() -> !isRunning(grandchild));
    }

    /** Somebody else may have them: time stands still here, so a grace would last for ever. */
    @Test
    void aCommandWhosePermitsAreOverIsKilledAtOnce() throws Exception {
        Path ready = folder.resolve("ready");
        FakeHeld held = new FakeHeld();
        String script = script("trap '' TERM; touch " + ready + "; while :; do sleep 0.02; done");
        FutureTask<Integer> run = start(held, "sh", script);
        await().until(() -> Files.exists(ready));
        held.validUntil.set(time.nanos());
        assertThat(run.get()).isEqualTo(128 + 9);
        assertThat(complaints).containsExactly("the permits are lost (nobody answers): stopping the command");
    }

    /** Hands out these, one after the other; then waits until it is interrupted. */
    private static PermitSource oneAfterTheOther(HeldPermits... permits) {
        Iterator<HeldPermits> next = List.of(permits).iterator();
        return new PermitSource() {
            @Override
            public HeldPermits acquire(RunRequest runRequest) throws InterruptedException {
                if (!next.hasNext()) {
                    new CountDownLatch(1).await();
                }
                return next.next();
            }

            @Override
            public void close() {}
        };
    }

    /** As {@code --restart-on-loss} does: a service that runs on one machine of many. */
    @Test
    void aCommandThatLostItsPermitsIsStartedAgainWithOthers() throws Exception {
        Path ready = folder.resolve("ready");
        FakeHeld first = new FakeHeld();
        FakeHeld second = new FakeHeld();
        String script = script("test -e " + ready + " && exit 5; touch " + ready + "; while :; do sleep 0.02; done");
        FutureTask<Integer> run = new FutureTask<>(
                () -> runner("sh", script).restartOnLoss(true).run(oneAfterTheOther(first, second), ONE, 75));
        new Thread(run).start();
        await().until(() -> Files.exists(ready));
        first.validUntil.set(time.nanos());
        assertThat(run.get()).as("of the second run, which lost nothing").isEqualTo(5);
        assertThat(complaints)
                .containsExactly(
                        "the permits are lost (nobody answers): stopping the command", "waiting for permits again");
        assertThat(first.closed).isTrue();
        assertThat(second.closed).isTrue();
    }

    @Test
    void aSignalEndsTheWaitForOtherPermits() throws Exception {
        Path ready = folder.resolve("ready");
        FakeHeld first = new FakeHeld();
        String script = script("touch " + ready + "; while :; do sleep 0.02; done");
        AtomicReference<Runner> runner = new AtomicReference<>();
        FutureTask<Integer> run = new FutureTask<>(() -> {
            runner.set(runner("sh", script).restartOnLoss(true));
            return runner.get().run(oneAfterTheOther(first), ONE, 75);
        });
        new Thread(run).start();
        await().until(() -> Files.exists(ready));
        first.validUntil.set(time.nanos());
        await().until(() -> complaints.contains("waiting for permits again"));
        runner.get().signalled("TERM", 15, true);
        assertThat(run.get()).isEqualTo(128 + 15);
    }

    private static boolean isRunning(long pid) throws IOException {
        Path stat = Path.of("/proc/" + pid + "/stat");
        return Files.exists(stat) && !Files.readString(stat).contains(") Z ");
    }

    /** The thread that makes a runner runs it. */
    private FutureTask<Integer> start(PermitSource source, String... command) {
        FutureTask<Integer> run = new FutureTask<>(() -> runner(command).run(source, ONE, 75));
        new Thread(run).start();
        return run;
    }

    @Test
    void aSignalBeforeTheGrantEndsTheWaitAndLeavesNothing() throws Exception {
        try (Meshlock mesh = Meshlock.builder().node("a").bootstrap().start()) {
            Grant held = mesh.pool("docks", PoolConfig.permits(1)).acquire();
            AtomicReference<Runner> runner = new AtomicReference<>();
            CountDownLatch made = new CountDownLatch(1);
            FutureTask<Integer> run = new FutureTask<>(() -> {
                runner.set(runner("touch", folder.resolve("ran").toString()));
                made.countDown();
                return runner.get().run(new MeshSource(mesh, note -> {}), ONE, 75);
            });
            new Thread(run).start();
            made.await();
            await().until(() -> mesh.pool("docks").queueLength() == 1);
            runner.get().signalled("INT", 2, true);
            assertThat(run.get()).isEqualTo(130);
            assertThat(mesh.pool("docks").queueLength()).isZero();
            held.close();
            assertThat(mesh.pool("docks").availablePermits()).isEqualTo(1);
            assertThat(folder.resolve("ran")).doesNotExist();
        }
    }

    @Test
    void whatIsNotGrantedHasItsOwnCode() {
        PermitSource none = new PermitSource() {
            @Override
            public HeldPermits acquire(RunRequest runRequest) {
                throw new NotGrantedException("it timed out");
            }

            @Override
            public void close() {}
        };
        assertThat(runner("true").run(none, ONE, 75)).isEqualTo(75);
        assertThat(complaints).containsExactly("not granted: it timed out");
    }
}
