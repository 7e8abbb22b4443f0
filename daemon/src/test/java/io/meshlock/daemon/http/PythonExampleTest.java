package io.meshlock.daemon.http;

import static io.meshlock.daemon.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.daemon.time.VirtualTime;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The example client, driven by Python as it is. */
class PythonExampleTest {

    private static final Path EXAMPLE = Path.of("..", "examples", "python");

    @Test
    void holdsRenewsAndGivesBack() throws Exception {
        VirtualTime time = new VirtualTime();
        try (ApiClient client = new ApiClient(3, ApiClient.SETTINGS, time)) {
            Process python = python(client, """
                    from meshlock_client import permits
                    with permits("docks", permits=2, priority=90, lease="1s", client="python") as grant:
                        print(grant["fencingToken"], grant["slots"], flush=True)
                        input()
                        with permits("docks", lease="30s") as another:
                            print(another["permits"])
                    try:
                        with permits("docks", permits=3), permits("docks", timeout="100ms"):
                            print("never")
                    except TimeoutError as e:
                        print(e)
                    """);
            await().until(() -> client.heldPermits() == 2);
            assertThat(client.get("/api/v1/grants")
                            .json()
                            .at("/grants/0/client")
                            .asString())
                    .isEqualTo("python");
            // Longer than its lease: somebody renews it.
            for (int i = 0; i < 3; i++) {
                time.advance(Duration.ofMillis(900));
                await().until(() -> remainingMillis(client) == 1_000);
            }
            python.getOutputStream().write('\n');
            python.getOutputStream().flush();
            time.awaitSomebodyWaits(Duration.ofMillis(100)).advance(Duration.ofMillis(100)); // its last timeout
            String printed = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(printed).isEqualTo("1 [1, 2]\n1\nit timed out\n");
            assertThat(python.waitFor()).isZero();
            assertThat(client.heldPermits()).isZero();
            assertThat(client.waiting()).isZero();
        }
    }

    private static long remainingMillis(ApiClient client) {
        return client.get("/api/v1/grants")
                .json()
                .at("/grants/0/remainingMillis")
                .asLong();
    }

    private static Process python(ApiClient client, String program) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("python3", "-B", "-c", program)
                .directory(EXAMPLE.toFile())
                .redirectErrorStream(true);
        builder.environment().put("MESHLOCK_API", client.daemon.uri().toString());
        Path token = Files.writeString(Files.createTempFile("meshlock", ".token"), client.daemon.token());
        token.toFile().deleteOnExit();
        builder.environment().put("MESHLOCK_TOKEN_FILE", token.toString());
        return builder.start();
    }

    @Test
    void isShort() throws Exception {
        assertThat(Files.readAllLines(EXAMPLE.resolve("meshlock_client.py"))).hasSizeLessThanOrEqualTo(44);
    }
}
