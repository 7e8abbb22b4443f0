package io.meshlock.daemon.http;

import static io.meshlock.daemon.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.daemon.http.ApiClient.Answer;
import io.meshlock.daemon.time.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Leases go on while a machine is suspended. */
@DisplayName("A node whose machine was suspended")
class SuspendedClientTest {

    @Test
    void renewsNothingThatIsOver() {
        VirtualTime time = new VirtualTime();
        try (ApiClient api = new ApiClient(1, ApiClient.SETTINGS, time)) {
            Answer granted = api.ask("{\"lease\": \"10s\"}");
            time.suspend(Duration.ofSeconds(20));
            Answer renewed = api.post("/api/v1/requests/" + granted.id() + "/renew", "");
            assertThat(renewed.status()).isEqualTo(409);
            assertThat(renewed.detail()).contains("is expired: its client fell silent");
            await().until(() -> api.heldPermits() == 0);
        }
    }
}
