package io.meshlock.simulator.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.hunt.Tally.Event;
import io.meshlock.simulator.narrative.Narrative;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The regular hunt for algorithms whose nodes write to anybody. */
class AnybodyHuntTest {

    @ParameterizedTest(name = "{0}, up to {1} permits, up to {2} nodes")
    @CsvSource({"lookahead, 1, 6, 3000", "lookahead, 4, 6, 3000", "lookahead, 3, 20, 150"})
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
        if (schedules > 1000) {
            assertThat(Coverage.missing(settings, tally)).isEmpty();
        }
    }

    /** A schedule told as a narrative runs with the same outcome. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void storiesAreTrue(int permits) {
        HuntSettings settings = HuntSettings.anybody(Algorithms.named("lookahead"), permits);
        for (long seed = 1; seed <= 40; seed++) {
            Tally tally = new Tally();
            Schedule schedule = new Schedule(settings, seed, tally);
            List<Action> actions = schedule.startRecord();
            assertThat(schedule.run()).isNull();
            String story = Story.of(settings, schedule.layout(), actions, List.of("Seed " + seed));
            assertThat(story).doesNotContain("error:").contains("waiting: nobody\ninside: nobody");
            assertThat(count(story, " enters: ")).isEqualTo(tally.of(Event.GRANTS));
            assertThat(count(story, " receives ")).isEqualTo(tally.of(Event.DELIVERIES));
            assertThat(count(story, "lost: ")).isEqualTo(tally.of(Event.LOSSES));
            assertThat(count(story, "doubled: ")).isEqualTo(tally.of(Event.COPIES));
        }
    }

    @Test
    void printedFormIsFoundAndShrunk() throws InterruptedException {
        HuntSettings settings = HuntSettings.anybody(Algorithms.named("lookahead-as-printed"), 1)
                .withFaults(new HuntSettings.Faults(false, false, false, false));
        Finding finding = new Hunt(settings, 1, 1000).run(2);
        assertThat(finding).isNotNull();
        assertThat(finding.failure().kind()).isEqualTo(FailureKind.TOO_MANY_PERMITS);
        assertThat(finding.narrative()).contains("2 of 1 permits are held").doesNotContain("lost:");
        assertThat(finding.narrative().lines()).as("shrunk").hasSizeLessThan(120);
        assertThat(Narrative.run(finding.narrative())).as("a test by saving it").isEqualTo(finding.narrative());
    }

    private static long count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1L;
    }
}
