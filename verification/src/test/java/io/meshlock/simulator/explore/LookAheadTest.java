package io.meshlock.simulator.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.simulator.explore.Flaw.Rule;
import io.meshlock.simulator.explore.Outcome.Ending;
import io.meshlock.simulator.narrative.Narrative;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The look-ahead algorithm, explored. Flaws of the printed form are numbered as in its package documentation; those
 * that need a story rather than a search are told in the narratives {@code printed-lookahead-*}.
 */
class LookAheadTest {

    /** Growing retry delays would make equal states differ, so they are limited. */
    private static final Map<String, Long> OPTIONS = Map.of("retry", 1L, "retry-limit", 1L);

    /** Lamport's timestamps: flaws found with them do not depend on clocks. */
    private static final Map<String, Long> LOGICAL = Map.of("retry", 1L, "logical-clock", 1L);

    private static Meshes printed(Map<String, Long> options, int hosts) {
        return Meshes.of("lookahead-as-printed", "full:" + hosts).options(options);
    }

    private static String story(Outcome outcome, Rule rule, int steps) {
        assertThat(outcome.ending()).isEqualTo(Ending.VIOLATION);
        Trace trace = Objects.requireNonNull(outcome.violation());
        assertThat(trace.flaw().rule()).as(trace.flaw().message()).isEqualTo(rule);
        assertThat(trace.events()).hasSize(steps);
        String story = trace.narrative();
        assertThat(Narrative.run(story)).as("a story told again is the same").isEqualTo(story);
        return story;
    }

    /** Flaw 1: a request sent again is answered twice. Nothing is lost, doubled or overtaken. */
    @Test
    void flaw1LetsTwoHostsInAfterARequestWasSentAgain() {
        Outcome outcome = printed(LOGICAL, 2).requests(2).explore();
        assertThat(story(outcome, Rule.PERMITS, 13))
                .contains("2 of 1 permits are held")
                .doesNotContain("lost:")
                .doesNotContain("nth=");
    }

    @Test
    void flaw1TakesElevenStepsIfATimerIsEarly() {
        Outcome outcome = printed(LOGICAL, 2).requests(2).hazards(0, 0, 1, 0, 0).explore();
        assertThat(story(outcome, Rule.PERMITS, 11)).contains("2 of 1 permits are held");
    }

    /** Flaw 2: here, time stands still, and equal times without a tie-break leave two waiting for each other. */
    @Test
    void flaw2LetsEqualTimesWaitForEachOther() {
        Outcome outcome = printed(Map.of("retry", 1L, "ties", 0L), 3).explore();
        assertThat(outcome.ending()).isEqualTo(Ending.VIOLATION);
        assertThat(Objects.requireNonNull(outcome.violation()).flaw().rule()).isIn(Rule.UNREACHABLE, Rule.STARVED);
    }

    /** Flaw 4, read word by word: a host inside answers an older request. */
    @Test
    void flaw4AnswersFromInside() {
        Map<String, Long> options = Map.of("retry", 1L, "logical-clock", 1L, "inside-defers", 0L, "matrix-seed", 2L);
        Outcome outcome = printed(options, 2).explore();
        assertThat(story(outcome, Rule.PERMITS, 4)).contains("2 of 1 permits are held");
    }

    /** Flaw 5. */
    @Test
    void flaw5LetsAHostLeaveWhileItIsInside() {
        Outcome outcome = printed(LOGICAL, 2).hazards(0, 0, 0, 1, 0).explore();
        assertThat(story(outcome, Rule.NEEDED, 2)).contains("a wants to leave").contains("that may leave has");
    }

    /**
     * The corrected form under harder conditions: all states explored, no violation, all requests can always be served.
     */
    @ParameterizedTest(name = "{0} hosts, {1} requests each, k = {2}, matrix {3}, hazards {4} {5} {6} {7} {8}")
    @CsvSource({
        // losses, copies, early timers, absences, reboots
        "2, 2, 1, 1, 1, 1, 0, 0, 0",
        "2, 2, 1, 2, 0, 1, 1, 0, 0",
        "2, 2, 2, 1, 1, 1, 0, 0, 0",
        "2, 1, 1, 1, 1, 1, 1, 1, 0",
        "2, 1, 1, 2, 1, 1, 0, 0, 1",
        "2, 1, 1, 1, 0, 0, 0, 0, 2",
        "2, 1, 2, 1, 1, 0, 0, 1, 1",
        "3, 1, 1, 1, 1, 1, 0, 0, 0",
        "3, 1, 2, 1, 0, 1, 0, 0, 0",
        "3, 1, 1, 1, 0, 0, 0, 0, 1",
        "3, 1, 3, 0, 1, 0, 0, 0, 0",
    })
    void correctedFormIsSafeAndServesEverybody(
            int hosts,
            int requests,
            int k,
            long matrix,
            int losses,
            int copies,
            int firings,
            int absences,
            int reboots) {
        Outcome outcome = Meshes.of("lookahead", "full:" + hosts)
                .requests(requests)
                .permits(k, 1, Math.min(2, k), 1)
                .options(Map.of("retry", 1L, "retry-limit", 1L, "matrix-seed", matrix))
                .hazards(losses, copies, firings, absences, reboots)
                .explore();
        assertThat(outcome.violation() == null ? "" : outcome.violation().narrative())
                .isEmpty();
        assertThat(outcome.ending()).isEqualTo(Ending.COMPLETE);
        assertThat(outcome.liveness()).isTrue();
    }

    /** Priorities count: a request that is settled in a quiet mesh is not passed over by a less urgent one. */
    @Test
    void correctedFormKeepsTheOrder() {
        Outcome outcome = Meshes.of("lookahead", "full:3")
                .priorities(0, 9, 5)
                .options(OPTIONS)
                .explore();
        assertThat(outcome.violation()).isNull();
        assertThat(outcome.ending()).isEqualTo(Ending.COMPLETE);
    }
}
