package io.meshlock.simulator.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.simulator.explore.Flaw.Rule;
import io.meshlock.simulator.explore.Outcome.Ending;
import io.meshlock.simulator.narrative.Narrative;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The algorithms of this project, explored: the flaws of printed forms are found, and the corrected forms hold. */
class ExplorerTest {

    /** {@code -Dexplore.long=true} for what takes longer than some seconds. */
    private static final boolean LONG = Boolean.getBoolean("explore.long");

    private static final String PRINTED = "prioritized-as-printed";

    private static Trace violation(Outcome outcome, Rule rule) {
        assertThat(outcome.ending()).isEqualTo(Ending.VIOLATION);
        Trace trace = Objects.requireNonNull(outcome.violation());
        assertThat(trace.flaw().rule()).as(trace.flaw().message()).isEqualTo(rule);
        return trace;
    }

    /** Flaw 1 of the printed algorithm: on a line of three a request is lost, and nothing is left to happen. */
    @Test
    void findsThePrintedAlgorithmsLostRequest() {
        Outcome outcome = Meshes.of(PRINTED, "line:3").permits(2, 1, 2).explore();
        Trace trace = violation(outcome, Rule.STUCK);
        String story = trace.narrative();
        assertThat(story).contains("never served: c1").doesNotContain("error:");
        assertThat(Narrative.run(story)).as("a story told again is the same").isEqualTo(story);
    }

    /** Flaw 4: a better own request is not told, and a less urgent one is decided first. */
    @Test
    void findsThePrintedAlgorithmsPriorityViolation() {
        Outcome outcome =
                Meshes.of(PRINTED, "a-b,a-x,b-c").priorities(0, 9, 5, 1).explore();
        Trace trace = violation(outcome, Rule.ORDER);
        assertThat(trace.narrative())
                .contains("x1 enters")
                .doesNotContain("b1 enters")
                .doesNotContain("error:");
    }

    /** Flaw 6: with no neighbour for a moment, a request is never sent again. */
    @Test
    void findsThePrintedAlgorithmsDeadlockAfterALinkChange() {
        Outcome outcome = Meshes.of(PRINTED, "a-c,c-b").changes(2).explore();
        assertThat(violation(outcome, Rule.STUCK).narrative())
                .contains("never served:")
                .contains("is down");
    }

    /** The traces of links that one end finds dead first are told with the same outcome. */
    @Test
    void lossyTracesReplay() {
        Outcome outcome = Meshes.of(PRINTED, "ring:3").changes(1).lossy().explore();
        assertThat(violation(outcome, Rule.STUCK).narrative())
                .contains("unnoticed")
                .contains("notices that link")
                .contains("never served:")
                .doesNotContain("error:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"prioritized", "prioritized-moving"})
    void twoNodesHold(String algorithm) {
        holds(Meshes.of(algorithm, "line:2").requests(2), true);
        holds(Meshes.of(algorithm, "line:2").requests(2).changes(2).maySplit(), false);
        holds(Meshes.of(algorithm, "line:2").requests(2).changes(2).maySplit().lossy(), false);
        holds(
                Meshes.of(algorithm, "line:2")
                        .requests(2)
                        .permits(2, 1, 2)
                        .cancels(1)
                        .priorities(0, 1),
                true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"prioritized", "prioritized-moving"})
    void threeNodesHold(String algorithm) {
        holds(Meshes.of(algorithm, "line:3").changes(2), true);
        holds(Meshes.of(algorithm, "ring:3").permits(2, 1, 2).changes(1).cancels(1), true);
        holds(
                Meshes.of(algorithm, "star:3")
                        .permits(2, 1, 2)
                        .priorities(0, 1, 2)
                        .changes(1)
                        .lossy(),
                true);
        holds(Meshes.of(algorithm, "line:3").requests(2).oneAtATime().permits(2, 1, 2), true);
    }

    @Test
    void threeNodesHoldWhenALinkDiesWithMessagesInFlight() {
        holds(Meshes.of("prioritized", "ring:3").changes(1).lossy(), true);
    }

    /**
     * While one end of a dead link has not noticed, a request is known along two ways; the token once went to and fro.
     */
    @Test
    void theMovingTokenTakesNoEndlessWalk() {
        holds(Meshes.of("prioritized-moving", "ring:3").changes(1).lossy(), true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"prioritized", "prioritized-moving"})
    void aPoolsSizeChanges(String algorithm) {
        holds(Meshes.of(algorithm, "line:2").permits(2, 1, 2).requests(2).operated(0, 1), true);
        holds(Meshes.of(algorithm, "line:2").permits(2, 2, 1).operated(0, 2), true);
        holds(Meshes.of(algorithm, "line:3").permits(2, 1, 2).operated(0, 1), true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"prioritized", "prioritized-moving"})
    void nodesLeaveAndComeBack(String algorithm) {
        holds(Meshes.of(algorithm, "line:2").requests(2).operated(2, 0), true);
        holds(
                Meshes.of(algorithm, "line:2")
                        .operated(1, 1)
                        .changes(1)
                        .maySplit()
                        .lossy(),
                false);
        if (LONG || algorithm.equals("prioritized-moving")) { // the other has ten times as many states
            holds(Meshes.of(algorithm, "line:3").operated(1, 0), true);
        }
    }

    private static void holds(Meshes mesh, boolean liveness) {
        Outcome outcome = mesh.explore();
        Trace trace = outcome.violation();
        assertThat(trace).as(() -> trace == null ? "" : trace.narrative()).isNull();
        assertThat(outcome.ending()).isEqualTo(Ending.COMPLETE);
        assertThat(outcome.liveness()).isEqualTo(liveness);
    }

    /** The same exploration always gives the same figures and the same story. */
    @Test
    void isDeterministic() {
        Outcome one = Meshes.of(PRINTED, "line:3").permits(2, 1, 2).explore();
        Outcome other = Meshes.of(PRINTED, "line:3").permits(2, 1, 2).explore();
        assertThat(other).isEqualTo(one);
    }

    @Test
    void stopsAtItsLimits() {
        Exploration exploration = Meshes.of("prioritized", "ring:3").requests(2).build();
        Explorer.Limits few = new Explorer.Limits(100, 400, true, java.util.Set.of());
        assertThat(Explorer.explore(exploration, few, (states, transitions, depth) -> true)
                        .ending())
                .isEqualTo(Ending.STATE_LIMIT);
        assertThat(Explorer.explore(exploration, few, (states, transitions, depth) -> false)
                        .ending())
                .isEqualTo(Ending.STOPPED);
    }

    @Test
    void refusesWhatCannotBeExplored() {
        assertThatThrownBy(() -> Meshes.of("prioritized", "a-b,c-d").build()).hasMessageContaining("not connected");
        assertThatThrownBy(
                        () -> Meshes.of("prioritized", "line:2").permits(1, 2).build())
                .hasMessageContaining("a request of 2 permits");
        assertThatThrownBy(() -> Meshes.of("prioritized", "line:2").requests(0).build())
                .hasMessageContaining("no requests");
        assertThatThrownBy(() -> Meshes.of(PRINTED, "line:2").operated(1, 0).build())
                .hasMessage("nodes of algorithm '" + PRINTED + "' stay");
        assertThatThrownBy(() -> Meshes.of(PRINTED, "line:2").operated(0, 1).build())
                .hasMessage("pools of algorithm '" + PRINTED + "' keep their size");
        assertThatThrownBy(() -> Meshes.of("prioritized", "line:2")
                        .hazards(1, 0, 0, 0, 0)
                        .build())
                .hasMessageContaining("write to anybody");
        assertThatThrownBy(() -> Graphs.named("line:9")).hasMessageContaining("1 to 8");
        assertThatThrownBy(() -> Graphs.named("blob:3")).hasMessageContaining("unknown graph");
        assertThatThrownBy(() -> Graphs.named("a-b,")).hasMessageContaining("no link");
    }

    /** The numbers of connected graphs with one marked node: 1, 1, 3, 11, 58. */
    @Test
    void listsEveryConnectedGraphOnce() {
        assertThat(Graphs.connected(1)).hasSize(1);
        assertThat(Graphs.connected(2)).hasSize(1);
        assertThat(Graphs.connected(3)).hasSize(3);
        assertThat(Graphs.connected(4)).hasSize(11);
        assertThat(Graphs.connected(5)).hasSize(58);
    }
}
