package io.meshlock.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.Meshlock;
import io.meshlock.daemon.http.HttpSettings;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A server beside a mesh, and what extensions add to it. */
class DaemonTest {

    private static final HttpSettings FREE_PORT = HttpSettings.DEFAULT.address("127.0.0.1", 0);

    @Test
    void extensionsAddRoutes() throws Exception {
        Extension hello = (routes, daemon) -> routes.get(
                "/hello", ctx -> ctx.result("hello from " + daemon.mesh().node()));
        try (Meshlock mesh = Meshlock.builder().node("a").bootstrap().start();
                Daemon daemon = Daemon.start(mesh, FREE_PORT, List.of(hello))) {
            HttpRequest request =
                    HttpRequest.newBuilder(daemon.uri().resolve("/hello")).build();
            HttpResponse<String> response =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(response.body()).isEqualTo("hello from a");
        }
    }

    @Test
    void whatOthersCanReachNeedsAToken() {
        assertThatThrownBy(() -> HttpSettings.DEFAULT.address("0.0.0.0", 0))
                .hasMessage("HTTP at 0.0.0.0, which others can reach, needs a token; "
                        + "expected a token, or a loopback address");
        assertThat(HttpSettings.DEFAULT.token("secret").address("0.0.0.0", 0).isLoopback())
                .isFalse();
    }
}
