package io.meshlock.daemon.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.Meshlock;
import io.meshlock.daemon.time.VirtualTime;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The document that the daemon serves about itself says what it does: the same paths, and the same keys in answers. */
class OpenApiTest {

    @Test
    void documentHasExactlyTheRoutes() {
        try (ApiClient client = new ApiClient(1, ApiClient.SETTINGS);
                Meshlock mesh = Meshlock.builder().node("b").bootstrap().start();
                Api api = new Api(mesh, ApiClient.SETTINGS, Set.of(), new VirtualTime(), () -> {})) {
            Set<String> documented = new TreeSet<>();
            document(client)
                    .get("paths")
                    .properties()
                    .forEach(path -> path.getValue()
                            .propertyNames()
                            .forEach(method -> documented.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
            Set<String> served = new TreeSet<>();
            api.routes().forEach(route -> served.add(route.method() + " " + route.path()));
            assertThat(documented).isEqualTo(served);
        }
    }

    @Test
    void answersHaveTheDocumentedKeysAndNoOthers() {
        try (ApiClient client = new ApiClient(1, ApiClient.SETTINGS)) {
            JsonNode schemas = document(client).get("components").get("schemas");
            JsonNode granted = client.ask(
                            "{\"client\": \"me\", \"deadline\": \"2030-01-01T00:00:00Z\", \"timeout\": \"1m\"}")
                    .json();
            fits(granted, schemas.get("Request"));
            JsonNode waiting = client.ask("{}").json();
            fits(waiting, schemas.get("Request"));
            fits(
                    client.delete("/api/v1/requests/" + waiting.get("id").asString())
                            .json(),
                    schemas.get("Request"));
            JsonNode pool = client.get("/api/v1/pools").json().get("pools").get(0);
            fits(pool, schemas.get("Pool"));
            fits(pool.get("counts"), schemas.get("Counts"));
            fits(pool.get("status"), schemas.get("PoolStatus"));
            fits(client.post("/api/v1/pools/docks/resize", "{\"permits\": 2}").json(), schemas.get("Pool"));
            fits(client.post("/api/v1/pools/docks/recover", "").json(), schemas.get("RecoveryPlan"));
            fits(client.get("/api/v1/health").json(), schemas.get("Health"));
            fits(client.get("/api/v1/node").json(), schemas.get("Node"));
            fits(client.get("/api/v1/map").json(), schemas.get("Map"));
            fits(client.get("/api/v1/pools/docks/token").json(), schemas.get("Whereabouts"));
            fits(client.get("/api/v1/pools/docks/holders").json(), schemas.get("Holders"));
            fits(client.get("/api/v1/pools/docks/members").json(), schemas.get("Members"));
            fits(client.get("/nowhere").json(), schemas.get("Problem"));
        }
    }

    private static JsonNode document(ApiClient client) {
        return client.get("/api/v1/openapi.json").json();
    }

    private static void fits(JsonNode answer, JsonNode schema) {
        Set<String> known = new TreeSet<>(schema.get("properties").propertyNames());
        assertThat(known).containsAll(answer.propertyNames());
        schema.get("required")
                .forEach(key ->
                        assertThat(answer.has(key.asString())).as("%s", key).isTrue());
        answer.properties().forEach(entry -> {
            JsonNode type = schema.get("properties").get(entry.getKey()).path("type");
            boolean fits = switch (type.asString("")) {
                case "string" -> entry.getValue().isString();
                case "integer" -> entry.getValue().isIntegralNumber();
                case "boolean" -> entry.getValue().isBoolean();
                case "array" -> entry.getValue().isArray();
                default -> entry.getValue().isObject();
            };
            assertThat(fits).as("%s is %s", entry, type).isTrue();
        });
    }
}
