package io.meshlock.simulator.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.registry.Algorithms;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random schedules of KRL: never more than k inside at any event ([KRL] Theorem 1), nobody starves once links cease to
 * change ([KRL] Theorem 2), no token is lost, doubled or stranded, and there is silence. As printed, Theorem 2 does not
 * hold.
 */
class KrlHuntTest {

    private static HuntSettings settings(String algorithm) {
        return HuntSettings.small(Algorithms.named(algorithm), false).withNodes(10, false);
    }

    @ParameterizedTest
    @CsvSource({"krl, 3000", "rl, 1000", "krlf, 1000", "krl-adaptive, 1000"})
    void everybodyIsServedAndEveryTokenFound(String algorithm, int schedules) throws InterruptedException {
        int permits = Algorithms.named(algorithm).guarantees().capacity().pool() == 1 ? 1 : 4;
        HuntSettings settings = settings(algorithm).withPool(PoolSettings.permits(permits));
        Finding finding = new Hunt(settings, 1, schedules).run(2);
        assertThat(finding).as(() -> finding == null ? "" : finding.toString()).isNull();
    }

    /** Flaws 2 and 3 of the printed form: it starves requests and strands tokens; it never lets too many in. */
    @Test
    void asPrintedRequestsStarveAndTokensAreStranded() {
        assertThat(kinds("krl-as-printed", false))
                .contains(FailureKind.STARVED, FailureKind.STRANDED)
                .doesNotContain(FailureKind.TOO_MANY_PERMITS, FailureKind.TOKEN_COUNT);
    }

    /** The paper's own setting: a network that never changes. */
    @Test
    void asPrintedTokensAreStrandedInAStaticNetwork() {
        assertThat(kinds("krl-as-printed", true)).contains(FailureKind.STRANDED);
    }

    /** Flaw 6. */
    @Test
    void asPrintedForwardedTokensAreNeverSilent() {
        assertThat(kinds("krlf-as-printed", true)).containsExactly(FailureKind.NEVER_SILENT);
    }

    private static Set<FailureKind> kinds(String algorithm, boolean calm) {
        HuntSettings settings = settings(algorithm);
        if (calm) {
            settings = settings.withFaults(new HuntSettings.Faults(false, false, false, false));
        }
        Set<FailureKind> kinds = EnumSet.noneOf(FailureKind.class);
        for (long seed = 1; seed <= 200; seed++) {
            Failure failure = new Schedule(settings, seed, new Tally()).run();
            if (failure != null) {
                kinds.add(failure.kind());
            }
        }
        return kinds;
    }
}
