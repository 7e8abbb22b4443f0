package io.meshlock.simulator.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.explore.Flaw.Rule;
import io.meshlock.simulator.explore.Outcome.Ending;
import io.meshlock.simulator.explore.TimedExploration;
import io.meshlock.simulator.explore.TimedExploration.Budgets;
import io.meshlock.simulator.explore.TimedExploration.Window;
import io.meshlock.simulator.explore.TimedExplorer;
import io.meshlock.simulator.explore.TimedOutcome;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recovery, explored over the orders in which messages, timers and faults come; {@code ./meshlock explore} does more. */
class RecoveryInterleavingsTest {

    private static final int PLENTY = 1_000_000;
    private static final Budgets NO_FAULT = new Budgets(0, 0, 0, 0, 0, 0);
    private static final Budgets CRASH = new Budgets(1, 0, 0, 0, 0, 0);

    private static TimedExploration three(Algorithm algorithm, int horizon, Budgets budgets) {
        Options majority = Options.of(Map.of("recovery", 1L));
        List<Integer> alike = List.of(1000, 1000, 1000);
        return new TimedExploration(algorithm, majority, 3, 1, 1, horizon, alike, budgets, new Window(2, 2));
    }

    private static TimedOutcome explore(TimedExploration exploration, int maxStates) {
        return TimedExplorer.explore(exploration, maxStates, (states, transitions, instant) -> true);
    }

    private static TimedExploration three(int horizon, Budgets budgets) {
        return three(Algorithms.named("prioritized"), horizon, budgets);
    }

    @Test
    void aCrashAtAnyPointOfAnInstantDoesNoHarm() {
        TimedOutcome outcome = explore(three(19, CRASH), PLENTY);
        assertThat(outcome.violation()).isNull();
        assertThat(outcome.ending()).isEqualTo(Ending.COMPLETE);
        assertThat(outcome.instants()).isEqualTo(19);
        assertThat(outcome.states()).isGreaterThan(10_000);
    }

    /** More of everything is more states: the budgets work. */
    @Test
    void everyBudgetIsSpent() {
        long calm = explore(three(5, NO_FAULT), PLENTY).states();
        assertThat(List.of(
                        new Budgets(0, 0, 1, 0, 0, 0),
                        new Budgets(0, 0, 0, 1, 0, 0),
                        new Budgets(0, 0, 0, 0, 1, 0),
                        new Budgets(0, 0, 0, 0, 0, 1)))
                .allSatisfy(budgets -> {
                    TimedOutcome outcome = explore(three(5, budgets), PLENTY);
                    assertThat(outcome.violation()).isNull();
                    assertThat(outcome.states()).isGreaterThan(calm);
                });
        long crashed = explore(three(5, CRASH), PLENTY).states();
        TimedOutcome lost = explore(three(5, new Budgets(1, 1, 0, 0, 0, 0)), PLENTY);
        assertThat(lost.violation()).isNull();
        assertThat(lost.states()).isGreaterThan(crashed);
    }

    @Test
    void explorationsAreTheSameEveryTime() {
        assertThat(explore(three(6, CRASH), PLENTY)).isEqualTo(explore(three(6, CRASH), PLENTY));
    }

    @Test
    void aLimitIsSaid() {
        assertThat(explore(three(19, CRASH), 1_000).ending()).isEqualTo(Ending.STATE_LIMIT);
    }

    @ParameterizedTest
    @CsvSource({"no reservation, SLOTS", "grants without validity, INVARIANT"})
    void mutantsAreFound(String name, Rule rule) throws IOException {
        Mutant<RecoveryMutantsTest.Killer> mutant = RecoveryMutantsTest.mutants().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        Algorithm algorithm = MutantCompiler.compileRecovery(mutant.file(), mutant.text(), mutant.replacement());
        TimedOutcome outcome = explore(three(algorithm, 22, CRASH), PLENTY);
        assertThat(outcome.violation()).isNotNull().matches(flaw -> flaw.rule() == rule);
        assertThat(outcome.story()).last().matches(line -> line.toString().startsWith("broken: " + rule.summary()));
    }
}
