package io.meshlock.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Under the flag that accepts differences there are none. */
@DisabledIfSystemProperty(named = "approved.rewrite", matches = "true")
class ApprovedAnswersTest {

    @TempDir
    private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("answers.txt"), text);
    }

    @Test
    void everyInputIsAnswered() throws IOException {
        List<String> inputs = new ArrayList<>();
        ApprovedAnswers.check(file("# twice as much\n\na\n# b\n----\n2\n\n----\n2\n"), input -> {
            inputs.add(input);
            return "2";
        });
        assertThat(inputs).containsExactly("a\n# b", "");
    }

    @Test
    void theFirstDifferenceIsTold() throws IOException {
        Path file = file("a\n----\n1\n\nb\n----\n2\n");
        assertThatThrownBy(() -> ApprovedAnswers.check(file, input -> "1"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("answers.txt:7 differs", "approved: 2", "now: 1");
        assertThat(Files.readString(file)).contains("b\n----\n2\n");
    }

    @Test
    void aFileWithoutCasesIsAMistake() throws IOException {
        Path remark = file("# nothing\n");
        assertThatThrownBy(() -> ApprovedAnswers.check(remark, input -> ""))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("no cases");
    }

    @Test
    void aPartOfAFileIsCompared() throws IOException {
        Path file = file("before\n<!-- table -->\nold\n<!-- end of table -->\nafter\n");
        Approved.checkPart(file, "table", "old\n");
        assertThatThrownBy(() -> Approved.checkPart(file, "table", "new\n"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("answers.txt:3 differs", "approved: old", "now: new");
        assertThatThrownBy(() -> Approved.checkPart(file, "figure", "new\n")).hasMessageContaining("no part 'figure'");
    }
}
