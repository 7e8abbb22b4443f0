package io.meshlock.testbed.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.testbed.Timeouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("README's commands, pasted in one go")
class ReadmeTest {

    @TempDir
    private Path folder;

    /** The blocks of a section that are commands, as printed. */
    private static List<String> commands(String heading) throws IOException {
        String readme = Files.readString(Path.of("..", "README.md"));
        String section = readme.substring(readme.indexOf(heading)).split("\n## ", 2)[0];
        return Pattern.compile("```\n(\\./meshlock .*?)```\n", Pattern.DOTALL)
                .matcher(section)
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    private void writeLauncher() throws IOException {
        String words = Program.meshlock().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        Path meshlock = Files.writeString(folder.resolve("meshlock"), "#!/bin/sh\nexec " + words + " \"$@\"\n");
        assertThat(meshlock.toFile().setExecutable(true)).isTrue();
    }

    /** With ports of its own, where the kernel allows that: the commands name some. */
    private static List<String> shell() throws IOException, InterruptedException {
        List<String> own =
                List.of("unshare", "--map-root-user", "--net", "sh", "-c", "ip link set lo up; exec sh pasted");
        Process trial = new ProcessBuilder("unshare", "--map-root-user", "--net", "ip", "link", "set", "lo", "up")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        boolean allowed = trial.waitFor(60, TimeUnit.SECONDS) && trial.exitValue() == 0;
        return allowed ? own : List.of("sh", "pasted");
    }

    @Test
    void startTwoNodesInTwoTerminals() throws Exception {
        writeLauncher();
        String pasted = String.join("", commands("## Two terminals, two nodes"));
        assertThat(pasted.lines().filter(line -> line.startsWith("./meshlock ")))
                .hasSize(4);
        // The shell ends the nodes that it left in the background. A substituted command would see no jobs.
        Files.writeString(folder.resolve("pasted"), pasted + "echo code $?\njobs -p >jobs\nkill $(cat jobs)\nwait\n");
        Map<String, String> environment = Map.of(
                "MESHLOCK_RUNTIME",
                Files.createDirectory(folder.resolve("runtime")).toString());
        try (Program shell = Program.launch(folder, "pasted", environment, shell())) {
            assertThat(shell.exitCode()).as(shell.err()).isZero();
            assertThat(shell.out()).as(shell.err()).containsSubsequence("landing, number 1\n", "my turn\n", "code 0\n");
        }
    }

    /** The other two of the first lines are {@code play}, which PlaygroundPageTest opens, and {@code ./check} itself. */
    @Test
    void flyTheDemo() throws Exception {
        writeLauncher();
        String line = Files.readAllLines(Path.of("..", "README.md")).stream()
                .filter(each -> each.startsWith("./meshlock demo "))
                .findFirst()
                .orElseThrow();
        try (Program shell = Program.launch(folder, "demo", Map.of(), List.of("sh", "-c", line))) {
            assertThat(shell.exitCode()).as(shell.err()).isZero();
            assertThat(shell.out()).contains("no violation, nobody starved");
        }
    }

    @Test
    void goThroughTheLaboratory() throws Exception {
        writeLauncher();
        Files.createSymbolicLink(
                folder.resolve("scenarios"), Path.of("..", "scenarios").toRealPath());
        List<String> blocks = commands("## The laboratory");
        assertThat(blocks).hasSize(1);
        String pasted = blocks.get(0);
        // The shell tells how each command ended before it begins the next one.
        Files.writeString(folder.resolve("pasted"), "trap 'echo ended with $?' DEBUG\n" + pasted + "true\n");
        try (Program shell = Program.launch(folder, "pasted", Map.of(), List.of("bash", "pasted"))) {
            assertThat(shell.exitCode(3 * Timeouts.SECONDS)).as(shell.err()).isZero(); // seventeen commands
            List<String> codes = shell.out()
                    .lines()
                    .filter(line -> line.startsWith("ended with "))
                    .skip(1) // before the first command
                    .map(line -> line.substring("ended with ".length()))
                    .toList();
            // Algorithms as printed have faults: finding one ends with 1.
            List<String> expected = pasted.lines()
                    .map(line -> line.contains("explore --algorithm") && line.contains("-as-printed") ? "1" : "0")
                    .toList();
            assertThat(codes).as(shell.out() + shell.err()).isEqualTo(expected);
        }
        assertThat(folder.resolve("wait.svg")).content().contains("<svg");
        assertThat(folder.resolve("run")).isNotEmptyDirectory();
    }
}
