package io.meshlock.simulator.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.simulator.explore.Flaw.Rule;
import io.meshlock.simulator.explore.Outcome.Ending;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * KRL explored. [KRL] Theorem 1, at most k are inside, and Theorem 2, every request is satisfied once link changes
 * cease, hold for the corrected forms; as printed the second does not.
 */
class KrlExplorerTest {

    private static final String PRINTED = "krl-as-printed";

    /** Flaw 2: with no neighbour for a moment, a request is never sent again. */
    @Test
    void asPrintedALinkChangeStarvesARequest() {
        Trace trace = starved(Meshes.of(PRINTED, "a-b,a-c").changes(2));
        assertThat(trace.narrative())
                .contains("is down")
                .contains("never served:")
                .doesNotContain("error:");
    }

    /** Flaw 1: in a network that never changes, a request waits for ever while all three tokens are idle. */
    @Test
    void asPrintedARequestStarvesInAStaticNetwork() {
        Trace trace = starved(
                Meshes.of(PRINTED, "a-b,a-d,b-c").permits(3, 1).requests(2).oneAtATime());
        assertThat(trace.narrative())
                .doesNotContain("is down")
                .contains("3 free")
                .doesNotContain("error:");
    }

    /** Flaw 6: tokens that are forwarded when idle never rest. */
    @Test
    void asPrintedForwardedTokensNeverRest() {
        Outcome outcome = Meshes.of("krlf-as-printed", "line:2").explore();
        assertThat(outcome.ending()).isNotEqualTo(Ending.COMPLETE);
    }

    private static Trace starved(Meshes mesh) {
        Outcome outcome = mesh.explore();
        assertThat(outcome.ending()).isEqualTo(Ending.VIOLATION);
        Trace trace = Objects.requireNonNull(outcome.violation());
        assertThat(trace.flaw().rule()).as(trace.flaw().message()).isEqualTo(Rule.STUCK);
        return trace;
    }

    @ParameterizedTest
    @ValueSource(strings = {"krl", "rl"})
    void oneTokenServesEverybody(String algorithm) {
        holds(Meshes.of(algorithm, "line:2").requests(2).changes(2).maySplit(), false);
        holds(Meshes.of(algorithm, "ring:3").changes(2).cancels(1), true);
        holds(Meshes.of(algorithm, "line:3").requests(2).oneAtATime().changes(1), true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a-b,a-c", "a-b,b-c", "full:3"})
    void twoTokensServeEverybody(String graph) {
        holds(Meshes.of("krl", graph).permits(2, 1).changes(2), true);
        holds(Meshes.of("krl", graph).permits(2, 1).changes(2).maySplit(), false);
    }

    /** The graph on which the printed form starves. */
    @Test
    void threeTokensServeEverybodyInAStaticNetwork() {
        holds(Meshes.of("krl", "a-b,a-d,b-c").permits(3, 1).requests(2).oneAtATime(), true);
    }

    private static void holds(Meshes mesh, boolean liveness) {
        Outcome outcome = mesh.explore();
        Trace trace = outcome.violation();
        assertThat(trace).as(() -> trace == null ? "" : trace.narrative()).isNull();
        assertThat(outcome.ending()).isEqualTo(Ending.COMPLETE);
        assertThat(outcome.liveness()).isEqualTo(liveness);
    }
}
