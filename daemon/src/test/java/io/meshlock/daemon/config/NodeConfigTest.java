package io.meshlock.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.meshlock.Policy;
import io.meshlock.PoolConfig;
import io.meshlock.Recovery;
import io.meshlock.keys.MeshAuthority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node's settings: every key, flags that win, and every mistake word for word. */
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
        Files.writeString(folder.resolve("token"), "0123456789abcdef\n");
        NodeConfig config = new NodeConfigReader(file("""
                        name: drone-7
                        keys: keys/nodes/drone-7
                        listen: 0.0.0.0:7400
                        peers: [10.0.0.8:7400, "[fe80::7%wlan0]:7400"]
                        discover: {group: 239.7.4.0:7400, interfaces: [wlan0]}
                        found: true
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
        assertThat(config.found()).isTrue();
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

    @Test
    void flagsWin() throws IOException {
        NodeConfig config = new NodeConfigReader(
                        file("name: a\nfound: true\npools: {docks: 5, lanes: 2}\nhttp: {lease: 5s}\n"))
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "nmae: a                        | FILE:1: nmae: is not known; expected one of discover, found, http, insecure, journal, keys, listen, log, name, peers, pools, state",
                "found: true                    | name: missing; expected the node's name, or keys, which have it",
                "name: a                        | listen: missing; expected listen, peers or discover, or found for a node that is alone",
                "name: a;listen: 0.0.0.0:7400   | keys: missing; expected the folder that './meshlock keys issue a' makes, or insecure with a number of its own for every node",
                "name: a;listen: 7400           | FILE:2: listen: '7400' is no address; expected host:port, as 10.0.0.7:7400 or [fe80::7%wlan0]:7400",
                "name: a;peers: [x]             | FILE:2: peers: 'x' is no address; expected host:port, as 10.0.0.7:7400 or [fe80::7%wlan0]:7400",
                "name: a;insecure: x            | FILE:2: insecure: 'x' is no whole number; expected a whole number from 0 to 2147483647",
                "name: a;insecure: 1;keys: k    | FILE:2: insecure: is given beside keys; expected one of the two",
                "name: a;found: yes             | FILE:2: found: 'yes' is neither; expected true or false",
                "name: a;log: loud              | FILE:2: log: 'loud' is no level; expected one of error, warn, info, debug, trace",
                "name: a;pools: {d: 0}          | FILE:2: pools.d: 0 is out of range; expected a whole number from 1 to 2147483647",
                "name: a;pools: {d: {permit: 1}} | FILE:2: pools.d: has no permits; expected permits, a whole number",
                "name: a;pools: {d: {permits: 1, lease: 1}} | FILE:2: pools.d.lease: '1' is no duration; expected a duration such as 500ms, 10s, 2m, 1h or 1d",
                "name: a;http: {listen: `0.0.0.0:7480`} | FILE:2: http.listen: HTTP at 0.0.0.0, which others can reach, needs a token; expected a token, or a loopback address",
                "name: a;http: {tokenFile: none} | FILE:2: http.tokenFile: 'none' cannot be read; expected a file that holds a token",
                "name: a;http: {port: 1}        | FILE:2: http.port: is not known; expected one of lease, listen, longestPoll, maxRequests, maxStreams, ratePerSecond, tokenFile",
                "name: a;name: b                | FILE:2: name: is written twice; expected each key once",
                "name: [a]                      | FILE:1: name: is a list; expected a single value",
                "- a                            | FILE:1: configuration: is a list; expected a section with keys",
            })
    void mistakesAreToldWithTheirPlace(String yaml, String expected) throws IOException {
        Path file = file(yaml.replace(";", "\n").replace("`", "'") + "\n");
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> new NodeConfigReader(file).read())
                .withMessage(expected.replace("FILE", file.toString()));
    }

    @Test
    void flagsAreNamedInMessages() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> new NodeConfigReader(null).addPool("--pool", "docks"))
                .withMessage("--pool: 'docks' is no pool; expected a name and a number of permits, as docks=5");
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> new NodeConfigReader(Path.of("nowhere.yaml")))
                .withMessage("nowhere.yaml: does not exist; expected an existing file");
    }

    @Test
    void keysOfAnotherNodeAreNoticed() throws IOException {
        MeshAuthority.init(folder.resolve("keys"), "harbour", InstantSource.system())
                .issue("b", Duration.ofDays(1), false);
        Path file = file("name: a\nfound: true\nkeys: keys/nodes/b\n");
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> new NodeConfigReader(file).read())
                .withMessage(file + ":3: keys: is the certificate of 'b'; expected that of 'a'");
    }
}
