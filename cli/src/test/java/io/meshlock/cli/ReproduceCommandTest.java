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

/** Reproductions from outside. */
class ReproduceCommandTest {

    @TempDir
    private Path folder;

    @Test
    void aFigureIsReproducedAndItsClaimsAreJudged() throws IOException {
        Outcome outcome = reproduce("jiang-two-inside", "--quick", "--out", folder.toString());
        assertThat(outcome.err).isEmpty();
        assertThat(outcome.code).isZero();
        assertThat(outcome.out)
                .startsWith("jiang-two-inside: holds only as corrected: ")
                .contains("\n    as printed 0.", "; corrected 0.")
                .endsWith("open " + folder.resolve("report.html") + "\n");
        assertThat(folder.resolve("report.html"))
                .content()
                .contains("./meshlock reproduce jiang-two-inside --quick --out report");
        Outcome again = reproduce("two-inside", "--out", folder.toString(), "--json");
        assertThat(again.out).isEqualTo(Files.readString(folder.resolve("report.json")));
        assertThat(again.out).contains("\"verdict\" : \"holds only as corrected\"");
    }

    @Test
    void figuresAreListed() {
        Outcome outcome = reproduce("--list", "krl", "fig4");
        assertThat(outcome.out.lines().skip(1)).allMatch(line -> line.matches("(krl-fig[6-9]|wu-fig4) .*"));
        assertThat(outcome.code).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fig66 | 'fig66': there is no such figure (did you mean 'fig6'?); expected some of krl-fig6, krl, fig6, ",
                "--quick --full | --quick: stands beside --full; expected one of them",
                "--threads 0 | --threads: 0 is out of range; expected a whole number from 1 to 1000",
                "--seed -1 | --seed: -1 is no first seed; expected 0 to 2147483647",
                "--out FILE | --out: 'FILE' is a file; expected a folder",
            },
            quoteCharacter = '`')
    void mistakesGetOneLineAndCode2(String arguments, String expected) throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        Outcome outcome = reproduce(arguments.replace("FILE", file.toString()).split(" ", -1));
        assertThat(outcome.err)
                .startsWith(expected.replace("FILE", file.toString()))
                .hasLineCount(1);
        assertThat(outcome.out).isEmpty();
        assertThat(outcome.code).isEqualTo(2);
    }

    private record Outcome(int code, String out, String err) {}

    private static Outcome reproduce(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "reproduce";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(new PrintWriter(out), new PrintWriter(err), all);
        return new Outcome(code, out.toString(), err.toString());
    }
}
