package io.meshlock.playground;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every narrative of the project can be played, and ends as it says. */
class StoryTest {

    private static final Path NARRATIVES = Path.of("../simulator/src/test/resources/narratives");

    static List<Path> narratives() throws IOException {
        try (Stream<Path> files = Files.list(NARRATIVES)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("narratives")
    void endsAsTheNarrativeDoes(Path file) throws IOException {
        String text = Files.readString(file);
        Story story = new Story(text, "");
        int steps = 0;
        while (steps < 5_000 && story.step()) {
            steps++;
        }
        assertThat(steps).isPositive().isLessThan(5_000);
        String end = text.substring(text.lastIndexOf("\nwaiting: ") + 1);
        String inside = end.substring(end.indexOf("inside: "), end.indexOf(", ", end.indexOf("inside: ")));
        String snapshot = story.snapshot();
        if (!text.contains("error:") && !text.contains("still busy")) {
            for (String name : inside.replace("inside: ", "").split(" ", -1)) {
                assertThat(snapshot).contains(name.equals("nobody") ? "\"holding\":[]" : "\"name\":\"" + name + "\"");
            }
        }
    }

    @Test
    void aRuleThatIsBrokenEndsTheStory() throws IOException {
        Story story = new Story(Files.readString(NARRATIVES.resolve("printed-lookahead-slow-clock.txt")), "");
        while (story.step()) {
            assertThat(story.next()).isNotNull();
        }
        assertThat(story.snapshot()).contains("\"broken\":\"2 of 1 permits are held: [b1, a1]\"");
    }

    @Test
    void goingBackAndForthLeadsToTheSamePlace() throws IOException {
        Story story = new Story(Files.readString(NARRATIVES.resolve("printed-empty-neighbourhood.txt")), "");
        story.goTo(5);
        String there = story.snapshot();
        story.goTo(2);
        story.goTo(5);
        assertThat(story.snapshot().replaceAll("\"news\".*", "")).isEqualTo(there.replaceAll("\"news\".*", ""));
    }

    @Test
    void handsChangeTheStory() {
        Story story = new Story("mesh line a b k=1\n----\n\nrequest b 1\n----\n", "");
        story.step();
        story.act("deliver b->a");
        story.act("cancel b1");
        assertThat(story.text()).contains("deliver b->a").contains("b1 is cancelled");
    }

    @Test
    void anotherAlgorithmPlaysTheSameStory() {
        Story story =
                new Story("mesh line a b c algorithm=prioritized-as-printed k=1\n----\n\nrequest c 1\n----\n", "krl");
        assertThat(story.snapshot()).contains("token height");
    }
}
