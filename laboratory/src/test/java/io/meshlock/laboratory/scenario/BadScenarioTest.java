package io.meshlock.laboratory.scenario;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.registry.Algorithms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every mistake gets one line: file, line, key, what is wrong, what was expected. */
class BadScenarioTest {

    private static final String TIMES = "times from 0 to 10000000000 as T, constant T, uniform A B or exponential MEAN";
    private static final String MOMENTS =
            "times from 0.001 to 10000000000 as T, constant T, uniform A B or exponential MEAN";

    /** Replaces or adds one key of a good scenario; the line that is blamed is that key's. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "nodes: thirty | 1: nodes: 'thirty' is not a whole number; expected a whole number from 1 to 10000000",
                "nodes: \"30\" | 1: nodes: '30' is not a whole number; expected a whole number from 1 to 10000000",
                "nodes: 0 | 1: nodes: 0 is too small; expected a whole number from 1 to 10000000",
                "nodes: [3] | 1: nodes: is a list; expected a whole number from 1 to 10000000",
                "nodes: {a: 3} | 1: nodes: is a section; expected a whole number from 1 to 10000000",
                "nodes: | 1: nodes: nothing is not a whole number; expected a whole number from 1 to 10000000",
                "permits: -1 | 2: permits: -1 is too small; expected a whole number from 1 to 1000000",
                "permits: 2.5 | 2: permits: '2.5' is not a whole number; expected a whole number from 1 to 1000000",
                "duration: -5 | 3: duration: -5 is too small; expected a number from 0.001 to 10000000000",
                "duration: .inf | 3: duration: '.inf' is not a number; expected a number from 0.001 to 10000000000",
                "warmup: 100 | 8: warmup: 100 leaves nothing to measure; expected less than the duration of 100",
                "drain: 0 | 8: drain: 0 is too small; expected a number from 0.001 to 10000000000",
                "aging: 0 | 8: aging: 0 is too small; expected a whole number from 1 to 1000000000",
                "policy: prioritty | 8: policy: unknown policy 'prioritty' (did you mean 'priority'?); expected one of priority, deadline, smallest-first, fifo",
                "policy: deadline | 6: workload.deadline: missing although the policy is deadline; expected " + TIMES,
                "node: 3 | 8: node: unknown key (did you mean 'nodes'?); expected one of name, description, algorithm, policy, aging, options, nodes, permits, duration, warmup, drain, network, workload, faults",
                "nodes.x: 3 | 8: nodes.x: unknown key (did you mean 'nodes'?); expected one of name, description, algorithm, policy, aging, options, nodes, permits, duration, warmup, drain, network, workload, faults",
            })
    void atTheRoot(String line, String expected) {
        assertMessage(with(line), "mesh.yaml:" + expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "topology: mesh | network.topology: unknown topology 'mesh'; expected one of random, geometric, line, ring, grid, star, full, tree, file",
                "topology: stars | network.topology: unknown topology 'stars' (did you mean 'star'?); expected one of random, geometric, line, ring, grid, star, full, tree, file",
                "delay: 1 | network.topology: missing; expected one of random, geometric, line, ring, grid, star, full, tree, file",
                "topology: random | network.density: missing; expected a number from 0 to 1",
                "topology: random, density: 0.1 | network.density: 0.1 gives 5 links, too few to connect 10 nodes; expected at least 0.2 (9 links)",
                "topology: random, density: 1.1 | network.density: 1.1 is too large; expected a number from 0 to 1",
                "topology: random, links: 8 | network.links: 8 links, too few to connect 10 nodes; expected 9 to 45 links for 10 nodes",
                "topology: random, links: 46 | network.links: 46 links, more than 45; expected 9 to 45 links for 10 nodes",
                "topology: random, links: 20, density: 0.5 | network.density: stands beside links; expected either density or links",
                "topology: line, density: 0.5 | network.density: means nothing with topology line; expected density only with topology random",
                "topology: geometric, range: 0 | network.range: 0 is too small; expected a number above 0 and at most 1000000",
                "topology: tree, children: 0 | network.children: 0 is too small; expected a whole number from 1 to 1000000",
                "topology: file | network.file: missing; expected a file with one link 'a b' per line",
                "topology: file, file: none.txt | network.file: 'none.txt' does not exist; expected a file with one link 'a b' per line",
                "topology: line, delay: -1 | network.delay: -1 is too small; expected " + TIMES,
                "topology: line, delay: gauss 1 2 | network.delay: 'gauss 1 2' is not a distribution; expected "
                        + TIMES,
                "topology: line, delay: unifrom 1 2 | network.delay: 'unifrom 1 2' is not a distribution (did you mean 'uniform'?); expected "
                        + TIMES,
                "topology: line, delay: uniform 1 | network.delay: 'uniform 1' has 1 numbers instead of 2; expected "
                        + TIMES,
                "topology: line, delay: uniform 3 1 | network.delay: 'uniform 3 1' ends below its beginning; expected "
                        + TIMES,
                "topology: line, delay: exponential 0 | network.delay: 0 is too small; expected " + TIMES,
                "topology: line, delay: constant x | network.delay: 'x' is not a number; expected " + TIMES,
                "topology: line, churn: 50 | network.churn: is not a section; expected keys and values, as in {key: value}",
                "topology: line, churn: {} | network.churn.mean: missing; expected a number from 0.001 to 10000000000",
                "topology: line, churn: {mean: 0} | network.churn.mean: 0 is too small; expected a number from 0.001 to 10000000000",
                "topology: line, churn: {mean: 9, keepConnected: maybe} | network.churn.keepConnected: 'maybe' is neither; expected true or false",
                "topology: line, churn: {mean: 9, keepconnected: true} | network.churn.keepconnected: unknown key (did you mean 'keepConnected'?); expected one of mean, keepConnected",
                "topology: line, linkDeath: sudden | network.linkDeath: unknown linkDeath 'sudden'; expected one of drained, lossy",
                "mobility: 3 | network.mobility: is not a section; expected keys and values, as in {key: value}",
                "mobility: {speed: 3} | network.mobility.model: missing; expected one of random-waypoint, random-walk, gauss-markov, group, static",
                "mobility: {model: random-waypiont} | network.mobility.model: unknown model 'random-waypiont' (did you mean 'random-waypoint'?); expected one of random-waypoint, random-walk, gauss-markov, group, static",
                "mobility: {model: static} | network.mobility.area: missing; expected a side, or [width, height], numbers from 0.001 to 1000000000",
                "mobility: {model: static, area: [3]} | network.mobility.area: is neither a number nor a list of two; expected a side, or [width, height], numbers from 0.001 to 1000000000",
                "mobility: {model: static, area: [3, wide]} | network.mobility.area: 'wide' is no such number; expected a side, or [width, height], numbers from 0.001 to 1000000000",
                "mobility: {model: static, area: 0} | network.mobility.area: '0' is no such number; expected a side, or [width, height], numbers from 0.001 to 1000000000",
                "mobility: {model: static, area: 9} | network.mobility.radius: missing; expected a number from 0.001 to 1000000000",
                "mobility: {model: static, area: 9, radius: 3, hysteresis: -1} | network.mobility.hysteresis: -1 is too small; expected a number from 0 to 10",
                "mobility: {model: static, area: 9, radius: 3, loss: 0.5} | network.mobility.loss: is not a section; expected keys and values, as in {key: value}",
                "mobility: {model: static, area: 9, radius: 3, loss: {edge: 1}} | network.mobility.loss.edge: 1 is too large; expected a number from 0 to 0.99",
                "mobility: {model: static, area: 9, radius: 3, speed: 1} | network.mobility.speed: means nothing with model static; expected speed only with model random-waypoint, random-walk, gauss-markov, group",
                "mobility: {model: random-walk, area: 9, radius: 3} | network.mobility.speed: missing; expected a speed, or [slowest, fastest], numbers from 0.001 to 1000000",
                "mobility: {model: random-walk, area: 9, radius: 3, speed: [3, 2]} | network.mobility.speed: 3 is faster than 2; expected [slowest, fastest]",
                "mobility: {model: random-walk, area: 9, radius: 3, speed: [0, 2]} | network.mobility.speed: '0' is no such number; expected a speed, or [slowest, fastest], numbers from 0.001 to 1000000",
                "mobility: {model: random-waypoint, area: 9, radius: 3, speed: 1, pause: 1, moving: 0.5} | network.mobility.pause: stands beside moving; expected either pause or moving",
                "mobility: {model: random-waypoint, area: 9, radius: 3, speed: 1, moving: 0} | network.mobility.moving: 0 is too small; expected a number from 0.001 to 1",
                "mobility: {model: random-waypoint, area: 9, radius: 3, speed: 1, start: middle} | network.mobility.start: unknown start 'middle'; expected one of stationary, uniform",
                "mobility: {model: group, area: 9, radius: 3, speed: 1, spread: 5} | network.mobility.spread: 5 is too large; expected a number above 0 and below 4.5",
                "topology: line, mobility: {model: static} | network.topology: stands beside mobility; expected links from one source",
                "churn: {mean: 9}, mobility: {model: static} | network.churn: stands beside mobility; expected links from one source",
                "trace: {} | network.trace.file: missing; expected the file of a trace, relative to the scenario",
                "trace: {file: x.one} | network.trace.file: 'x.one' does not exist; expected the file of a trace, relative to the scenario",
            })
    void inTheNetwork(String network, String expected) {
        assertMessage(with("network: {" + network + "}"), "mesh.yaml:4: " + expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "permits: uniform 1 4 | permits: 4 is too large; expected whole numbers from 1 to 3 (the pool's permits) as N, constant N or uniform A B",
                "permits: 0 | permits: 0 is too small; expected whole numbers from 1 to 3 (the pool's permits) as N, constant N or uniform A B",
                "permits: 1.5 | permits: 1.5 is not a whole number; expected whole numbers from 1 to 3 (the pool's permits) as N, constant N or uniform A B",
                "permits: exponential 2 | permits: 'exponential 2' has no upper end; expected whole numbers from 1 to 3 (the pool's permits) as N, constant N or uniform A B",
                "priority: 0.5 | priority: 0.5 is not a whole number; expected whole numbers from -1000000 to 1000000 as N, constant N or uniform A B, or exponential MEAN",
                "hold: -1 | hold: -1 is too small; expected " + TIMES,
                "patience: 0 | patience: 0 is too small; expected " + MOMENTS,
                "'think: 0, hold: 0' | think: think and hold are both 0, so time would stand still; expected one of them above 0",
                "'think: 5, arrivals: poisson' | think: constant 5 does not make poisson arrivals; expected exponential MEAN",
                "arrivals: open | arrivals: unknown arrivals 'open'; expected one of closed, poisson",
                "clients: 0 | clients: 0 is too small; expected a whole number from 1 to 10000000",
                "active: {share: 1, load: 0.5} | active.share: 1 is too large; expected a number above 0 and below 1",
                "active: {share: 0.5} | active.load: missing; expected a number above 0 and below 1",
                "only: [10] | only: '10' is no such number; expected all, or a list of different whole numbers from 0 to 9",
                "only: [1, 1] | only: 1 is there twice; expected all, or a list of different whole numbers from 0 to 9",
                "only: [] | only: is not a list of numbers; expected all, or a list of different whole numbers from 0 to 9",
                "only: 3 | only: is not a list of numbers; expected all, or a list of different whole numbers from 0 to 9",
            })
    void inTheWorkload(String workload, String expected) {
        String yaml = with("workload: {" + workload.replace("'", "") + "}");
        assertMessage(yaml, "mesh.yaml:6: workload." + expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"crash: {mean: 1}", "pause: {}", "clockDrift: 0.01", "deaf: 0.1"})
    void machinesFailOnlyWithRecovery(String fault) {
        String key = fault.substring(0, fault.indexOf(':'));
        assertMessage(
                with("faults: {" + fault + "}"),
                "mesh.yaml:8: faults." + key
                        + ": is more than algorithm prioritized survives without recovery; expected options.recovery: 1");
        assertMessage(
                with("algorithm: krl").replace("algorithm: krl", "algorithm: krl\nfaults: {" + fault + "}"),
                "mesh.yaml:9: faults." + key
                        + ": is more than algorithm krl survives; expected an algorithm with recovery, such as prioritized");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "crash: {mean: 1} | crash.down: missing; expected " + MOMENTS,
                "crash: {mean: 1, down: 5, lostDisk: 2} | crash.lostDisk: 2 is too large; expected a number from 0 to 1",
                "'crash: {mean: 1, down: 5, lostDisk: 0.6, forGood: 0.6}' | crash.lostDisk: and forGood are shares of more than all crashes; expected at most 1 in sum",
                "pause: {mean: 1} | pause.length: missing; expected " + MOMENTS,
                "clockDrift: 0.05 | clockDrift: 0.05 is more than the pool is told to expect; expected at most options.drift-ppm, 0.01",
            })
    void inWhatMachinesDo(String fault, String expected) {
        String yaml = with("faults: {" + fault.replace("'", "") + "}")
                .replaceFirst("permits:", "options: {recovery: 1}\npermits:");
        assertMessage(yaml, "mesh.yaml:9: faults." + expected);
    }

    @Test
    void hostsComeAndGoOnlyIfTheAlgorithmSurvivesIt() {
        assertMessage(
                with("faults: {reboot: {mean: 100, length: 5}}"),
                "mesh.yaml:8: faults.reboot: is more than algorithm prioritized survives; expected an algorithm whose "
                        + "nodes come and go: lookahead, lookahead-as-printed");
    }

    @Test
    void partitionsNeedBothKeys() {
        assertMessage(
                with("faults: {partition: {mean: 100}}"),
                "mesh.yaml:8: faults.partition.length: missing; expected " + MOMENTS);
    }

    private static String names(Predicate<Algorithm> which) {
        return String.join(
                ", ",
                Algorithms.all().stream().filter(which).map(Algorithm::name).toList());
    }

    @Test
    void unknownAlgorithmsAndOptions() {
        assertMessage(
                with("algorithm: raft"),
                "mesh.yaml:8: algorithm: unknown algorithm 'raft'; expected one of " + names(each -> true));
        assertMessage(
                with("options: {registred: 3}"),
                "mesh.yaml:8: options.registred: unknown key (did you mean 'registered'?); expected one of registered, "
                        + "migration, raises, beacon-after, overtakes, eager, recovery, beacon, guard, validity, lease, "
                        + "drift-ppm");
        assertMessage(
                with("options: {registered: 0}"),
                "mesh.yaml:8: options.registered: 0 is too small; expected a whole number from 1 to 64");
    }

    @Test
    void lossyLinksNeedAnAlgorithmThatSurvivesThem() {
        assertMessage(
                with("network: {topology: line, linkDeath: lossy}") + "algorithm: prioritized-as-printed\n",
                "mesh.yaml:4: network.linkDeath: lossy is more than algorithm prioritized-as-printed survives; "
                        + "expected drained, or an algorithm that does: "
                        + names(each -> each.promises().survivesLossyLinks()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"nodes", "permits", "duration"})
    void missingKeysBlameTheSection(String key) {
        String yaml = good().replaceAll("(?m)^" + key + ":.*\n", "");
        assertThatThrownBy(() -> ScenarioFixtures.scenario(yaml))
                .isInstanceOf(ScenarioException.class)
                .hasMessageStartingWith("mesh.yaml:1: " + key + ": missing; expected ");
    }

    @Test
    void duplicatesAndSyntax() {
        assertMessage(
                with("name: a") + "name: b\n",
                "mesh.yaml:9: name: is written twice, first in line 8; expected each key once");
        assertMessage(
                "network:\n  delay: 1\n  delay: 2\n",
                "mesh.yaml:3: network.delay: is written twice, first in line 2; expected each key once");
        String noKeys = "expected keys such as nodes, permits, duration, network and workload";
        assertMessage("", "mesh.yaml:1: scenario: there is nothing in it; " + noKeys);
        assertMessage("- 1\n", "mesh.yaml:1: scenario: the file holds no keys; " + noKeys);
        assertMessage("[a]: 1\n", "mesh.yaml:1: scenario: a key is a list or a section; expected a name");
        assertMessage(
                "a: &x\n  b: *x\n",
                "mesh.yaml:2: " + "a" + ".b".repeat(16) + ": is nested too deeply; expected at most 16 levels");
        assertThatThrownBy(() -> ScenarioFixtures.scenario("nodes: 3\nnetwork: {topology: line\npermits: 2\n"))
                .isInstanceOf(ScenarioException.class)
                .hasMessageMatching("mesh\\.yaml:\\d+: yaml: .+; expected valid YAML");
    }

    @Test
    void missingFiles(@TempDir Path folder) {
        Path missing = folder.resolve("missing.yaml");
        assertThatThrownBy(() -> ScenarioReader.read(missing))
                .hasMessage(missing + ": file: does not exist; expected an existing file");
        assertThatThrownBy(() -> ScenarioReader.read(folder))
                .hasMessage(folder + ": file: is a folder; expected a file");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 1~1 2~2 x | links.txt:3: link: '2 x' is no link; expected two different node numbers from 0 to 3",
                "0 1~# all~2 4 | links.txt:3: link: '2 4' is no link; expected two different node numbers from 0 to 3",
                "0 1~1 1 | links.txt:2: link: '1 1' is no link; expected two different node numbers from 0 to 3",
                "0 1~1 0 | links.txt:2: link: '1 0' is there twice; expected each link once",
                "0 1 2 | links.txt:1: link: '0 1 2' is no link; expected two different node numbers from 0 to 3",
                "0 1~1 2 | mesh.yaml:4: network.file: 'links.txt' does not connect node 3 with node 0; expected links that connect all 4 nodes",
            })
    void listsOfLinks(String list, String expected, @TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("links.txt"), list.replace('~', '\n'));
        Path file = folder.resolve("mesh.yaml");
        Files.writeString(file, "nodes: 4\npermits: 1\nduration: 10\nnetwork: {topology: file, file: links.txt}\n");
        assertThatThrownBy(() -> ScenarioReader.read(file))
                .isInstanceOf(ScenarioException.class)
                .hasMessage(folder.resolve(expected).toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "file: walk.txt | network.trace.format: missing; expected one of ns2, bonnmotion, one, contacts, csv, graph",
                "file: walk.txt, format: ns3 | network.trace.format: unknown format 'ns3' (did you mean 'ns2'?); expected one of ns2, bonnmotion, one, contacts, csv, graph",
                "file: walk.csv | network.trace.radius: missing; expected a number from 0.001 to 1000000000",
                "file: walk.csv, granularity: 3 | network.trace.granularity: means nothing with format csv; expected it only with format contacts",
                "file: meet.one, radius: 3 | network.trace.radius: means nothing with format one; expected it only with traces of positions",
                "file: meet.one, fro: 3 | network.trace.fro: unknown key (did you mean 'from'?); expected one of file, format, radius, hysteresis, loss, granularity, from",
                "file: mesh.json, from: 3 | network.trace.from: means nothing with format graph; expected it only with traces that have times",
            })
    void traces(String trace, String expected, @TempDir Path folder) throws IOException {
        writeTraces(folder);
        assertFileMessage(
                folder, "permits: 1\nduration: 10\nnetwork: {trace: {" + trace + "}}\n", "mesh.yaml:3: " + expected);
    }

    @Test
    void numbersOfNodesThatTheTraceDoesNotHave(@TempDir Path folder) throws IOException {
        writeTraces(folder);
        assertFileMessage(
                folder,
                "nodes: 3\npermits: 1\nnetwork: {trace: {file: walk.csv, radius: 3}}\n",
                "mesh.yaml:1: nodes: 3 is not what the trace has; expected 2, or none for that");
        assertFileMessage(
                folder,
                "nodes: 1\npermits: 1\nnetwork: {trace: {file: meet.one}}\n",
                "mesh.yaml:1: nodes: 1 is not what the trace has; expected 2 or more, or none for that");
    }

    @Test
    void aGraphHasNoDurationAndMovingLinksNoPartitions(@TempDir Path folder) throws IOException {
        writeTraces(folder);
        assertFileMessage(
                folder,
                "permits: 1\nnetwork: {trace: {file: mesh.json}}\n",
                "mesh.yaml:1: duration: missing; expected a number from 0.001 to 10000000000");
        assertFileMessage(
                folder,
                "permits: 1\nnetwork: {trace: {file: meet.one}}\nfaults: {partition: {mean: 3, length: 3}}\n",
                "mesh.yaml:3: faults.partition: stands beside links that come and go by themselves; "
                        + "expected partitions only without mobility and trace");
    }

    private static void writeTraces(Path folder) throws IOException {
        Files.writeString(folder.resolve("walk.txt"), "0 1 2\n");
        Files.writeString(folder.resolve("walk.csv"), "0,a,1,2\n9,b,1,2\n");
        Files.writeString(folder.resolve("meet.one"), "0 CONN 4 7 up\n5 CONN 4 7 down\n");
        Files.writeString(
                folder.resolve("mesh.json"), "{\"nodes\": [1, 2], \"links\": [{\"source\": 1, \"target\": 2}]}");
    }

    private static void assertFileMessage(Path folder, String yaml, String expected) throws IOException {
        Path file = Files.writeString(folder.resolve("mesh.yaml"), yaml);
        assertThatThrownBy(() -> ScenarioReader.read(file))
                .isInstanceOf(ScenarioException.class)
                .hasMessage(folder.resolve(expected).toString());
    }

    private static void assertMessage(String yaml, String expected) {
        assertThatThrownBy(() -> ScenarioFixtures.scenario(yaml))
                .isInstanceOf(ScenarioException.class)
                .hasMessage(expected);
    }

    private static String good() {
        return "nodes: 10\npermits: 3\nduration: 100\nnetwork:\n  {topology: ring}\nworkload:\n  {hold: 1}\n";
    }

    /** The good scenario with the line in the place of the key that it names, or at the end. */
    private static String with(String line) {
        String key = line.substring(0, line.indexOf(':'));
        StringBuilder yaml = new StringBuilder();
        boolean replaced = false;
        for (String old : good().split("\n", -1)) {
            if (old.startsWith(key + ":")) {
                yaml.append(line).append('\n');
                replaced = true;
            } else if (replaced && old.startsWith(" ") && yaml.toString().endsWith(line + "\n")) {
                yaml.append("\n"); // the old section's body
            } else if (!old.isEmpty()) {
                yaml.append(old).append('\n');
            }
        }
        return replaced ? yaml.toString() : yaml.append(line).append('\n').toString();
    }
}
