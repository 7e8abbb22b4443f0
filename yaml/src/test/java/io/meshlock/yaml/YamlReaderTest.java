package io.meshlock.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshlock.yaml.Numbers.Bounds;
import io.meshlock.yaml.Value.Section;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlReaderTest {

    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final transient Mistake mistake;

        Refused(Mistake mistake) {
            super(mistake.toString());
            this.mistake = mistake;
        }
    }

    private static final Dialect STRICT = new Dialect("list", "keys", 3, 20, false, false, Refused::new);
    private static final Dialect LENIENT = new Dialect("list", "keys", 3, 20, true, true, Refused::new);

    private static Section read(Dialect dialect, String yaml) {
        return new YamlReader(dialect).read("a.yaml", yaml);
    }

    @Test
    void everyValueKnowsItsLine() {
        Section root = read(STRICT, "a: 1\nb:\n  c: [x,\n    y]\n");
        Section inner = (Section) root.get("b");
        assertThat(root.get("a").place()).hasToString("a.yaml:1");
        assertThat(inner.get("c").place()).hasToString("a.yaml:3");
        assertThat(((Value.Items) inner.get("c")).values().get(1).place()).hasToString("a.yaml:4");
        assertThat(inner.get("c").place().beside("z.txt")).isEqualTo(Path.of("z.txt"));
    }

    @Test
    void valuesOfFlagsHaveTheFlagAsTheirPlace() {
        Value value = new YamlReader(STRICT).value(new Place("--set b=[1]", 0, "dir/a.yaml"), "[1]");
        assertThat(value.place()).hasToString("--set b=[1]");
        assertThat(value.place().beside("z.txt")).isEqualTo(Path.of("dir", "z.txt"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a: 1~a: 2            | 2 | a",
                "a:~  b: 1~  b: 2     | 3 | a.b",
                "a: &x~  b: *x        | 2 | a.b.b.b",
                "a:~  [b]: 1          | 2 | a",
                "[b]: 1               | 1 | list",
                "a: {b: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]} | 1 | a.b",
                "- a                  | 1 | list",
                "a: 1~b: ]            | 2 | yaml",
            })
    void whatIsNoTreeOfKeysIsBlamedOnItsLine(String yaml, int line, String key) {
        Mistake mistake = mistake(() -> read(STRICT, yaml.replace('~', '\n')));
        assertThat(mistake.place()).hasToString("a.yaml:" + line);
        assertThat(mistake.key()).isEqualTo(key);
    }

    @Test
    void dialectsDifferInWhatEmptyFilesAndQuotesMean() {
        assertThat(read(LENIENT, "# nothing\n").entries()).isEmpty();
        assertThat(mistake(() -> read(STRICT, "# nothing\n")).key()).isEqualTo("list");
        assertThat(whole(LENIENT, "a: \"7\"")).isEqualTo(7);
        assertThat(mistake(() -> whole(STRICT, "a: \"7\"")).wrong()).isEqualTo("'7' is not a whole number");
    }

    @Test
    void unknownKeysAreRefusedWithTheNearestKnownOne() {
        Mistake mistake = mistake(() -> keys(STRICT, "a: 1\ndensty: 2", "a", "density"));
        assertThat(mistake.place()).hasToString("a.yaml:2");
        assertThat(mistake.wrong()).isEqualTo("unknown key (did you mean 'density'?)");
        assertThat(mistake.expected()).isEqualTo("one of a, density");
    }

    @Test
    void parsersMaySayThemselvesWhatTheyExpect() {
        Field field = keys(STRICT, "a: 1", "a").get("a");
        assertThat(mistake(() -> field.as(YamlReaderTest::refuse, "a word")).expected())
                .isEqualTo("nothing");
        assertThat(mistake(() -> field.as(TimeUnit::valueOf, "a word")).expected())
                .isEqualTo("a word");
    }

    private static String refuse(String text) {
        throw new IllegalArgumentException(text + " is wrong; expected nothing");
    }

    @Test
    void messagesHaveOneLine() {
        assertThat(new Mistake(new Place("a.yaml", 1), "a", "'x\n y'", "z"))
                .hasToString("a.yaml:1: a: 'x  y'; expected z");
    }

    private static Keys keys(Dialect dialect, String yaml, String... known) {
        return new Keys(dialect, read(dialect, yaml), "", List.of(known));
    }

    private static long whole(Dialect dialect, String yaml) {
        return keys(dialect, yaml, "a").get("a").whole(Bounds.between(0, 9));
    }

    private static Mistake mistake(Runnable reading) {
        return catchThrowableOfType(Refused.class, reading::run).mistake;
    }
}
