package io.meshlock.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshlock.Policy;
import io.meshlock.PoolConfig;
import io.meshlock.Recovery;
import io.meshlock.keys.MeshAuthority;
import io.meshlock.testing.ApprovedAnswers;
import io.meshlock.yaml.Mistake;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node's settings: every key, flags that win, and every mistake with its place. */
class NodeConfigTest {

    @TempDir
    private Path folder;

    private Path file(String yaml) throws IOException {
        return Files.writeString(folder.resolve("node.yaml"), yaml);
    }

    @Test
    void everyKeyIsRead() throws IOException {
        MeshAuthority.init(folder.resolve("keys"), "harbour", InstantSource.system())
                .issue("drone-7", Duration.ofDays(1), false);
        token("rw-------");
        NodeConfig config = new NodeConfigReader(file("""
                        name: drone-7
                        keys: keys/nodes/drone-7
                        listen: 0.0.0.0:7400
                        peers: [10.0.0.8:7400, "[fe80::7%wlan0]:7400"]
                        discover: {group: 239.7.4.0:7400, interfaces: [wlan0]}
                        linkTimeout: 10s
                        bootstrap: true
                        state: state
                        journal: journal
                        log: debug
                        pools:
                          docks: 5
                          lanes: {permits: 2, policy: deadline, aging: 7, lease: 30s, recovery: operator}
                        http:
                          listen: 0.0.0.0:80
                          tokenFile: token
                          lease: 5s
                          longestPoll: 15s
                          maxRequests: 10
                          maxStreams: 11
                          ratePerSecond: 12
                        """)).read();
        assertThat(config.name()).isEqualTo("drone-7");
        assertThat(config.keys()).isEqualTo(folder.resolve("keys/nodes/drone-7"));
        assertThat(config.listen()).hasToString("0.0.0.0:7400");
        assertThat(config.peers())
                .extracting(Object::toString)
                .containsExactly("10.0.0.8:7400", "[fe80::7%wlan0]:7400");
        assertThat(config.discover()).hasToString("239.7.4.0:7400");
        assertThat(config.interfaces()).containsExactly("wlan0");
        assertThat(config.linkTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(config.bootstrap()).isTrue();
        assertThat(config.state()).isEqualTo(folder.resolve("state"));
        assertThat(config.journal()).isEqualTo(folder.resolve("journal"));
        assertThat(config.log()).isEqualTo("debug");
        assertThat(config.pools())
                .containsEntry("docks", PoolConfig.permits(5))
                .containsEntry(
                        "lanes",
                        PoolConfig.permits(2)
                                .policy(Policy.DEADLINE)
                                .aging(7)
                                .lease(Duration.ofSeconds(30))
                                .recovery(Recovery.OPERATOR));
        assertThat(config.http().host()).isEqualTo("0.0.0.0");
        assertThat(config.http().token()).isEqualTo("0123456789abcdef");
        assertThat(config.http().lease()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.http().longestPoll()).isEqualTo(Duration.ofSeconds(15));
        assertThat(config.http().maxRequests()).isEqualTo(10);
        assertThat(config.http().maxStreams()).isEqualTo(11);
        assertThat(config.http().ratePerSecond()).isEqualTo(12);
    }

    private void token(String rights) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "0123456789abcdef\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
    }

    @Test
    void aTokenThatOthersCanReadIsRefused() throws IOException {
        token("rw-r--r--");
        NodeConfigReader reader = new NodeConfigReader(file("name: a\nhttp: {tokenFile: token}\n"));
        assertThatThrownBy(reader::read)
                .hasMessageEndingWith("node.yaml:2: http.tokenFile: 'token' can be used by others (rw-r--r--);"
                        + " expected a file of its owner alone, as 'chmod 600' makes it");
    }

    @Test
    void flagsWin() throws IOException {
        NodeConfig config = new NodeConfigReader(
                        file("name: a\nbootstrap: true\npools: {docks: 5, lanes: 2}\nhttp: {lease: 5s}\n"))
                .set("name", "--name", "b")
                .setAll("peers", "--peer", List.of())
                .addPool("--pool", "docks=7")
                .setHttp("listen", "--http", "127.0.0.1:0")
                .read();
        assertThat(config.name()).isEqualTo("b");
        assertThat(config.pools())
                .containsEntry("docks", PoolConfig.permits(7))
                .containsEntry("lanes", PoolConfig.permits(2));
        assertThat(config.http().port()).isZero();
        assertThat(config.http().lease()).isEqualTo(Duration.ofSeconds(5));
    }

    private Path state(String yaml, String variable, String home) throws IOException {
        StateHome own = new StateHome(name -> name.equals("XDG_STATE_HOME") ? variable : null, home);
        return new NodeConfigReader(file(yaml), own).read().state();
    }

    @Test
    void stateIsKeptInTheUsersStateFolderUnlessToldOtherwise() throws IOException {
        String alone = "name: drone 7\nbootstrap: true\n";
        assertThat(state(alone, null, "/home/u")).isEqualTo(Path.of("/home/u/.local/state/meshlock/drone%207"));
        assertThat(state(alone, "/var/state", "/home/u")).isEqualTo(Path.of("/var/state/meshlock/drone%207"));
        assertThat(state(alone, "relative", "/home/u")).isEqualTo(Path.of("/home/u/.local/state/meshlock/drone%207"));
        assertThat(state("name: ../../x\nbootstrap: true\n", "/var/state", null))
                .isEqualTo(Path.of("/var/state/meshlock/%2E.%2F..%2Fx"));
        assertThat(state(alone + "state: here\n", "/var/state", null)).isEqualTo(folder.resolve("here"));
        assertThat(state(alone + "ephemeral: true\n", "/var/state", null)).isNull();
        assertThat(state(alone + "ephemeral: false\n", "/var/state", null)).isNotNull();
        assertThat(refusal(() -> {
                    try {
                        state(alone, null, null);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    return null;
                }))
                .hasMessage("state: missing, and this user has no home folder to keep it in; expected a folder for"
                        + " durable state, or ephemeral");
    }

    /** Three machines that install the package and link up must not have begun three pools before. */
    @Test
    void thePackagedSettingsBootstrapNothing() {
        Path packaged = Path.of("..", "packaging", "node.yaml");
        assertThat(refusal(() -> new NodeConfigReader(packaged).read())).hasMessageStartingWith("name: missing");
        NodeConfig inAMesh = new NodeConfigReader(packaged)
                .set("name", "--name", "a")
                .set("insecure", "--insecure", "1")
                .set("listen", "--listen", "127.0.0.1:0")
                .read();
        assertThat(inAMesh.bootstrap()).isFalse();
        assertThat(inAMesh.state()).isEqualTo(Path.of("/var/lib/meshlock"));
    }

    /** The refusals are in {@code configurations.txt}. */
    @Test
    void withoutKeysOtherMachinesAreLetInOnPurposeOnly() throws IOException {
        String plain = "name: a\ninsecure: 1\nephemeral: true\n";
        for (String safe : List.of(
                "listen: 127.0.0.1:7400",
                "listen: \"[::1]:7400\"",
                "listen: localhost:7400",
                "peers: [\"10.0.0.7:7400\"]",
                "listen: 127.0.0.1:7400\ndiscover: 239.7.4.0:7400",
                "insecureAnywhere: true\nlisten: 0.0.0.0:7400",
                "insecureAnywhere: true\ndiscover: 239.7.4.0:7400")) {
            assertThat(new NodeConfigReader(file(plain + safe + "\n")).read().insecure())
                    .isEqualTo(1);
        }
        NodeConfigReader flags = new NodeConfigReader(null)
                .set("name", "--name", "a")
                .set("insecure", "--insecure", "1")
                .set("listen", "--listen", "10.0.0.7:7400");
        assertThat(refusal(flags::read)).hasMessageStartingWith("--listen: '10.0.0.7:7400' is not loopback, and ");
        assertThat(flags.set("insecureAnywhere", "--insecure-anywhere", "true")
                        .read()
                        .listen())
                .hasToString("10.0.0.7:7400");
    }

    /** The words are in {@code configurations.txt}; here, that the right line is blamed. */
    @Test
    void mistakesAreToldWithTheirPlace() throws IOException {
        ApprovedAnswers.check(Path.of("src", "test", "resources", "mistakes", "configurations.txt"), yaml -> {
            Path file = file(yaml + "\n");
            ConfigException refusal = refusal(() -> new NodeConfigReader(file).read());
            if (refusal.mistake() != null) {
                Mistake mistake = refusal.mistake();
                assertThat(mistake.place().source()).isEqualTo(file.toString());
                String line = yaml.lines().toList().get(mistake.place().line() - 1);
                List<String> keys = List.of(mistake.key().split("\\.", -1));
                assertThat(keys.equals(List.of("configuration"))
                                || keys.stream().anyMatch(line::contains))
                        .as(mistake.toString())
                        .isTrue();
            }
            return String.valueOf(refusal.getMessage()).replace(file.toString(), "node.yaml");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nmae: a                                    | 1 | nmae",
                "name: a;listen: 7400                       | 2 | listen",
                "name: a;pools: {d: {permits: 1, lease: 1}} | 2 | pools.d.lease",
                "name: a;http: {port: 1}                    | 2 | http.port",
                "name: a;name: b                            | 2 | name",
            })
    void theMistakeIsBlamedOnItsLineAndKey(String yaml, int line, String key) throws IOException {
        Path file = file(yaml.replace(";", "\n") + "\n");
        Mistake mistake = Objects.requireNonNull(
                refusal(() -> new NodeConfigReader(file).read()).mistake());
        assertThat(mistake.place()).hasToString(file + ":" + line);
        assertThat(mistake.key()).isEqualTo(key);
    }

    @Test
    void aNumberInQuotesIsANumberAndAnEmptyFileHasNoSettings() throws IOException {
        NodeConfig quoted = new NodeConfigReader(file("name: a\nbootstrap: \"true\"\npools: {d: \"5\"}\n")).read();
        assertThat(quoted.pools()).containsEntry("d", PoolConfig.permits(5));
        NodeConfig flags = new NodeConfigReader(file("# nothing\n"))
                .set("name", "--name", "b")
                .set("bootstrap", "--bootstrap", "true")
                .addPool("--pool", "docks.north=2")
                .read();
        assertThat(flags.pools()).containsEntry("docks.north", PoolConfig.permits(2));
    }

    private static ConfigException refusal(Supplier<NodeConfig> reading) {
        return Objects.requireNonNull(catchThrowableOfType(ConfigException.class, reading::get), "was not refused");
    }

    @Test
    void flagsAreNamedInMessages() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> new NodeConfigReader(null).addPool("--pool", "docks"))
                .withMessageStartingWith("--pool: 'docks' is no pool; ");
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> new NodeConfigReader(null)
                        .set("name", "--name", "a")
                        .addPool("--pool", "docks=none")
                        .read())
                .withMessageStartingWith("--pool: 'none' is not a whole number; ");
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> new NodeConfigReader(null)
                        .setHttp("lease", "--http-lease", "soon")
                        .read())
                .withMessageStartingWith("--http-lease: 'soon' is no duration; ");
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> new NodeConfigReader(Path.of("nowhere.yaml")))
                .withMessageStartingWith("nowhere.yaml: does not exist; ");
    }

    @Test
    void keysOfAnotherNodeAreNoticed() throws IOException {
        MeshAuthority.init(folder.resolve("keys"), "harbour", InstantSource.system())
                .issue("b", Duration.ofDays(1), false);
        Path file = file("name: a\nbootstrap: true\nkeys: keys/nodes/b\n");
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> new NodeConfigReader(file).read())
                .withMessageStartingWith(file + ":3: keys: is the certificate of 'b'; ");
    }
}
