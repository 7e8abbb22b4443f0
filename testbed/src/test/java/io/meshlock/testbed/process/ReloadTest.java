package io.meshlock.testbed.process;

import static io.meshlock.testbed.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.daemon.client.DaemonClient;
import io.meshlock.daemon.client.DaemonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HUP makes a running node read its settings again: what it applies, what it refuses, and what it logs. */
@DisplayName("A node that is told to read its settings again")
class ReloadTest {

    private static final String OLD_TOKEN = "the-token-of-old-days";
    private static final String NEW_TOKEN = "the-token-of-new-days";

    @TempDir
    Path folder;

    private RunningNode node;

    @BeforeEach
    void start() throws IOException {
        token(OLD_TOKEN);
        settings("info", "docks: 5");
        node = RunningNode.start(folder, "--config", "node.yaml");
    }

    @AfterEach
    void stop() {
        try (RunningNode running = node) {
            running.stop();
        }
    }

    private void token(String token) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), token + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private void settings(String log, String... pools) throws IOException {
        Files.writeString(folder.resolve("node.yaml"), """
                name: a
                bootstrap: true
                log: %s
                pools: {%s}
                http: {tokenFile: token}
                """.formatted(log, String.join(", ", pools)));
    }

    /** Sends HUP, and returns what the node logs about it, without the time. */
    private List<String> reload() {
        int before = said().size();
        node.program().signal("HUP");
        await().until(() ->
                said().stream().skip(before).anyMatch(line -> line.matches(".* Reload: (nothing was )?reloaded: .*")));
        return said().subList(before, said().size());
    }

    /** The log's lines of the reloads; a line that is being written does not count yet. */
    private List<String> said() {
        String log = node.program().err();
        return log.substring(0, log.lastIndexOf('\n') + 1)
                .lines()
                .filter(line -> !line.contains(" Node: ") && !line.contains(" NodePools: "))
                .map(line -> line.replaceFirst("^\\S+ ", ""))
                .toList();
    }

    private List<String> pools(String token) throws InterruptedException {
        List<String> pools = new ArrayList<>();
        new DaemonClient(node.api(), token)
                .get("/api/v1/pools")
                .get("pools")
                .forEach(pool -> pools.add(
                        pool.get("name").asString() + "=" + pool.get("permits").asInt()));
        return pools;
    }

    @Test
    void takesOverNewPoolsAndTheToken() throws Exception {
        settings("info", "docks: 5", "lanes: 2");
        token(NEW_TOKEN);
        assertThat(reload()).containsExactly("INFO  Reload: reloaded: 2 pools, log info");
        assertThat(pools(NEW_TOKEN)).containsExactly("docks=5", "lanes=2");
        assertThatThrownBy(() -> pools(OLD_TOKEN)).isInstanceOf(DaemonException.class);
    }

    @Test
    void takesOverTheLevelOfTheLog() throws Exception {
        settings("error", "docks: 5", "lanes: 2");
        node.program().signal("HUP");
        await().until(() -> pools(OLD_TOKEN).contains("lanes=2"));
        assertThat(node.program().err())
                .contains("pool 'docks' bootstrapped")
                .as("before the pool is opened, the log falls silent")
                .doesNotContain("lanes", "reloaded");
    }

    @Test
    void keepsEverythingIfAnythingIsWrong() throws Exception {
        settings("info", "docks: 5", "lanes: 2");
        token("short");
        assertThat(reload())
                .singleElement()
                .asString()
                .matches("ERROR Reload: nothing was reloaded: \\S*node.yaml:5: .*token.*; expected .*");
        token(NEW_TOKEN);
        settings("loud", "docks: 5", "lanes: 2");
        assertThat(reload())
                .singleElement()
                .asString()
                .matches("ERROR Reload: nothing was reloaded: \\S*node.yaml:3: log: unknown level 'loud'; expected .*");
        Files.delete(folder.resolve("node.yaml"));
        assertThat(reload())
                .singleElement()
                .asString()
                .matches(
                        "ERROR Reload: nothing was reloaded: \\S*node.yaml: does not exist; expected an existing file");
        assertThat(pools(OLD_TOKEN)).containsExactly("docks=5");
    }

    @Test
    void aPoolThatIsThereStaysAsItIs() throws Exception {
        settings("info", "docks: 6", "lanes: 2");
        assertThat(reload())
                .containsExactly(
                        "ERROR Reload: pool 'docks' was not reloaded: pool 'docks' was asked for with permits 6, policy"
                                + " priority, aging 100, algorithm prioritized, but node 'a' has it with permits 5, policy"
                                + " priority, aging 100, algorithm prioritized",
                        "INFO  Reload: reloaded: 2 pools, log info");
        settings("info", "docks: 5");
        assertThat(reload())
                .containsExactly(
                        "WARN  Reload: pool 'lanes' is not in the settings any more; it stays open until the node restarts",
                        "INFO  Reload: reloaded: 1 pools, log info");
        assertThat(pools(OLD_TOKEN)).containsExactly("docks=5", "lanes=2");
    }

    /** The settings alone are good, and a node would find out only when it starts. */
    @Test
    void aPoolThatCannotBeOpenedKeepsNoOtherFromIt() throws Exception {
        settings("info", "docks: 5", "cranes: {permits: 1, algorithm: central}", "lanes: 2");
        assertThat(reload())
                .containsExactly(
                        "ERROR Reload: pool 'cranes' was not reloaded: algorithm 'central' does not run on real links;"
                                + " expected one of prioritized, prioritized-moving, krl, krlf, krl-adaptive, rl, lookahead",
                        "INFO  Reload: reloaded: 3 pools, log info");
        assertThat(pools(OLD_TOKEN)).containsExactly("docks=5", "lanes=2");
    }

    @Test
    void saysWhatNeedsANewStartAsLongAsItDoes() throws Exception {
        Files.writeString(folder.resolve("node.yaml"), """
                name: a
                bootstrap: true
                state: elsewhere
                pools: {docks: 5, lanes: 2}
                http: {tokenFile: token, lease: 5s}
                """);
        for (int i = 0; i < 2; i++) {
            assertThat(reload())
                    .containsExactly(
                            "WARN  Reload: state, http: changed, which needs a restart; until then the old settings hold",
                            "INFO  Reload: reloaded: 2 pools, log info");
        }
        assertThat(folder.resolve("elsewhere")).doesNotExist();
        settings("info", "docks: 5", "lanes: 2");
        assertThat(reload()).containsExactly("INFO  Reload: reloaded: 2 pools, log info");
    }
}
