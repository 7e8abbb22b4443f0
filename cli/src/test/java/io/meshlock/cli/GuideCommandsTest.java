package io.meshlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.ParameterException;

/** Commands that the guides print are understood: no flag that is gone, none that is misspelt. */
@DisplayName("The guides' commands")
class GuideCommandsTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|([^\\s'\"]+)");

    /** From where a shell would go on by itself: pipes, comments, other commands. */
    private static final Pattern END = Pattern.compile("\\s+(#|\\||&&|\\|\\||&$|>|<).*$|[;)].*$");

    private static List<Path> guides() throws IOException {
        List<Path> guides = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        try (Stream<Path> files = Files.list(ROOT.resolve("docs/guide"))) {
            files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(guides::add);
        }
        return guides;
    }

    @Test
    void areUnderstood() throws IOException {
        List<String> misunderstood = new ArrayList<>();
        int commands = 0;
        for (Path guide : guides()) {
            boolean inBlock = false;
            for (String line : Files.readString(guide).replace("\\\n", " ").split("\n", -1)) {
                inBlock ^= line.startsWith("```");
                if (inBlock && line.startsWith("./meshlock ") && !line.contains("…") && !line.contains("[-")) {
                    commands++;
                    String trouble = parse(words(line.substring("./meshlock ".length())));
                    if (!trouble.isEmpty()) {
                        misunderstood.add(guide.getFileName() + ": " + line + ": " + trouble);
                    }
                }
            }
        }
        assertThat(misunderstood).isEmpty();
        assertThat(commands).isGreaterThan(40);
    }

    private static String[] words(String line) {
        boolean runs = line.contains(" -- ");
        Matcher word = WORD.matcher(runs ? line : END.matcher(line).replaceFirst(""));
        List<String> words = new ArrayList<>();
        while (word.find()) {
            words.add(Stream.of(word.group(1), word.group(2), word.group(3))
                    .filter(each -> each != null)
                    .findFirst()
                    .orElseThrow());
        }
        return words.toArray(String[]::new);
    }

    private static String parse(String... words) {
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        try {
            Main.commandLine(nowhere, nowhere, words).parseArgs(words);
            return "";
        } catch (ParameterException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
