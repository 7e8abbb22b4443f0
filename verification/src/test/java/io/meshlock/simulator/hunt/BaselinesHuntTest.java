package io.meshlock.simulator.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.hunt.HuntSettings.Hazards;
import io.meshlock.simulator.hunt.Tally.Event;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Algorithms that need reliable channels, but no order: any message may overtake any other, and clients cancel. */
class BaselinesHuntTest {

    private static final Hazards OVERTAKING = new Hazards(0, 0, 500, false, false, false, false);

    @ParameterizedTest
    @CsvSource({"central, 3", "ricart-agrawala, 1", "raymond, 1", "suzuki-kasami, 1", "raynal, 3", "token-ring, 1"})
    void nothingGoesWrongHoweverMessagesOvertake(String name, int permits) throws InterruptedException {
        HuntSettings settings = HuntSettings.anybody(Algorithms.named(name), permits)
                .withFaults(new HuntSettings.Faults(false, false, false, true, OVERTAKING));
        Hunt hunt = new Hunt(settings, 1, 1000);
        Finding finding = hunt.run(2);
        assertThat(finding == null ? "" : finding.narrative()).isEmpty();
        Tally tally = hunt.progress().tally();
        assertThat(tally.of(Event.GRANTS)).isPositive().isEqualTo(tally.of(Event.RELEASES));
        assertThat(tally.of(Event.OVERTAKINGS)).isPositive();
        assertThat(tally.of(Event.CANCELS)).isPositive();
    }
}
