package io.meshlock.testbed.namespace;

import static io.meshlock.testbed.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two nodes, each a process in a network of its own with a cable between, find each other and share a permit. */
@DisplayName("Discovery between two hosts")
class DiscoveryBetweenHostsTest {

    @TempDir
    Path folder;

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "IPv6 link-local multicast, [::]:0, [ff02::4d53]:7477",
        "IPv4 multicast, 0.0.0.0:0, 239.7.4.7:7477",
        "IPv4 broadcast, 0.0.0.0:0, 10.99.7.255:7477",
    })
    void findEachOther(String how, String listen, String group) throws Exception {
        try (Namespaces both = namespaces()) {
            List<Process> nodes = new ArrayList<>();
            try {
                for (int end = 0; end < 2; end++) {
                    nodes.add(start(both, end, listen, group));
                }
                for (int end = 0; end < 2; end++) {
                    Path said = said(end);
                    Process node = nodes.get(end);
                    await().until(() -> !node.isAlive() || text(said).contains("granted"));
                    assertThat(text(said)).as(how).contains("linked with [n" + (2 - end) + "]", "granted ");
                }
                assertThat(text(said(0)) + text(said(1))).contains("granted 1", "granted 2");
            } finally {
                nodes.forEach(Process::destroyForcibly);
                for (Process node : nodes) {
                    node.waitFor();
                }
            }
        }
    }

    private static Namespaces namespaces() throws InterruptedException {
        try {
            return Namespaces.two();
        } catch (IOException e) {
            String reason = "no network namespaces here, so discovery between hosts is not tested: " + e.getMessage();
            System.out.println(reason);
            return Assumptions.abort(reason);
        }
    }

    private Process start(Namespaces both, int end, String listen, String group) throws IOException {
        List<String> java = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                DiscoveryNode.class.getName(),
                Integer.toString(end + 1),
                listen,
                group,
                both.interfaceOf(end));
        File said = said(end).toFile();
        return new ProcessBuilder(both.command(end, java))
                .redirectErrorStream(true)
                .redirectOutput(said)
                .start();
    }

    private Path said(int end) {
        return folder.resolve("node-" + (end + 1));
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file);
    }
}
