package io.meshlock.testbed.process;

import static io.meshlock.testbed.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C while a long command works: it tells what it had. All work at the same time, to save some. */
@DisplayName("Long commands that are interrupted")
class InterruptedCommandsTest {

    private static final int INTERRUPTED = 128 + 2;

    @TempDir
    private Path folder;

    @Test
    void tellWhatTheyHad() throws Exception {
        Files.writeString(
                folder.resolve("long.yaml"),
                "nodes: 20\npermits: 2\nduration: 100000000\nnetwork: {topology: ring}\nworkload: {think: 1}\n");
        try (Program sim = Program.start(folder, Map.of(), "sim", "long.yaml", "--out", "run");
                Program explore =
                        Program.inTerminal(folder, "meshlock explore --graph ring:5 --requests 3 --changes 3");
                Program timetables = Program.inTerminal(
                        folder, "meshlock explore --option recovery=1 --graph full:3 --horizon 30 --grid 0.5");
                Program demo = Program.start(folder, Map.of(), "demo", "--nodes", "3", "--no-page")) {
            await().until(() -> Files.exists(folder.resolve("run/journal-1.jsonl.gz")));
            sim.signal("INT");
            explore.awaitOutput(" states, depth ");
            explore.type("\u0003");
            timetables.awaitOutput(" schedules, ");
            timetables.type("\u0003");
            demo.awaitOutput(" lands on dock ");
            demo.signal("INT");
            assertThat(sim.exitCode()).isEqualTo(INTERRUPTED);
            assertThat(sim.err())
                    .isEqualTo("interrupted after 0 % of the simulated time; run has scenario.yaml and journals up to"
                            + " here, but no result.json\n");
            assertThat(explore.exitCode()).isEqualTo(INTERRUPTED);
            assertThat(explore.out())
                    .contains("graph ", "bytes/state")
                    .contains("no violation so far, but not everything was explored")
                    .contains("(interrupted)");
            assertThat(timetables.exitCode()).isEqualTo(INTERRUPTED);
            assertThat(timetables.out()).contains("not all: no violation, everybody served, no permit leaked");
            assertThat(demo.exitCode()).isZero();
            assertThat(demo.err()).doesNotContain("WARN", "ERROR");
            assertThat(demo.out()).contains("3 drones for ", "asked for docks with");
        }
    }
}
