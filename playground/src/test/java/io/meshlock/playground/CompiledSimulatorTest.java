package io.meshlock.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.simulator.narrative.Narrative;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What TeaVM made of the simulator does in Node.js what the JVM does, to the last byte. */
class CompiledSimulatorTest {

    /** Short enough to run thrice in a test, and different enough to touch everything that a scenario can have. */
    static final List<String> SCENARIOS = List.of(
            "printed-deadlock", "jiang-two-inside", "lossy-links", "partitions-heal", "deadlines", "mobility-group");

    /** A scenario's text with less to do. */
    static String scenario(String name) {
        try {
            return Files.readString(Path.of("../scenarios", name + ".yaml"))
                    .replaceAll("(?m)^duration: .*$", "duration: 80")
                    .replaceAll("(?m)^warmup: .*$", "warmup: 0")
                    .replaceAll("(?m)^nodes: ([2-9]\\d|\\d{3,})$", "nodes: 16");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One scenario of each kind that the files have none of: everything that can fail does. */
    static final String RECOVERY = """
            algorithm: prioritized
            options: {recovery: 1, beacon: 500000}
            nodes: 7
            permits: 3
            duration: 100
            warmup: 0
            network: {topology: ring, delay: exponential 0.1}
            workload: {think: exponential 5, hold: exponential 1, permits: uniform 1 2, priority: uniform 0 3}
            faults: {loss: 0.05, clockDrift: 0.01, crash: {mean: 200, down: 20}, pause: {mean: 200, length: 5}}
            """;

    static List<String> texts() {
        List<String> texts = new ArrayList<>();
        SCENARIOS.forEach(name -> texts.add(scenario(name)));
        texts.add(RECOVERY);
        return texts;
    }

    static String jvm(String text) {
        return Session.journalOf(Setup.run(text, 7));
    }

    @Test
    void writesTheSameJournalsInNode(@TempDir Path folder) throws Exception {
        List<String> texts = texts();
        for (int i = 0; i < texts.size(); i++) {
            Files.writeString(folder.resolve(i + ".yaml"), texts.get(i));
        }
        node(folder, """
                import * as simulator from './simulator.mjs';
                import { readFileSync, writeFileSync } from 'node:fs';
                for (let i = 0; i < COUNT; i++) writeFileSync(`${i}.jsonl`, simulator.run(readFileSync(`${i}.yaml`, 'utf8'), '7'));
                """.replace("COUNT", Integer.toString(texts.size())));
        for (int i = 0; i < texts.size(); i++) {
            String expected = jvm(texts.get(i));
            assertThat(expected).as(texts.get(i)).contains("\"granted\"").contains("\"ended\"");
            assertThat(Files.readString(folder.resolve(i + ".jsonl")))
                    .as(texts.get(i))
                    .isEqualTo(expected);
        }
    }

    @Test
    void tellsTheSameNarrativesInNode(@TempDir Path folder) throws Exception {
        List<Path> narratives = StoryTest.narratives();
        StringBuilder all = new StringBuilder();
        for (Path file : narratives) {
            all.append(Narrative.run(Files.readString(file)));
            Files.copy(file, folder.resolve(Objects.requireNonNull(file.getFileName())));
        }
        node(folder, """
                import * as simulator from './simulator.mjs';
                import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
                const names = readdirSync('.').filter((name) => name.endsWith('.txt')).sort();
                writeFileSync('all', names.map((name) => simulator.narrate(readFileSync(name, 'utf8'))).join(''));
                """);
        assertThat(Files.readString(folder.resolve("all"))).isEqualTo(all.toString());
    }

    /** Actions by hand, going back in time and what is saved: the same, too. */
    @Test
    void takesActionsInTheSameWayInNode(@TempDir Path folder) throws Exception {
        String calm = RECOVERY.replaceAll("faults: .*", "");
        Session session = new Session(new Setup(calm, "", 3, "", true, true, false));
        session.runUntil(30_000_000);
        session.act("crash 0");
        session.runUntil(90_000_000);
        session.act("restart 0");
        session.act("request 3 2 priority=9");
        session.runUntil(99_000_000);
        Files.writeString(folder.resolve("setup.yaml"), calm);
        node(folder, """
                import * as simulator from './simulator.mjs';
                import { readFileSync, writeFileSync } from 'node:fs';
                const id = Number(simulator.open(readFileSync('setup.yaml', 'utf8'), '', '3', '', 'CH'));
                simulator.runUntil(id, 30);
                simulator.act(id, 'crash 0');
                simulator.runUntil(id, 90);
                simulator.act(id, 'restart 0');
                simulator.act(id, 'request 3 2 priority=9');
                simulator.runUntil(id, 99);
                simulator.goTo(id, 50);
                simulator.goTo(id, 99);
                writeFileSync('journal', simulator.journal(id));
                writeFileSync('log', simulator.log(id));
                """);
        assertThat(Files.readString(folder.resolve("log"))).isEqualTo(session.log());
        assertThat(Files.readString(folder.resolve("journal"))).isEqualTo(session.journal());
    }

    private static void node(Path folder, String script) throws Exception {
        try (var in = PlaygroundFiles.class.getResourceAsStream("web/simulator.js")) {
            Files.write(
                    folder.resolve("simulator.mjs"), Objects.requireNonNull(in).readAllBytes());
        }
        Files.writeString(folder.resolve("test.mjs"), script);
        Process process = new ProcessBuilder("node", "test.mjs")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
    }
}
