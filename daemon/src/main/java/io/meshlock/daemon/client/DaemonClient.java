package io.meshlock.daemon.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Calls a daemon's HTTP API.
 *
 * <pre>{@code
 * DaemonClient client = new DaemonClient(URI.create("http://127.0.0.1:7480"), null);
 * JsonNode pools = client.get("/api/v1/pools").get("pools");
 * }</pre>
 */
public final class DaemonClient {

    /** How long an answer may take, beyond the time for which the call asks to wait. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** For calls that are safe to repeat: long enough for a busy node to answer. */
    private static final Duration LONG_TIMEOUT = Duration.ofSeconds(30);

    private static final int FIRST_ERROR = 400;
    private static final int UNAVAILABLE = 503;

    private final URI address;
    private final @Nullable String token;
    private final Duration timeout;
    private final HttpClient http;

    public DaemonClient(URI address, @Nullable String token) {
        this(address, token, TIMEOUT);
    }

    DaemonClient(URI address, @Nullable String token, Duration timeout) {
        this.address = address;
        this.token = token;
        this.timeout = timeout;
        // Plain HTTP/1.1: an older daemon may not support upgrades.
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(TIMEOUT)
                .build();
    }

    public URI address() {
        return address;
    }

    public JsonNode get(String path) throws InterruptedException {
        return get(path, timeout);
    }

    /** @param toAnswer how long the answer may take */
    public JsonNode get(String path, Duration toAnswer) throws InterruptedException {
        return send(request(path, toAnswer).GET());
    }

    public JsonNode post(String path, Map<String, ?> body) throws InterruptedException {
        return send(posting(path, body, timeout));
    }

    public JsonNode post(String path, Map<String, ?> body, Duration toAnswer) throws InterruptedException {
        return send(posting(path, body, toAnswer));
    }

    /** A call that can be repeated without harm: the same key never makes a second request. */
    public JsonNode post(String path, Map<String, ?> body, String idempotencyKey) throws InterruptedException {
        return send(posting(path, body, LONG_TIMEOUT).header("Idempotency-Key", idempotencyKey));
    }

    public JsonNode delete(String path) throws InterruptedException {
        return send(request(path, timeout).DELETE());
    }

    /** A name as part of a path. */
    public static String encode(String name) {
        return java.net.URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private HttpRequest.Builder posting(String path, Map<String, ?> body, Duration toAnswer) {
        return request(path, toAnswer)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(body)));
    }

    private HttpRequest.Builder request(String path, Duration toAnswer) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address.resolve(path)).timeout(toAnswer);
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private JsonNode send(HttpRequest.Builder request) throws InterruptedException {
        HttpResponse<String> response;
        try {
            response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new DaemonException(
                    0, "no node answers at " + address + "; expected a running './meshlock node', or another --api");
        }
        JsonNode document = parse(response);
        boolean draining = response.statusCode() == UNAVAILABLE && document.has("status") && !document.has("detail");
        if (response.statusCode() >= FIRST_ERROR && !draining) {
            throw new DaemonException(
                    response.statusCode(), document.path("detail").asString("HTTP status " + response.statusCode()));
        }
        return document;
    }

    private JsonNode parse(HttpResponse<String> response) {
        try {
            return JsonMapper.shared().readTree(response.body());
        } catch (JacksonException e) {
            throw new DaemonException(
                    response.statusCode(), "the server at " + address + " is not a Meshlock node; expected another --api");
        }
    }
}
