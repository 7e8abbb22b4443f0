package io.meshlock.testbed.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that are stopped in good order and started again, one after the other, under load. With {@code
 * -Drolling.strict=true}, as {@code docs/measure-recovery rolling} does, no stall may be longer than 300 ms.
 */
@DisplayName("A rolling restart of real processes")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class RollingRestartTest {

    private static final int NODES = Integer.getInteger("rolling.nodes", 3);
    private static final int ROUNDS = Integer.getInteger("rolling.rounds", 1);

    /** Times that a busy machine keeps: what is judged is how a node leaves, not how quickly another one notices. */
    private static final Crew.Plan PLAN = new Crew.Plan(NODES, 3, 6_000, 5_000, 100);

    private static final long STRICT_MILLIS = 300;
    private static final long BUSY_MACHINE_MILLIS = 5_000;

    @TempDir
    private Path folder;

    @Test
    void losesNoEpochAndHardlyStalls() throws Exception {
        try (Crew crew = new Crew(folder, PLAN)) {
            crew.startAll();
            crew.awaitHealth();
            long begin = System.nanoTime();
            long rounds = newestRound(crew);
            for (int i = 0; i < ROUNDS * NODES; i++) {
                int node = i % NODES;
                crew.leave(node);
                crew.start(node);
                crew.awaitHealth();
            }
            Witness witness = crew.witness();
            assertThat(witness.judge(PLAN.permits())).isEmpty();
            long stall = longestStall(witness, begin);
            System.out.printf(
                    "rolling restart of %d nodes, %d times: longest stall %d ms; %d epochs lost; %d grants%n",
                    NODES,
                    ROUNDS,
                    stall,
                    newestRound(crew) - rounds,
                    witness.grants().size());
            assertThat(newestRound(crew)).as("no voter died").isEqualTo(rounds);
            assertThat(stall)
                    .as("milliseconds without a grant")
                    .isLessThanOrEqualTo(Boolean.getBoolean("rolling.strict") ? STRICT_MILLIS : BUSY_MACHINE_MILLIS);
        }
    }

    private static long newestRound(Crew crew) throws Exception {
        return crew.witness().grants().stream()
                .mapToLong(Witness.Sworn::round)
                .max()
                .orElse(0);
    }

    /** The longest time between a grant and the next, anywhere. */
    private static long longestStall(Witness witness, long begin) {
        List<Long> times = witness.grants().stream()
                .map(Witness.Sworn::from)
                .filter(time -> time > begin)
                .toList();
        long longest = 0;
        for (int i = 1; i < times.size(); i++) {
            longest = Math.max(longest, times.get(i) - times.get(i - 1));
        }
        return TimeUnit.NANOSECONDS.toMillis(longest);
    }
}
