package io.meshlock.simulator.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Algorithms;
import io.meshlock.simulator.hunt.Tally.Event;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The standing hunt for algorithms whose nodes write to anybody. */
class AnybodyHuntTest {

    @ParameterizedTest(name = "{0}, up to {1} permits, up to {2} nodes")
    @CsvSource({"lookahead, 1, 6, 6000", "lookahead, 4, 6, 6000", "lookahead, 3, 20, 300"})
    void correctedFormSurvivesEverything(String name, int permits, int nodes, int schedules)
            throws InterruptedException {
        HuntSettings settings =
                HuntSettings.anybody(Algorithms.named(name), permits).withNodes(nodes, false);
        Hunt hunt = new Hunt(settings, 1, schedules);
        Finding finding = hunt.run(2);
        assertThat(finding == null ? "" : finding.narrative()).isEmpty();
        Tally tally = hunt.progress().tally();
        assertThat(tally.of(Event.GRANTS)).isEqualTo(tally.of(Event.RELEASES));
        for (Event event : List.of(
                Event.LOSSES,
                Event.COPIES,
                Event.OVERTAKINGS,
                Event.TIMERS,
                Event.LEAVES,
                Event.ABSENCES,
                Event.REBOOTS)) {
            assertThat(tally.of(event)).as(event.label()).isPositive();
        }
    }
}
