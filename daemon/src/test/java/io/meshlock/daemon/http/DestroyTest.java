package io.meshlock.daemon.http;

import static io.meshlock.daemon.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.PoolConfig;
import io.meshlock.Recovery;
import io.meshlock.daemon.http.ApiClient.Answer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A pool that is destroyed over HTTP")
class DestroyTest {

    private static final String POOL = "/api/v1/pools/docks";

    @Test
    void isGoneAndCanBeMadeAgain() {
        try (ApiClient client = new ApiClient(1, ApiClient.SETTINGS)) {
            Answer held = client.ask("{}");
            Answer waiting = client.ask("{}");
            Answer destroyed = client.delete(POOL);
            assertThat(destroyed.status()).isEqualTo(200);
            assertThat(destroyed.json().get("heldHere").asInt()).isEqualTo(1);
            await().until(() -> client.get("/api/v1/requests/" + waiting.id())
                            .state()
                            .equals("failed")
                    && client.get("/api/v1/requests/" + held.id()).state().equals("lost"));
            assertThat(client.get("/api/v1/requests/" + waiting.id()).json().toString())
                    .contains("pool 'docks' was destroyed");
            assertThat(client.get(POOL).status()).isEqualTo(404);
            assertThat(client.ask("{}").status()).isEqualTo(404);
            assertThat(client.delete(POOL).status()).isEqualTo(404);
            assertThat(client.put(POOL, "{\"permits\": 3}").status()).isEqualTo(201);
            assertThat(client.get(POOL).status()).isEqualTo(200);
        }
    }

    @Test
    void needsRecovery() {
        try (ApiClient client = new ApiClient(1, ApiClient.SETTINGS)) {
            client.mesh.pool("ring", PoolConfig.permits(1).algorithm("rl").recovery(Recovery.OFF));
            Answer refused = client.delete("/api/v1/pools/ring");
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.detail())
                    .isEqualTo("pool 'ring' has no recovery: what was destroyed could not begin anew");
        }
    }
}
