package io.meshlock.testbed.chaos;

import static io.meshlock.testbed.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.testbed.Timeouts;
import io.meshlock.testbed.process.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code meshlock testbed} with few hosts and fixed seeds: real processes in network namespaces, under faults, judged by
 * the witness. It takes up to five minutes, most of them waiting; its package makes it one of the first to start.
 */
@DisplayName("A testbed")
class TestbedCommandTest {

    /** Of each run: storms and calms. What comes before and after takes about as long. */
    private static final double MINUTES = Double.parseDouble(System.getProperty("testbed.minutes", "0.75"));

    /** Times that a busy machine keeps. */
    private static final String OPTIONS =
            "options={recovery: 1, beacon: 150000, election-timeout: 1500000, lease: 3000000}";

    /** Those that a ring bears within seconds: a link that flaps is held down for up to 30 s, and the ring with it. */
    private static final String FAULTS = "kill,kill-holder,pause,pause-holder,slow,one-way-cut,isolate,restart,forget,"
            + "leave-and-return,full-disk,resize";

    private static final Path SCENARIO =
            Path.of("../scenarios/testbed-ring.yaml").toAbsolutePath();

    @TempDir
    private Path folder;

    /** One line if this machine cannot run it. */
    private static void needNamespaces() throws Exception {
        String reason = !"root".equals(System.getProperty("user.name"))
                ? "only root makes network namespaces"
                : hasTaps() ? "" : "the kernel gives no tap device in a network namespace";
        if (!reason.isEmpty()) {
            String line = reason + ", so the testbed is not tested";
            System.out.println(line);
            Assumptions.abort(line);
        }
    }

    private static boolean hasTaps() throws Exception {
        Process trial = new ProcessBuilder("unshare", "--net", "ip", "tuntap", "add", "mode", "tap", "name", "trial")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return trial.waitFor(60, TimeUnit.SECONDS) && trial.exitValue() == 0;
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 8})
    void isCleanUnderFaults(int seed) throws Exception {
        needNamespaces();
        try (Program testbed = Program.start(
                folder,
                Map.of(),
                "testbed",
                SCENARIO.toString(),
                "--minutes",
                Double.toString(MINUTES),
                "--seed",
                Integer.toString(seed),
                "--storm",
                "20",
                "--every",
                "2",
                "--slack",
                "4", // beside other tests
                "--faults",
                FAULTS,
                "--set",
                OPTIONS,
                "--out",
                "run")) {
            int code = exitCode(testbed, Math.round(60 * 4 * MINUTES) + 6L * Timeouts.SECONDS);
            assertThat(code).as(testbed.out() + testbed.err()).isZero();
            assertThat(testbed.out()).contains("verdict: clean");
        }
        JsonNode verdict = JsonMapper.shared().readTree(Files.readString(folder.resolve("run/verdict.json")));
        System.out.println("testbed: " + verdict.get("faults") + " faults " + verdict.get("faultsByKind") + ", "
                + verdict.get("grants") + " grants, seconds until connected " + verdict.get("secondsUntilConnected")
                + ", longest pauses in calms " + verdict.get("longestPauseInCalm") + ", bound " + verdict.get("bound"));
        assertThat(verdict.get("faults").asInt()).isPositive();
        assertThat(verdict.get("grants").asInt()).isPositive();
        assertThat(verdict.get("uses").asInt()).isPositive();
        assertThat(folder.resolve("run/hosts/n1/journal")).isNotEmptyDirectory();
    }

    @Test
    void leavesNothingBehindWhenItIsKilled() throws Exception {
        needNamespaces();
        List<Long> hosts = new ArrayList<>();
        try (Program testbed = Program.start(
                folder, Map.of(), "testbed", SCENARIO.toString(), "--hosts", "3", "--calm", "--out", "run")) {
            await().until(() -> {
                assertThat(testbed.isAlive()).as(testbed.out() + testbed.err()).isTrue();
                return testbed.out().contains("all are up") && Files.exists(folder.resolve("run/hosts.json"));
            });
            JsonNode started = JsonMapper.shared().readTree(Files.readString(folder.resolve("run/hosts.json")));
            for (String name : List.of("n1", "n2", "n3")) {
                hosts.add(started.get(name).get("pid").asLong());
            }
            assertThat(hosts)
                    .allSatisfy(pid -> assertThat(Program.isRunning(pid)).isTrue());
            testbed.signal("KILL");
            await().until(() -> hosts.stream().noneMatch(TestbedCommandTest::isRunning));
        }
        assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(folder.toString());
    }

    @Test
    void saysWhatIsMissing() throws Exception {
        List<String> words = new ArrayList<>(Program.meshlock());
        words.add(words.indexOf(Program.JAVA) + 1, "-Duser.name=nobody");
        words.addAll(List.of("testbed", SCENARIO.toString()));
        try (Program testbed = Program.launch(folder, "testbed", Map.of(), words)) {
            assertThat(testbed.exitCode()).isEqualTo(2);
            assertThat(testbed.err().strip())
                    .isEqualTo("testbed: network namespaces need root; expected: sudo ./meshlock testbed …");
        }
        assertThat(new File(folder.toFile(), "testbed-1")).doesNotExist();
    }

    private static boolean isRunning(long pid) {
        try {
            return Program.isRunning(pid);
        } catch (IOException e) {
            return false; // it went between two looks
        }
    }

    private static int exitCode(Program program, long seconds) throws Exception {
        ProcessHandle handle = ProcessHandle.of(program.pid()).orElseThrow();
        handle.onExit().get(seconds, TimeUnit.SECONDS);
        return program.exitCode();
    }
}
