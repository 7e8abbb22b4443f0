package io.meshlock.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file of inputs, each with its approved answer below it. Cases stand apart by an empty line; blocks of lines that
 * begin with {@code #} are remarks.
 *
 * <pre>
 * nodes: thirty
 * ----
 * mesh.yaml:1: nodes: 'thirty' is not a whole number; expected a whole number from 1 to 10000000
 * </pre>
 */
public final class ApprovedAnswers {

    private static final String LINE = "----";

    /** Answers an input; may check the answer's parts on the way. */
    @FunctionalInterface
    public interface Answerer {
        String answer(String input) throws IOException;
    }

    /** @param input null for a remark, which is then the text */
    private record Block(@Nullable String input, String text) {

        static Block of(String text) {
            if (text.lines().allMatch(line -> line.startsWith("#"))) {
                return new Block(null, text);
            }
            int at = ("\n" + text + "\n").indexOf("\n" + LINE + "\n");
            if (at < 0) {
                throw new AssertionError("a case has no " + LINE + ":\n" + text);
            }
            return new Block(text.substring(0, Math.max(0, at - 1)), text);
        }
    }

    private ApprovedAnswers() {}

    /** Answers every input of a file and compares with what was approved, or rewrites it: see {@link Approved}. */
    public static void check(Path file, Answerer answerer) throws IOException {
        List<String> blocks = new ArrayList<>();
        int cases = 0;
        for (String text : Files.readString(file).strip().split("\n\n+", -1)) {
            Block block = Block.of(text);
            if (block.input() == null) {
                blocks.add(block.text());
            } else {
                cases++;
                String above = block.input().isEmpty() ? "" : block.input() + "\n";
                blocks.add(above + LINE + "\n" + answerer.answer(block.input()));
            }
        }
        if (cases == 0) {
            throw new AssertionError(file + " has no cases");
        }
        Approved.check(file, String.join("\n\n", blocks) + "\n");
    }
}
