package io.meshlock.testbed.process;

import static io.meshlock.testbed.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code meshlock watch} in a terminal of ten lines, which is too small for the node's twelve pools. */
@DisplayName("Watching a node in a terminal")
class WatchTest {

    private static final int ROWS = 10;
    private static final String HOME = "\u001b[H";
    private static final String CLEAR_SCREEN = "\u001b[2J";

    @TempDir
    static Path folder;

    private static RunningNode node;

    @BeforeAll
    static void start() {
        node = RunningNode.start(
                folder,
                Stream.concat(
                                Stream.of("--name", "a", "--bootstrap"),
                                Stream.iterate(1, i -> i <= 12, i -> i + 1)
                                        .flatMap(i -> Stream.of("--pool", "pool-" + i + "=1")))
                        .toArray(String[]::new));
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    /** Watches, and then tells the exit code; what the terminal was set to before and after is in two files. */
    private static Program watch(RunningNode watched) {
        return Program.inTerminal(folder, """
                trap : INT # Ctrl-C ends what runs in this shell, not the shell
                stty rows %d cols 60
                stty -a >before
                meshlock watch --interval 100ms --api %s
                echo "code $?"
                stty -a >after
                """.formatted(ROWS, watched.api()));
    }

    private static List<String> frames(Program terminal) {
        return Stream.of(terminal.out().split(java.util.regex.Pattern.quote(HOME), -1))
                .skip(1)
                .toList();
    }

    private static void awaitFrames(Program terminal, int more) {
        int seen = frames(terminal).size();
        await().failFast(terminal.out(), () -> !terminal.isAlive())
                .until(() -> frames(terminal).size() >= seen + more);
    }

    private static void assertTerminalIsAsBefore(Program terminal) throws IOException {
        assertThat(terminal.exitCode()).as(terminal.out()).isZero();
        assertThat(terminal.out()).endsWith("\u001b[?7h\r\ncode 0\r\n");
        assertThat(Files.readString(folder.resolve("after"))).isEqualTo(Files.readString(folder.resolve("before")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"q", "Ctrl-C", "INT", "TERM"})
    void endsWhenItIsToldToAndLeavesTheTerminalAsItWas(String how) throws IOException {
        try (Program terminal = watch(node)) {
            awaitFrames(terminal, 3);
            switch (how) {
                case "q" -> terminal.type("xq");
                case "Ctrl-C" -> terminal.type("\u0003");
                default -> terminal.signalInTerminal(how);
            }
            assertTerminalIsAsBefore(terminal);
        }
    }

    @Test
    void drawsInPlaceAndNeverScrolls() throws IOException {
        try (Program terminal = watch(node)) {
            awaitFrames(terminal, 3);
            terminal.type("q");
            assertTerminalIsAsBefore(terminal);
            assertThat(terminal.out()).containsOnlyOnce(CLEAR_SCREEN);
            List<String> frames = frames(terminal);
            assertThat(frames.subList(0, frames.size() - 1))
                    .allSatisfy(frame -> assertThat(frame)
                            .startsWith("node a, number 1, version ")
                            .contains("pool-1 ", "… and 7 more lines")
                            .matches(text -> text.lines().count() == ROWS, "fills the screen")
                            .doesNotEndWith("\n"));
        }
    }

    @Test
    void saysSoWhenTheNodeIsGoneAndGoesOnLooking() throws IOException {
        try (RunningNode other = RunningNode.start(folder, "--name", "b", "--bootstrap");
                Program terminal = watch(other)) {
            awaitFrames(terminal, 1);
            other.stop();
            terminal.awaitOutput(HOME + "no node answers at " + other.api());
            awaitFrames(terminal, 2);
            terminal.type("q");
            assertTerminalIsAsBefore(terminal);
        }
    }
}
