package io.meshlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code meshlock demo} from outside: real nodes, real links. */
class DemoCommandTest {

    @TempDir
    private Path folder;

    @Test
    void dronesAreServedAndEveryRuleIsKept() throws Exception {
        Path flight = folder.resolve("flight");
        Outcome outcome =
                meshlock("demo", "--seconds", "5", "--nodes", "5", "--port", "0", "--json", "--out", flight.toString());
        assertThat(outcome.code).as(outcome.err).isZero();
        JsonNode document = JsonMapper.shared().readTree(outcome.out);
        assertThat(document.get("violations").asInt()).isZero();
        assertThat(document.get("starved").asInt()).isZero();
        assertThat(document.at("/pools/docks/grants").asInt()).isPositive();
        assertThat(document.at("/pools/uplink/grants").asInt()).isPositive();
        assertThat(document.get("linkCuts").asInt()).isPositive();
        assertThat(outcome.err.lines().findFirst())
                .hasValueSatisfying(line -> assertThat(line).matches("page: http://127.0.0.1:\\d+/page/ .*"));
        assertThat(outcome.err).contains(" asks for ", " lands on dock ", "all links are mended");

        Outcome told = meshlock("replay", flight.toString(), "--text");
        assertThat(told.code).isZero();
        assertThat(told.out).contains(" wants 1 permit: ", " enters: ", " is up", "token at 1");
        Outcome shown = meshlock("replay", flight.toString(), "--seconds", "1", "--port", "0");
        assertThat(shown.code).isZero();
        assertThat(shown.out).startsWith("replay: http://127.0.0.1:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--seconds 0 | --seconds: 0 is out of range; expected a whole number from 1 to 3600",
                "--nodes 2 | --nodes: 2; expected a whole number from 3 to 40",
                "--port 70000 | --port: 70000; expected a number from 0 (any) to 65535"
            })
    void wrongFlagsGetOneLine(String flags, String message) {
        Outcome outcome = meshlock(("demo " + flags).split(" "));
        assertThat(outcome.code).isEqualTo(2);
        assertThat(outcome.out).isEmpty();
        assertThat(outcome.err.strip()).isEqualTo(message);
    }

    @Test
    void aTakenPortAndAFullFolderAreSaid() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            Outcome outcome = meshlock("demo", "--port", "" + port);
            assertThat(outcome.code).isEqualTo(2);
            assertThat(outcome.err.strip())
                    .isEqualTo("--port: " + port + " is taken; expected a free one, or 0 for any");
        }
        Files.writeString(folder.resolve("something"), "");
        Outcome outcome = meshlock("demo", "--out", folder.toString());
        assertThat(outcome.code).isEqualTo(2);
        assertThat(outcome.err.strip()).endsWith("is not empty; expected a new or empty folder");
    }

    private record Outcome(int code, String out, String err) {}

    private static Outcome meshlock(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(new PrintWriter(out), new PrintWriter(err), args);
        return new Outcome(code, out.toString(), err.toString());
    }
}
