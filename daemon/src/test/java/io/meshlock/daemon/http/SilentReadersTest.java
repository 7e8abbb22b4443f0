package io.meshlock.daemon.http;

import static io.meshlock.daemon.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.Grant;
import io.meshlock.PoolConfig;
import io.meshlock.daemon.http.ApiClient.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Clients that ask for large answers and do not read them, and others that need theirs. */
@DisplayName("Clients that do not read")
class SilentReadersTest {

    /** More than the threads that write answers while all is well. */
    private static final int SILENT = 20;

    /** The server gives up on a client that reads nothing after 30 s; nobody is to wait for that. */
    private static final Duration BEFORE_THE_SERVER_GIVES_UP = Duration.ofSeconds(20);

    @Test
    void holdNobodyElseUp() throws Exception {
        List<Socket> silent = new ArrayList<>();
        try (ApiClient api = new ApiClient(PoolConfig.MAX_PERMITS, ApiClient.SETTINGS)) {
            Grant all = api.mesh.pool("docks").acquire(PoolConfig.MAX_PERMITS);
            api.mesh.pool("gates", PoolConfig.permits(1));
            Answer large = api.post("/api/v1/pools/docks/requests", "{\"permits\":" + PoolConfig.MAX_PERMITS + "}");
            assertThat(large.state()).isEqualTo("waiting");
            for (int i = 0; i < SILENT; i++) {
                silent.add(silentPoll(api, large.id()));
            }
            Answer held = api.post("/api/v1/pools/gates/requests", "{}");
            assertThat(held.state()).isEqualTo("granted");
            CompletableFuture<Answer> next = api.sendAsync(api.posting("/api/v1/pools/gates/requests?wait=60s", "{}"));
            await().until(() ->
                    api.get("/api/v1/requests").json().get("requests").size() == 3);

            all.close(); // a million slots are about seven megabytes, and there is room for a few in the sockets
            await().until(() -> api.waiting() == 0);
            assertThat(api.post("/api/v1/requests/" + held.id() + "/renew", "{}")
                            .status())
                    .isEqualTo(200);
            assertThat(api.delete("/api/v1/requests/" + held.id()).status()).isEqualTo(200);
            Answer granted = next.get(BEFORE_THE_SERVER_GIVES_UP.toSeconds(), TimeUnit.SECONDS);
            assertThat(granted.state()).isEqualTo("granted");
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    /** Asks for the request's state once that changes, and never reads it. */
    private static Socket silentPoll(ApiClient api, String id) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.connect(new InetSocketAddress(
                InetAddress.getLoopbackAddress(), api.daemon.uri().getPort()));
        String call = "GET /api/v1/requests/" + id + "?wait=60s HTTP/1.1\r\nHost: 127.0.0.1:"
                + api.daemon.uri().getPort() + "\r\nAuthorization: Bearer " + api.daemon.token() + "\r\n\r\n";
        socket.getOutputStream().write(call.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        return socket;
    }
}
