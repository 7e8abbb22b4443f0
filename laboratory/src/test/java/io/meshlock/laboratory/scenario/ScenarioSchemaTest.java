package io.meshlock.laboratory.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshlock.laboratory.result.Json;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Option;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.yaml.Value.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schema for editors says what the resolver does. The algorithms and their options are brought up to date with
 * {@code -Dschema.rewrite=true}; a new key is added by hand, with what it means.
 */
class ScenarioSchemaTest {

    private static final Path FILE = Path.of("..", "docs", "scenario.schema.json");

    private static final String MESH = "nodes: 5\npermits: 2\nduration: 200\nnetwork:\n  topology: line\n";

    @Test
    void theAlgorithmsAreThoseOfTheRegistry() throws IOException {
        JsonNode schema = schema();
        ObjectNode root = (ObjectNode) schema.get("properties");
        ArrayNode names = ((ObjectNode) root.get("algorithm")).putArray("enum");
        Map<String, Option> options = new TreeMap<>();
        for (Algorithm algorithm : Algorithms.all()) {
            names.add(algorithm.name());
            algorithm.options().forEach(option -> options.putIfAbsent(option.name(), option));
        }
        ObjectNode known = ((ObjectNode) object(root.get("options"))).putObject("properties");
        options.forEach((name, option) ->
                known.putObject(name).put("description", option.meaning()).put("type", "integer"));
        String current = Json.write(schema);
        if (Boolean.getBoolean("schema.rewrite")) {
            Files.writeString(FILE, current);
        }
        assertThat(Files.readString(FILE))
                .as("rewrite docs/scenario.schema.json with -Dschema.rewrite=true")
                .isEqualTo(current);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "network",
                "network.churn",
                "network.mobility",
                "network.trace",
                "network.routing",
                "workload",
                "workload.active",
                "faults",
                "faults.partition",
                "faults.doze",
                "faults.disconnect",
                "faults.outage",
                "faults.reboot",
                "faults.crash",
                "faults.pause"
            })
    void everySectionHasTheResolversKeys(String path) throws IOException {
        JsonNode section = schema();
        for (String key : path.isEmpty() ? List.<String>of() : List.of(path.split("\\.", -1))) {
            section = object(section.get("properties").get(key));
        }
        List<String> listed = new ArrayList<>(section.get("properties").propertyNames());
        listed.remove(Includes.KEY);
        assertThat(listed).as("keys of '%s' in docs/scenario.schema.json", path).hasSameElementsAs(resolverKeys(path));
        for (String key : listed) {
            String inner = path.isEmpty() ? key : path + "." + key;
            JsonNode value = object(section.get("properties").get(key));
            if (value.has("properties") && !inner.equals("options")) {
                assertThat(sections()).as("sections that this test looks at").contains(inner);
            }
            assertThat(section.get("properties").get(key).has("description"))
                    .as(inner)
                    .isTrue();
        }
    }

    private static List<String> sections() throws IOException {
        try {
            ValueSource source = ScenarioSchemaTest.class
                    .getDeclaredMethod("everySectionHasTheResolversKeys", String.class)
                    .getAnnotation(ValueSource.class);
            return List.of(source.strings());
        } catch (NoSuchMethodException e) {
            throw new IOException(e);
        }
    }

    /** The resolver names its keys when it is given one that it does not know. */
    private static List<String> resolverKeys(String path) {
        Setting unknown = Setting.parse("-", path.isEmpty() ? "zzz=1" : path + ".zzz=1");
        // Some sections are refused as a whole unless nodes write to anybody, and come and go.
        boolean recovering = List.of("faults.crash", "faults.pause").contains(path);
        boolean routed = path.equals("network.routing")
                || (path.startsWith("faults.") && !path.endsWith("partition") && !recovering);
        String yaml = routed ? MESH + "algorithm: lookahead\n" : recovering ? MESH + "options: {recovery: 1}\n" : MESH;
        Section mesh = unknown.applyTo(ScenarioReader.tree("mesh.yaml", yaml));
        ScenarioException failure = catchThrowableOfType(ScenarioException.class, () -> Scenario.resolve(mesh));
        String message = String.valueOf(failure.getMessage());
        assertThat(message).contains("zzz: unknown key");
        String expected = message.substring(message.indexOf("; expected ") + "; expected ".length());
        return List.of(expected.replaceFirst("^one of ", "").split(", ", -1));
    }

    static List<Path> files() throws IOException {
        return ScenarioFilesTest.files();
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyScenarioFits(Path file) throws IOException {
        assertThat(complaints(ScenarioReader.written(file).document())).isEmpty();
        // What a result says about its scenario is a scenario too.
        assertThat(complaints(Json.read(Json.write(ScenarioReader.read(file).resolved()), LinkedHashMap.class)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "node: 3",
                "nodes: 0",
                "nodes: many",
                "permits: 2.5",
                "algorithm: raft",
                "policy: lifo",
                "aging: 0",
                "options: {registred: 3}",
                "network: {topology: mesh}",
                "network: {topology: random, density: 1.1}",
                "network: {topology: line, churn: 50}",
                "network: {topology: line, churn: {}}",
                "network: {topology: line, churn: {mean: 9, keepConnected: maybe}}",
                "network: {mobility: {model: static, area: 100}}",
                "network: {mobility: {model: brownian, area: 100, radius: 10}}",
                "network: {mobility: {model: static, area: [100], radius: 10}}",
                "network: {mobility: {model: static, area: 100, radius: 10, loss: {edge: 1}}}",
                "network: {mobility: {model: random-walk, area: 100, radius: 10, speed: 0}}",
                "network: {trace: {radius: 10}}",
                "network: {topology: line, delay: gauss 1 2}",
                "network: {topology: line, delay: uniform 1}",
                "workload: {permits: exponential 2}",
                "workload: {active: {share: 1, load: 0.5}}",
                "workload: {only: [1, 1]}",
                "faults: {partition: {mean: 100}}",
                "faults: {loss: 1}",
                "network: {topology: line, routing: dijkstra}",
                "network: {topology: line, routing: {protocol: distance-vector, ttl: 0}}",
            })
    void whatTheResolverRefusesTheSchemaRefuses(String line) throws IOException {
        String key = line.substring(0, line.indexOf(':'));
        Section changed = ScenarioReader.tree("mesh.yaml", MESH)
                .with(key, ScenarioReader.tree("mesh.yaml", line).entries().get(key));
        assertThat(catchThrowableOfType(ScenarioException.class, () -> Scenario.resolve(changed)))
                .isNotNull();
        assertThat(complaints(changed.document())).isNotEmpty();
    }

    private static List<String> complaints(Map<?, ?> document) throws IOException {
        JsonNode schema = schema();
        return new MiniSchema(schema).complaints(Json.read(Json.line(document), JsonNode.class));
    }

    private static JsonNode schema() throws IOException {
        return Json.read(Files.readString(FILE), JsonNode.class);
    }

    /** The part of a property that describes a section, if there is one. */
    private static JsonNode object(JsonNode property) {
        for (JsonNode choice : property.path("anyOf")) {
            if (choice.has("properties")) {
                return choice;
            }
        }
        return property;
    }
}
