package io.meshlock.testbed.process;

import static io.meshlock.testbed.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What macOS and Windows do not have is switched off: epoll and the native TLS, the uptime in /proc, {@code setpriv} and
 * {@code stty}, the Unix socket. Nodes link, and a command gets its permits over TCP.
 */
@DisplayName("Without what only Linux has")
class OtherSystemsTest {

    private static final Map<String, String> BARE =
            Map.of("JAVA_TOOL_OPTIONS", "-Dmeshlock.natives=false -Dio.netty.transport.noNative=true");

    @TempDir
    private Path folder;

    @Test
    void nodesLinkAndACommandRuns() throws Exception {
        int port = RunningNode.freePort();
        Files.createDirectory(folder.resolve("a"));
        Files.createDirectory(folder.resolve("b"));
        try (RunningNode first = RunningNode.start(
                        folder.resolve("a"),
                        BARE,
                        "--name",
                        "a",
                        "--insecure",
                        "1",
                        "--bootstrap",
                        "--listen",
                        "127.0.0.1:" + port,
                        "--pool",
                        "dock=1");
                RunningNode second = RunningNode.start(
                        folder.resolve("b"), BARE, "--name", "b", "--insecure", "2", "--peer", "127.0.0.1:" + port)) {
            await().until(() ->
                    second.client().get("/api/v1/pools").get("pools").has(0));
            String script = "echo held $MESHLOCK_SLOTS";
            try (Program run = Program.start(
                    folder, BARE, "run", "dock", "--api", second.api().toString(), "--", "/bin/sh", "-c", script)) {
                assertThat(run.exitCode()).as(run.err()).isZero();
                assertThat(run.out()).contains("held 1");
            }
            assertThat(first.program().err()).contains("time suspended is not counted");
        }
    }
}
