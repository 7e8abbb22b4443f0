package io.meshlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The help that the build writes down, so that showing it need not read any flags. */
@DisplayName("Help pages")
class HelpPagesTest {

    @Test
    void thoseOfTheBuildSayWhatTheCommandsSay() throws IOException {
        try (InputStream built = Objects.requireNonNull(HelpPage.class.getResourceAsStream(HelpPage.FILE))) {
            String text = new String(built.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(text.lines()).containsExactlyElementsOf(HelpPages.lines());
        }
    }

    @Test
    void areShownAsPicocliShowsThemAtAnyCommand() {
        for (String name : names()) {
            String[] words = (name + " --help").substring("meshlock ".length()).split(" ", -1);
            StringWriter slow = new StringWriter();
            PrintWriter out = new PrintWriter(slow);
            assertThat(Main.commandLine(out, out, words).execute(words)).isZero();
            StringWriter fast = new StringWriter();
            PrintWriter shown = new PrintWriter(fast);
            assertThat(Main.run(shown, shown, words)).isZero();
            assertThat(fast).hasToString(slow.toString());
        }
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>();
        for (String line : HelpPages.lines()) {
            if (line.charAt(0) == HelpPage.NAME) {
                names.add(line.substring(1));
            }
        }
        assertThat(names).hasSizeGreaterThan(Commands.values().length).contains("meshlock", "meshlock keys issue");
        return names;
    }

    @ParameterizedTest
    @CsvSource({
        "'', meshlock",
        "--help, meshlock",
        "-h, meshlock",
        "help, meshlock",
        "run --help, meshlock run",
        "keys issue -h, meshlock keys issue",
        "help keys issue, meshlock keys issue",
        "help --help, meshlock help",
    })
    void areAskedForByNothingElse(String args, String name) {
        String[] words = args.isEmpty() ? new String[0] : args.split(" ", -1);
        assertThat(HelpPage.asked(words)).isEqualTo(name);
        assertThat(HelpPage.built(name)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sim FILE --help", "help stauts", "run docks -- ls --help", "help run --help", "-x --help"})
    void areNotThereForOtherWords(String args) {
        String name = HelpPage.asked(args.split(" ", -1));
        assertThat(name).isNotNull();
        assertThat(HelpPage.built(name)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "--version", "sim FILE", "run --help docks"})
    void areNotAskedForByACommandThatRuns(String args) {
        assertThat(HelpPage.asked(args.split(" ", -1))).isNull();
    }

    @Test
    void linesBreakAtTheWidthOfTheTerminal() {
        HelpPage page = new HelpPage(
                "meshlock x",
                List.of(
                        "umeshlock x [OPTIONS] NAME",
                        "pone two three",
                        "pfour",
                        "p",
                        "p  as it is",
                        "hFlags:",
                        "r-x\tfive six"));
        assertThat(page.text(28)).isEqualTo("""
                        Usage: meshlock x [OPTIONS]
                                   NAME

                        one two three four

                          as it is

                        Flags:
                          -x  five six
                        """);
    }
}
