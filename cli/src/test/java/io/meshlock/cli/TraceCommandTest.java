package io.meshlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code trace show} and {@code trace export} from outside. */
class TraceCommandTest {

    private static final Path FIELD = Path.of("..", "scenarios", "traces", "field-walk.movements");

    @TempDir
    private Path folder;

    @Test
    void showsATrace() {
        Outcome outcome = meshlock("trace", "show", FIELD.toString(), "--radius", "150");
        assertThat(outcome.code).isZero();
        assertThat(outcome.err).isEmpty();
        assertThat(outcome.out)
                .startsWith(FIELD + ": bonnmotion, 15 nodes, 142 events\n")
                .containsPattern("contacts +219 ")
                .containsPattern("connected +0\\.4571 ");
    }

    @Test
    void showsATraceAsJson() throws IOException {
        Path file = Files.writeString(folder.resolve("meet.one"), "0 CONN hill barn up\n10 CONN barn hill down\n");
        JsonNode document =
                new JsonMapper().readTree(meshlock("trace", "show", file.toString(), "--duration", "40", "--json").out);
        assertThat(document.get("format").asString()).isEqualTo("one");
        assertThat(document.get("nodes").asInt()).isEqualTo(2);
        assertThat(document.get("connected").asDouble()).isEqualTo(0.25);
        assertThat(document.get("contactMean").asDouble()).isEqualTo(10);
        assertThat(document.get("names").get(0).asString()).isEqualTo("barn");
        assertThat(meshlock("trace", "show", file.toString()).out).contains("node 0 is 'barn', node 1 is 'hill'\n");
    }

    @Test
    void whatIsExportedCanBeShownAndRun() throws IOException {
        Path scenario = Files.writeString(folder.resolve("mesh.yaml"), """
                nodes: 6
                permits: 2
                duration: 100
                network: {mobility: {model: random-walk, area: 300, radius: 100, speed: 10}}
                """);
        Path packed = folder.resolve("walk.ns_movements.gz");
        assertThat(meshlock("trace", "export", scenario.toString(), "--seed", "5", "--out", packed.toString()).code)
                .isZero();
        assertThat(meshlock("trace", "show", packed.toString(), "--radius", "100").out)
                .contains(": ns2, 6 nodes, ");
        Path again = Files.writeString(folder.resolve("again.yaml"), """
                permits: 2
                duration: 100
                network: {trace: {file: walk.ns_movements.gz, radius: 100}}
                """);
        assertThat(meshlock("trace", "export", again.toString(), "--format", "one").out)
                .isEqualTo(meshlock("trace", "export", scenario.toString(), "--seed", "5", "--format", "one").out)
                .contains(" CONN ");
        Path run = folder.resolve("run");
        assertThat(meshlock("sim", again.toString(), "--strict", "--out", run.toString()).code)
                .isZero();
        assertThat(meshlock("sim", run.resolve("scenario.yaml").toString(), "--json").out)
                .as("the trace is kept with the run")
                .isEqualTo(Files.readString(run.resolve("result.json")).replace("\"again\"", "\"scenario\""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "show,FIELD | --radius: missing; expected how far radios reach, since the trace has positions",
                "show,FIELD,--radius,0 | --radius: 0.0 is out of range; expected a number above 0 and at most 10000000000",
                "show,FIELD,--radius,9,--hysteresis,-1 | --hysteresis: -1.0 is out of range; expected 0 or more",
                "show,FIELD,--format,ns2,--radius,9 | FIELD:2: ",
                "show,FIELD,--format,ns3 | --format: unknown 'ns3'; expected one of ns2, bonnmotion, one, contacts, csv, graph",
                "show,walk.txt | --format: missing, and 'walk.txt' does not tell; expected one of ns2, bonnmotion, one, contacts, csv, graph",
                "export,../scenarios/alone.yaml,--format,graph | --format: unknown 'graph'; expected one of ns2, bonnmotion, csv, one, contacts",
                "export,../scenarios/alone.yaml,--format,ns2 | --format: ns2 needs positions, and the nodes of ../scenarios/alone.yaml have none; expected one or contacts",
            })
    void mistakesGetOneLine(String arguments, String expected) {
        String[] words =
                ("trace," + arguments).replace("FIELD", FIELD.toString()).split(",", -1);
        Outcome outcome = meshlock(words);
        assertThat(outcome.code).isEqualTo(2);
        assertThat(outcome.out).isEmpty();
        assertThat(outcome.err)
                .startsWith(expected.replace("FIELD", FIELD.toString()))
                .hasLineCount(1);
    }

    @Test
    void helpExplainsTheSubcommands() {
        assertThat(meshlock("trace").out).contains("show ", "export ");
        assertThat(meshlock("trace", "show", "--help").out).contains("--radius", "Examples:");
        assertThat(meshlock("trace", "export", "--help").out).contains("--seed", "Examples:");
        Outcome wrong = meshlock("trace", "display");
        assertThat(wrong.code).isEqualTo(2);
        assertThat(wrong.err).contains("unknown command 'display'; expected one of show, export");
    }

    private record Outcome(int code, String out, String err) {}

    private static Outcome meshlock(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(new PrintWriter(out), new PrintWriter(err), args);
        return new Outcome(code, out.toString(), err.toString());
    }
}
