package io.meshlock.simulator.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.registry.Algorithms;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SpinJudgeTest {

    private static final Options MAJORITY = Options.of(Map.of("recovery", 1L));

    /** An alarm that is always due, in a protocol that is right otherwise. */
    @Test
    void aTimerThatIsAlwaysDueIsNoticed() throws IOException {
        Algorithm spinning = MutantCompiler.compileRecovery(
                "RecoveringNode.java",
                "            next = Math.min(next, gossip.lastSent() + tick());",
                "            next = Math.min(next, gossip.lastSent());");
        assertThat(run(spinning)).isNotNull().matches(failure -> failure.kind() == FailureKind.SPINS);
        assertThat(run(Algorithms.named("prioritized"))).isNull();
    }

    private static @Nullable Failure run(Algorithm algorithm) {
        return new TimedSchedule(HuntSettings.recovering(algorithm, MAJORITY, 4, 1), 1, new Tally()).run();
    }

    private record Ping() implements Message {
        @Override
        public String type() {
            return "PING";
        }

        @Override
        public int bytes() {
            return 1;
        }
    }

    @Test
    void messagesDoNotCount() {
        SpinJudge judge = new SpinJudge(1, 100);
        for (int i = 0; i < 5_000; i++) {
            judge.stepped(i / 1_000, 0);
            judge.delivered(i / 1_000, 1, 0, new Ping());
        }
        judge.judge(5);
    }
}
