package io.meshlock.testbed.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("README's two terminals, pasted in one go")
class ReadmeTest {

    @TempDir
    private Path folder;

    /** The blocks of a section that are commands, as printed. */
    private static String commands(String heading) throws IOException {
        String readme = Files.readString(Path.of("..", "README.md"));
        String section = readme.substring(readme.indexOf(heading)).split("\n## ", 2)[0];
        Matcher block =
                Pattern.compile("```\n(\\./meshlock .*?)```\n", Pattern.DOTALL).matcher(section);
        StringBuilder all = new StringBuilder();
        while (block.find()) {
            all.append(block.group(1));
        }
        return all.toString();
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
    void doWhatItSays() throws Exception {
        String launcher =
                Program.meshlock().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        Path meshlock = Files.writeString(folder.resolve("meshlock"), "#!/bin/sh\nexec " + launcher + " \"$@\"\n");
        assertThat(meshlock.toFile().setExecutable(true)).isTrue();
        String pasted = commands("## Two terminals, two nodes");
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
}
