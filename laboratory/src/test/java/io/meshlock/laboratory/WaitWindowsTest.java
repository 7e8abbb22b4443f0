package io.meshlock.laboratory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshlock.journal.Ticks;
import io.meshlock.laboratory.result.Json;
import io.meshlock.laboratory.result.Results;
import io.meshlock.laboratory.result.Statistics.WaitWindow;
import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.laboratory.scenario.ScenarioFixtures;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Slots;
import io.meshlock.simulator.metrics.Metric;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitWindowsTest {

    private static final Scenario MESH = ScenarioFixtures.scenario("""
            nodes: 6
            permits: 1
            duration: 400
            warmup: 0
            network: {topology: line}
            workload: {think: exponential 2}
            """);

    @Test
    void aWaitCountsInTheWindowOfItsGrant() {
        WaitWindows windows = new WaitWindows(4, Ticks.of(100));
        ask(windows, 1, 0);
        ask(windows, 2, 10);
        ask(windows, 3, 10);
        ask(windows, 4, 10);
        ask(windows, 5, 20);
        grant(windows, 1, 24);
        windows.withdrawn(Ticks.of(25), 0, 3);
        windows.rejected(Ticks.of(25), 0, 4, Rejection.LESS_THAN_ONE_PERMIT);
        grant(windows, 2, 25); // the second window begins
        grant(windows, 3, 26); // nobody asks for it any more
        grant(windows, 4, 26);
        ask(windows, 6, 90);
        grant(windows, 6, 100); // the last instant
        grant(windows, 5, 101); // while the mesh drains
        assertThat(windows.windows())
                .containsExactly(
                        new Run.Window(0, 25, 1, 24),
                        new Run.Window(25, 50, 1, 15),
                        new Run.Window(50, 75, 0, Double.NaN),
                        new Run.Window(75, 100, 1, 10));
    }

    @Test
    void windowsAddUpToTheWhole() throws InterruptedException {
        Results results =
                new Results(MESH, new Experiment(MESH).seeds(1, 3).windows(8).run());
        List<WaitWindow> windows = results.windows();
        assertThat(windows).hasSize(8);
        assertThat(windows.get(7).to()).isEqualTo(400);
        double entries =
                windows.stream().mapToDouble(window -> window.entries().mean()).sum();
        assertThat(entries).isCloseTo(results.metric(Metric.ENTRIES).mean(), within(1e-9));
        for (Run run : results.runs()) {
            double waits = run.windows().stream()
                    .mapToDouble(window -> window.entries() * window.waitMean())
                    .sum();
            double count =
                    run.windows().stream().mapToDouble(Run.Window::entries).sum();
            assertThat(waits / count).isCloseTo(run.values().get(Metric.WAIT_MEAN), within(1e-6));
        }
        assertThat(Json.write(results.document("test")))
                .contains("\"windows\" : [ {\n    \"from\" : 0,\n    \"to\" : 50,");
    }

    @Test
    void nobodySeesThemUnlessAskedFor() throws InterruptedException {
        Results plain = new Results(MESH, new Experiment(MESH).run());
        Results cut = new Results(MESH, new Experiment(MESH).windows(3).run());
        assertThat(plain.windows()).isEmpty();
        assertThat(plain.document("test")).doesNotContainKey("windows");
        assertThat(cut.metrics()).isEqualTo(plain.metrics());
    }

    private static void ask(WaitWindows windows, long id, double time) {
        windows.requested(Ticks.of(time), 0, new PermitRequest(id, 1, 0, 0));
    }

    private static void grant(WaitWindows windows, long id, double time) {
        windows.granted(Ticks.of(time), 0, new PermitGrant(1, id, 1, Slots.NONE));
    }
}
