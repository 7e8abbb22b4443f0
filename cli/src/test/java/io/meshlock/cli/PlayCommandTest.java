package io.meshlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlayCommandTest {

    @TempDir
    private Path folder;

    private static String meshlock(int code, String... args) {
        StringWriter out = new StringWriter();
        assertThat(Main.run(new PrintWriter(out), new PrintWriter(out), args)).isEqualTo(code);
        return out.toString();
    }

    @Test
    void thePageIsWrittenToAFolder() {
        assertThat(meshlock(0, "play", "--out", folder.resolve("site").toString()))
                .contains("index.html");
        assertThat(folder.resolve("site/page.js")).isRegularFile();
    }

    @Test
    void aScenarioAndANarrativeAreServed() throws IOException {
        String scenario = meshlock(0, "play", "../scenarios/jiang-churn-30-k1.yaml", "--port", "0", "--seconds", "1");
        assertThat(scenario).contains("playground: http://127.0.0.1:").contains("/#given");
        Path found = Files.writeString(folder.resolve("found.txt"), "mesh line a b k=1\n----\n\nrequest b 1\n----\n");
        assertThat(meshlock(0, "replay", found.toString(), "--playground", "--port", "0", "--seconds", "1"))
                .contains("/#given");
    }

    @Test
    void whatIsNeitherIsRefused() throws IOException {
        Path other = Files.writeString(folder.resolve("other.txt"), "hello\n");
        assertThat(meshlock(2, "play", other.toString())).contains("expected a scenario (.yaml) or a narrative");
        assertThat(meshlock(2, "play", "nowhere.txt")).contains("is no file");
        assertThat(meshlock(2, "play", "../scenarios/trace-field-walk.yaml")).contains("follows a trace");
        assertThat(meshlock(2, "play", "--port", "70000")).contains("--port: 70000");
    }
}
