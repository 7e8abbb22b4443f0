package io.meshlock.daemon.http;

import io.meshlock.Meshlock;
import io.meshlock.PoolConfig;
import io.meshlock.Recovery;
import io.meshlock.daemon.Daemon;
import io.meshlock.daemon.Extension;
import io.meshlock.daemon.Timeouts;
import io.meshlock.daemon.local.LocalAccess;
import io.meshlock.daemon.time.TimeSource;
import io.meshlock.daemon.time.VirtualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A daemon on a free port beside a mesh of one node with a pool 'docks', and a client that knows nothing but HTTP. */
final class ApiClient implements AutoCloseable {

    private static final String REQUESTS = "/api/v1/requests/";

    static final HttpSettings SETTINGS = HttpSettings.DEFAULT
            .address("127.0.0.1", 0)
            .lease(Duration.ofSeconds(90))
            .longestPoll(Duration.ofSeconds(60))
            .local(LocalAccess.OFF);

    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<String, String> secrets = new ConcurrentHashMap<>();
    private final boolean sendsToken;
    final Meshlock mesh;
    final Daemon daemon;

    /** What a call brought. */
    record Answer(int status, HttpResponse<String> response) {

        JsonNode json() {
            return JsonMapper.shared().readTree(response.body());
        }

        String text(String key) {
            return json().path(key).asString();
        }

        String detail() {
            return text("detail");
        }

        String id() {
            return text("id");
        }

        String state() {
            return text("state");
        }
    }

    ApiClient(int permits, HttpSettings settings) {
        this(slowRecovery(permits), settings, TimeSource.system());
    }

    /** A daemon whose time stands still until the test lets it pass. */
    ApiClient(int permits, HttpSettings settings, VirtualTime time) {
        this(slowRecovery(permits), settings, time);
    }

    ApiClient(PoolConfig pool, HttpSettings settings, TimeSource time) {
        this(pool, settings, List.of(), time);
    }

    ApiClient(int permits, HttpSettings settings, Extension extension) {
        this(slowRecovery(permits), settings, List.of(extension), TimeSource.system());
    }

    private ApiClient(PoolConfig pool, HttpSettings settings, List<Extension> extensions, TimeSource time) {
        mesh = Meshlock.builder().node("a").bootstrap().start();
        mesh.pool("docks", pool);
        daemon = Daemon.start(mesh, settings, extensions, time);
        sendsToken = settings.token() == null;
    }

    /** With long timeouts, so that nothing is lost on a busy computer. */
    private static PoolConfig slowRecovery(int permits) {
        return PoolConfig.permits(permits)
                .recovery(Recovery.MAJORITY.electionTimeout(Timeouts.LONG))
                .lease(Timeouts.LONG.multipliedBy(2));
    }

    URI uri(String path) {
        return daemon.uri().resolve(path);
    }

    /** With the daemon's own token, and with the secret of the request that the path names. */
    HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).timeout(Timeouts.LONG);
        String secret = path.startsWith(REQUESTS)
                ? secrets.get(path.substring(REQUESTS.length()).split("[/?]", -1)[0])
                : null;
        if (secret != null) {
            request.header("Meshlock-Secret", secret);
        }
        return sendsToken ? request.header("Authorization", "Bearer " + daemon.token()) : request;
    }

    /** As anybody on the machine may call. */
    HttpRequest.Builder bare(String path) {
        return HttpRequest.newBuilder(uri(path)).timeout(Timeouts.LONG);
    }

    private Answer answered(HttpResponse<String> response) {
        Answer answer = new Answer(response.statusCode(), response);
        if (response.statusCode() < 300 && response.body().contains("\"secret\"")) {
            secrets.put(answer.id(), answer.text("secret"));
        }
        return answer;
    }

    HttpRequest.Builder posting(String path, String body) {
        return request(path).header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body));
    }

    Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return answered(response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    CompletableFuture<Answer> sendAsync(HttpRequest.Builder request) {
        return http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
                .thenApply(this::answered);
    }

    Answer get(String path) {
        return send(request(path));
    }

    Answer post(String path, String body) {
        return send(posting(path, body));
    }

    Answer put(String path, String body) {
        return send(request(path)
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(body)));
    }

    Answer delete(String path) {
        return send(request(path).DELETE());
    }

    /** Asks for permits of the pool. */
    Answer ask(String body) {
        return post("/api/v1/pools/docks/requests", body);
    }

    int heldPermits() {
        return get("/api/v1/pools/docks").json().get("heldHere").asInt();
    }

    int waiting() {
        return get("/api/v1/pools/docks").json().get("waitingHere").asInt();
    }

    @Override
    public void close() {
        daemon.close();
        mesh.close();
    }
}
