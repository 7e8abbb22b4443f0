package io.meshlock.testbed.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.testbed.Timeouts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that are killed, stopped and cut off under load. {@code -Dcrash.times=100 -Dcrash.nodes=5} for the long
 * run, which {@code docs/measure-recovery} does.
 */
@DisplayName("A mesh of real processes")
@Timeout(value = 90, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // one mesh for all: most of the time goes into starting processes
class CrashTest {

    private static final int TIMES = Integer.getInteger("crash.times", 3);
    private static final int NODES = Integer.getInteger("crash.nodes", 3);
    private static final Crew.Plan PLAN = new Crew.Plan(
            NODES,
            3,
            Long.getLong("crash.lease", 600),
            Long.getLong("crash.electionTimeout", 500),
            Long.getLong("crash.beacon", 50));

    @TempDir
    private static Path folder;

    /** Tries for each recovery that is to be seen. */
    private static final int MOST_TRIES = 10;

    /**
     * What is allowed beyond the bound unless the test is strict: as long again, and time for a computer that is busy
     * with other tests. A pool that hangs takes longer than that.
     */
    private static final Duration BUSY_MACHINE = Duration.ofSeconds(10);

    private final List<Long> pauses = new ArrayList<>();
    private Crew crew;

    @BeforeAll
    void start() {
        crew = new Crew(folder, PLAN);
        crew.startAll();
    }

    @BeforeEach
    void awaitHealth() {
        crew.awaitHealth();
        pauses.clear();
    }

    @AfterAll
    void close() {
        crew.close();
    }

    private interface Try {
        void run() throws Exception;
    }

    /** Tries until enough recoveries were seen: if the token left the node at the last moment, there is none. */
    private void untilSeen(Try once) throws Exception {
        for (int tries = 0; pauses.size() < TIMES; tries++) {
            assertThat(tries).as("tries for %d recoveries", pauses.size()).isLessThan(MOST_TRIES * TIMES);
            once.run();
        }
    }

    /**
     * Records the time to the first grant by a new token. If the token had left the node at the last moment, the old
     * one goes on, and nothing is recorded.
     */
    private void expectRecovery(long moment, long round) {
        long tooLate = moment + PLAN.bound().toNanos();
        Witness.Sworn first =
                crew.awaitGrant(moment, Timeouts.LONG, grant -> grant.round() > round || grant.from() > tooLate);
        if (first.round() > round) {
            pauses.add(first.from() - moment);
        }
    }

    private long newestRound() throws Exception {
        return crew.witness().grants().stream()
                .mapToLong(Witness.Sworn::round)
                .max()
                .orElse(0);
    }

    /**
     * Safety is judged in any case, and so is the time: strictly if the machine is known to be idle enough ({@code
     * -Dcrash.strict=true}, as {@code docs/measure-recovery} has it), otherwise with room for a busy one.
     */
    private void judge(String what) throws Exception {
        Witness witness = crew.witness();
        assertThat(witness.judge(PLAN.permits())).isEmpty();
        List<Long> sorted =
                pauses.stream().map(TimeUnit.NANOSECONDS::toMillis).sorted().toList();
        long late = sorted.stream()
                .filter(millis -> millis > PLAN.bound().toMillis())
                .count();
        System.out.printf(
                "%s, %d times, %d nodes: grants again after %d ms (median), %d ms (99 %%), %d ms (longest); %d later than"
                        + " %d ms; %d grants, %d ran out%n",
                what,
                sorted.size(),
                NODES,
                sorted.get(sorted.size() / 2),
                sorted.get((int) Math.ceil(sorted.size() * 0.99) - 1),
                sorted.get(sorted.size() - 1),
                late,
                PLAN.bound().toMillis(),
                witness.grants().size(),
                witness.losses());
        Duration allowed = Boolean.getBoolean("crash.strict")
                ? PLAN.bound()
                : PLAN.bound().multipliedBy(2).plus(BUSY_MACHINE);
        assertThat(sorted.get(sorted.size() - 1))
                .as("milliseconds to the next grant")
                .isLessThanOrEqualTo(allowed.toMillis());
    }

    @Test
    void goesOnWhenTheTokensHolderIsKilled() throws Exception {
        untilSeen(() -> {
            int holder = crew.awaitHolder();
            long round = newestRound();
            crew.worker(holder).kill();
            expectRecovery(System.nanoTime(), round);
            crew.start(holder);
            crew.awaitHealth();
        });
        judge("kill -9 of the token's holder");
    }

    @Test
    void goesOnWhenTheTokensHolderIsStoppedForLongerThanItsLease() throws Exception {
        untilSeen(() -> {
            int holder = crew.awaitHolder();
            long round = newestRound();
            crew.worker(holder).signal("STOP");
            expectRecovery(System.nanoTime(), round);
            crew.worker(holder).signal("CONT");
            crew.awaitHealth();
        });
        judge("the token's holder stopped");
    }

    @Test
    void goesOnWhenTheTokensHolderIsCutOff() throws Exception {
        untilSeen(() -> {
            int holder = crew.awaitHolder();
            long round = newestRound();
            crew.isolate(holder, true);
            expectRecovery(System.nanoTime(), round);
            crew.isolate(holder, false);
            crew.awaitHealth();
        });
        judge("the token's holder cut off");
    }

    /** Its permits come back with their lease: afterwards one request gets all permits. */
    @Test
    void getsBackThePermitsOfANodeThatIsKilled() throws Exception {
        untilSeen(() -> {
            int holder = crew.awaitHolder();
            int victim = holder == NODES - 1 ? 0 : holder + 1;
            crew.worker(victim).kill();
            long moment = System.nanoTime();
            Witness.Sworn all = crew.awaitGrant(
                    moment, Timeouts.LONG, grant -> grant.slots().size() == PLAN.permits());
            pauses.add(all.from() - moment);
            crew.start(victim);
            crew.awaitHealth();
        });
        judge("all permits after kill -9 of another node");
    }
}
