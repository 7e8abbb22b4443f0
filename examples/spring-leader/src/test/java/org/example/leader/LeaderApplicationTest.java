package org.example.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three real processes over TCP, and a witness that hears all of them. */
@DisplayName("Three instances of an application")
class LeaderApplicationTest {

    /**
     * docs/guide/failures.md: the next grant after G + 6 b + L, about 4 s with a lease of 2 s; and a candidate asks anew
     * every half second. Machines that run tests are busy: three times that.
     */
    private static final Duration BOUND = Duration.ofMillis(3 * 4_500);

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    private Path folder;

    private final Witness witness = new Witness();
    private final Map<Integer, Integer> ports = new TreeMap<>();
    private final Map<Integer, Process> instances = new TreeMap<>();

    /** Hears what the instances say. */
    private static final class Witness {
        private final Set<Integer> leaders = new TreeSet<>();
        private final List<String> wrong = new ArrayList<>();
        private final StringBuilder said = new StringBuilder();
        private boolean whole;

        synchronized void hear(int who, String line) {
            said.append(who).append(": ").append(line).append('\n');
            if (line.equals("leading as dispatcher")) {
                leaders.add(who);
                if (leaders.size() > 1) {
                    wrong.add(leaders + " lead at the same time");
                }
            } else if (line.equals("following")) {
                leaders.remove(who);
            } else if (line.equals(VotersReporter.ALL_VOTE)) {
                whole = true;
            }
        }

        synchronized void died(int who) {
            leaders.remove(who);
            whole = false;
        }

        synchronized int leader() {
            return leaders.isEmpty() ? 0 : leaders.iterator().next();
        }

        synchronized void checkThatSomebodyLeads() {
            assertThat(leaders).as(said.toString()).isNotEmpty();
        }

        synchronized void checkThatAllVote() {
            assertThat(whole).as(said.toString()).isTrue();
        }

        synchronized void check() {
            assertThat(wrong).as(said.toString()).isEmpty();
        }
    }

    @AfterEach
    void end() {
        instances.values().forEach(Process::destroyForcibly);
    }

    @Test
    void haveOneLeaderThroughCrashes() throws Exception {
        for (int number = 1; number <= 3; number++) {
            ports.put(number, freePort());
        }
        for (int number = 1; number <= 3; number++) {
            start(number);
        }
        await().atMost(PATIENCE).untilAsserted(witness::checkThatSomebodyLeads);
        await().atMost(PATIENCE).untilAsserted(witness::checkThatAllVote);
        int first = killTheLeader();
        start(first); // with its state: then the next one may die, too
        await().atMost(PATIENCE).untilAsserted(witness::checkThatAllVote);
        int second = killTheLeader();
        assertThat(second).isNotEqualTo(first);
    }

    /** Kills the leader, and waits for the next one; returns whom it killed. */
    private int killTheLeader() throws Exception {
        int leader = witness.leader();
        Process doomed = instances.get(leader);
        int killed = new ProcessBuilder("kill", "-9", Long.toString(doomed.pid()))
                .start()
                .waitFor();
        assertThat(killed).isZero();
        assertThat(doomed.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        witness.died(leader);
        long begin = System.nanoTime();
        await().atMost(PATIENCE).untilAsserted(witness::checkThatSomebodyLeads);
        witness.check();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(BOUND);
        return leader;
    }

    // ---- processes --------------------------------------------------------------------------------------------------

    private void start(int number) throws IOException {
        String peers = ports.entrySet().stream()
                .filter(entry -> entry.getKey() != number)
                .map(entry -> "127.0.0.1:" + entry.getValue())
                .collect(Collectors.joining(","));
        Process instance = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        LeaderApplication.class.getName(),
                        "--meshlock.node=node-" + number,
                        "--meshlock.insecure-number=" + number,
                        "--meshlock.listen=127.0.0.1:" + ports.get(number),
                        "--meshlock.peers=" + peers,
                        "--meshlock.state=" + folder.resolve("state-" + number),
                        "--meshlock.locks.lease=2s",
                        "--meshlock.leader.heartbeat=500ms")
                .redirectErrorStream(true)
                .start();
        instances.put(number, instance);
        Thread listener = new Thread(() -> listen(number, instance), "witness of " + number);
        listener.setDaemon(true);
        listener.start();
    }

    private void listen(int number, Process instance) {
        try (BufferedReader lines = instance.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                witness.hear(number, line);
            }
        } catch (IOException e) {
            witness.hear(number, "is silent: " + e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
