package io.meshlock.testbed.process;

import static io.meshlock.testbed.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Node and command line start, link and grant on a Linux from which these are taken away: epoll and native TLS
 * ({@code -Dmeshlock.natives=false}); and, where namespaces are allowed, all of /proc, and every program on the PATH
 * ({@code setpriv}, {@code stty}). It does not show more: macOS and Windows have other file systems, sockets and signals.
 */
@DisplayName("Without what only Linux has")
class OtherSystemsTest {

    private static final Map<String, String> BARE =
            Map.of("JAVA_TOOL_OPTIONS", "-Dmeshlock.natives=false -Dio.netty.transport.noNative=true");

    private static final List<String> HIDING = Program.hiding();

    @TempDir
    private Path folder;

    private Program start(String name, String... args) throws Exception {
        return Program.startHidden(HIDING, Files.createDirectories(folder.resolve(name)), BARE, args);
    }

    private RunningNode node(String name, String... flags) throws Exception {
        return RunningNode.answering(start(name, RunningNode.arguments(flags)));
    }

    @Test
    void nodesLinkAndACommandRuns() throws Exception {
        int port = RunningNode.freePort();
        String listen = "127.0.0.1:" + port;
        try (RunningNode first = node(
                        "a", "--name", "a", "--insecure", "1", "--bootstrap", "--listen", listen, "--pool", "dock=1");
                RunningNode second = node("b", "--name", "b", "--insecure", "2", "--peer", listen)) {
            await().until(() ->
                    second.client().get("/api/v1/pools").get("pools").has(0));
            String script = "echo held $MESHLOCK_SLOTS; test -e /proc/self && echo proc is there; true";
            try (Program run =
                    start("c", "run", "dock", "--api", second.api().toString(), "--", "/bin/sh", "-c", script)) {
                assertThat(run.exitCode()).as(run.err()).isZero();
                assertThat(run.out()).contains("held 1");
                assertThat(run.out().contains("proc is there")).isEqualTo(HIDING.isEmpty());
            }
            assertThat(first.program().err()).contains("time suspended is not counted");
            assertThat(second.program().err()).doesNotContain("\n\tat ");
        }
    }
}
