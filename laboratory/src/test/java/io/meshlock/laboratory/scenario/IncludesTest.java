package io.meshlock.laboratory.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.network.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IncludesTest {

    @TempDir
    private Path folder;

    @Test
    void whatStandsBesideReplacesWhatIsIncluded() throws IOException {
        write("base.yaml", """
                name: base
                description: Common to all.
                nodes: 10
                permits: 3
                duration: 100
                network: {topology: random, density: 0.4, churn: {mean: 50, keepConnected: false}}
                workload: {think: exponential 7}
                """);
        Path file = write("high.yaml", """
                include: base.yaml
                permits: 2
                network:
                  churn: {mean: 5}
                """);
        Scenario scenario = ScenarioReader.read(file);
        WorldSpec spec = scenario.spec();
        assertThat(scenario.name()).isEqualTo("high");
        assertThat(scenario.description()).isEmpty();
        assertThat(spec.nodes()).isEqualTo(10);
        assertThat(spec.pool().permits()).isEqualTo(2);
        assertThat(spec.network().topology()).isEqualTo(new Topology.Random(0.4));
        assertThat(spec.network().churn()).isEqualTo(new WorldSpec.Churn(5_000_000, false));
        assertThat(spec.workload().think()).hasToString("exponential 7");
        assertThat(scenario.resolved()).doesNotContainKey("include");
        assertThat(scenario.source().isFromOneSource()).isFalse();
        assertThat(ScenarioReader.read(folder.resolve("base.yaml")).source().isFromOneSource())
                .isTrue();
    }

    @Test
    void filesAreRelativeToWhereTheyAreNamed() throws IOException {
        Files.createDirectories(folder.resolve("maps"));
        write("maps/yard.txt", "0 1\n1 2\n");
        write("maps/yard.yaml", "nodes: 3\npermits: 1\nduration: 10\nnetwork: {topology: file, file: yard.txt}\n");
        write("middle.yaml", "include: maps/yard.yaml\nduration: 20\n");
        Scenario scenario = ScenarioReader.read(write("top.yaml", "include: middle.yaml\npermits: 2\n"));
        assertThat(scenario.resolved()).containsEntry("duration", 20L).containsEntry("permits", 2L);
        assertThat(((Topology.Listed) scenario.spec().network().topology()).links())
                .hasSize(2);
    }

    @Test
    void aMistakeIsBlamedOnTheFileThatMakesIt() throws IOException {
        Path base = write("base.yaml", "nodes: 10\npermits: none\n");
        Path file = write("top.yaml", "include: base.yaml\nduration: 5\n");
        assertThatThrownBy(() -> ScenarioReader.read(file))
                .hasMessage(base + ":2: permits: missing; expected a whole number from 1 to 1000000");
    }

    @Test
    void badIncludes() throws IOException {
        String expected = "; expected the name of a scenario file, relative to this one";
        Path file = write("top.yaml", "nodes: 3\ninclude: base.yaml\n");
        assertThatThrownBy(() -> ScenarioReader.read(file))
                .isInstanceOf(ScenarioException.class)
                .hasMessage(file + ":2: include: 'base.yaml' does not exist" + expected);
        write("top.yaml", "include: [a.yaml]\n");
        assertThatThrownBy(() -> ScenarioReader.read(file))
                .hasMessage(file + ":1: include: is not the name of a file" + expected);
        write("top.yaml", "include: top.yaml\n");
        assertThatThrownBy(() -> ScenarioReader.read(file))
                .hasMessage(file + ":1: include: 'top.yaml' includes itself in the end; "
                        + "expected files that do not go in a circle");
        Path other = write("other.yaml", "\ninclude: ./top.yaml\n");
        write("top.yaml", "include: other.yaml\n");
        assertThatThrownBy(() -> ScenarioReader.read(file))
                .hasMessage(other + ":2: include: './top.yaml' includes itself in the end; "
                        + "expected files that do not go in a circle");
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, text);
        return file;
    }
}
