package io.meshlock.daemon.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.daemon.Timeouts;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The page's own tests, in Node.js. */
class PageScriptsTest {

    @Test
    void theScriptsOwnTestsPass() throws Exception {
        File page = Path.of(System.getProperty("basedir", ""), "src/main/page").toFile();
        Process tests = new ProcessBuilder("node", "--test", "test/")
                .directory(page)
                .redirectErrorStream(true)
                .start();
        String told = new String(tests.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tests.waitFor(Timeouts.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(tests.exitValue()).as(told).isZero();
        assertThat(told).containsPattern("# pass [1-9]");
    }
}
