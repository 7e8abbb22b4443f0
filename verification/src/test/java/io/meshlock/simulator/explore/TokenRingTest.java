package io.meshlock.simulator.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.simulator.explore.Outcome.Ending;
import org.junit.jupiter.api.Test;

/** The example of docs/guide/new-algorithm.md: what the guide says of it. */
class TokenRingTest {

    @Test
    void everybodyIsServedHoweverMessagesOvertake() {
        Outcome outcome = Meshes.of("token-ring", "full:3").requests(1).explore();

        assertThat(outcome.violation()).isNull();
        assertThat(outcome.ending()).isEqualTo(Ending.COMPLETE);
        assertThat(outcome.liveness()).isTrue();
    }
}
