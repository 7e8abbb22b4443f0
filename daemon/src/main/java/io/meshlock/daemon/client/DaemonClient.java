package io.meshlock.daemon.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiPredicate;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.InputStreamResponseListener;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.StringRequestContent;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Transport;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Calls a daemon's HTTP API, over TCP or at a Unix socket.
 *
 * <pre>{@code
 * DaemonClient client = DaemonClient.of(ApiAddress.ofThisMachine(7480));
 * JsonNode pools = client.get("/api/v1/pools").get("pools");
 * }</pre>
 */
public final class DaemonClient {

    /** How long an answer may take, beyond the time for which the call asks to wait. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** For calls that are safe to repeat: long enough for a busy node to answer. */
    private static final Duration LONG_TIMEOUT = Duration.ofSeconds(30);

    private static final String SECRET = "Meshlock-Secret";

    private static final int FIRST_ERROR = 400;
    private static final int UNAVAILABLE = 503;
    private static final int LARGEST_ANSWER = 64 * 1024 * 1024;
    private static final int MOST_THREADS = 8;

    private final ApiAddress address;
    private final @Nullable String token;
    private final Duration timeout;
    private final HttpClient http;

    public DaemonClient(URI address, @Nullable String token) {
        this(new ApiAddress(address, null), token, TIMEOUT);
    }

    /** With this token; at a socket none is needed. */
    public DaemonClient(ApiAddress address, @Nullable String token) {
        this(address, token, TIMEOUT);
    }

    /** With the token that the node left for programs of its own user, if this is one. */
    public static DaemonClient of(ApiAddress address) {
        return new DaemonClient(address, address.tokenOfThisMachine(), TIMEOUT);
    }

    DaemonClient(ApiAddress address, @Nullable String token, Duration timeout) {
        this.address = address;
        this.token = token;
        this.timeout = timeout;
        this.http = start();
    }

    /** With few threads, which end with the process. */
    private static HttpClient start() {
        ClientConnector connector = new ClientConnector();
        connector.setSelectors(1);
        connector.setConnectTimeout(TIMEOUT);
        QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS, 1);
        threads.setName("meshlock-calls");
        threads.setDaemon(true);
        HttpClient client = new HttpClient(new HttpClientTransportOverHTTP(connector));
        client.setExecutor(threads);
        client.setScheduler(new ScheduledExecutorScheduler("meshlock-call-timeouts", true));
        client.setFollowRedirects(false);
        try {
            client.start();
            client.getProtocolHandlers().clear(); // a refusal is an answer: nothing is asked again behind our back
        } catch (Exception e) { // what Jetty's start declares
            throw new IllegalStateException(e);
        }
        return client;
    }

    public ApiAddress address() {
        return address;
    }

    public JsonNode get(String path) throws InterruptedException {
        return get(path, timeout);
    }

    /** @param toAnswer how long the answer may take */
    public JsonNode get(String path, Duration toAnswer) throws InterruptedException {
        return send(request(HttpMethod.GET, path, toAnswer));
    }

    /** Looks at a request as its own client, which is a sign of life. */
    public JsonNode get(String path, String secret, Duration toAnswer) throws InterruptedException {
        return send(with(request(HttpMethod.GET, path, toAnswer), SECRET, secret));
    }

    public JsonNode post(String path, Map<String, ?> body) throws InterruptedException {
        return send(posting(path, body, timeout));
    }

    /** @param toAnswer how long the answer may take */
    public JsonNode post(String path, Map<String, ?> body, Duration toAnswer) throws InterruptedException {
        return send(posting(path, body, toAnswer));
    }

    /** A call that only the client of a request may make. */
    public JsonNode post(String path, Map<String, ?> body, String secret, Duration toAnswer)
            throws InterruptedException {
        return send(with(posting(path, body, toAnswer), SECRET, secret));
    }

    /** A call that can be repeated without harm: the same key never makes a second request. */
    public JsonNode postOnce(String path, Map<String, ?> body, String idempotencyKey) throws InterruptedException {
        return send(with(posting(path, body, LONG_TIMEOUT), "Idempotency-Key", idempotencyKey));
    }

    /** Ends something, as an operator. */
    public JsonNode delete(String path) throws InterruptedException {
        return send(request(HttpMethod.DELETE, path, timeout));
    }

    /** Ends a request. */
    public JsonNode delete(String path, String secret) throws InterruptedException {
        return send(with(request(HttpMethod.DELETE, path, timeout), SECRET, secret));
    }

    /**
     * Follows a stream of server-sent events, until the receiver has enough or the node ends it.
     *
     * @param receiver gets the type and the data of each; false if it wants no more
     */
    public void follow(String path, BiPredicate<String, String> receiver) throws InterruptedException {
        Request request = request(HttpMethod.GET, path, Duration.ZERO);
        request.timeout(0, TimeUnit.MILLISECONDS).idleTimeout(0, TimeUnit.MILLISECONDS);
        InputStreamResponseListener listener = new InputStreamResponseListener();
        request.send(listener);
        try {
            Response response = listener.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            if (response.getStatus() >= FIRST_ERROR) {
                throw new DaemonException(response.getStatus(), "HTTP status " + response.getStatus(), 0);
            }
        } catch (TimeoutException | ExecutionException e) {
            var unused = request.abort(e);
            throw noAnswer(e.getCause());
        }
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(listener.getInputStream(), StandardCharsets.UTF_8))) {
            read(lines, receiver);
        } catch (IOException e) {
            throw DaemonException.noAnswer("the node at " + address + " ended the stream of events", false);
        } finally {
            var unused = request.abort(new InterruptedException("enough"));
        }
    }

    private static void read(BufferedReader lines, BiPredicate<String, String> receiver) throws IOException {
        String type = "";
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("event: ")) {
                type = line.substring("event: ".length());
            } else if (line.startsWith("data: ") && !receiver.test(type, line.substring("data: ".length()))) {
                return;
            }
        }
    }

    /** A name as part of a path. */
    public static String encode(String name) {
        return java.net.URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private Request posting(String path, Map<String, ?> body, Duration toAnswer) {
        return request(HttpMethod.POST, path, toAnswer)
                .body(new StringRequestContent(
                        "application/json", JsonMapper.shared().writeValueAsString(body)));
    }

    private Request request(HttpMethod method, String path, Duration toAnswer) {
        Request request = http.newRequest(address.uri().resolve(path))
                .method(method)
                .timeout(Math.max(1, toAnswer.toMillis()), TimeUnit.MILLISECONDS);
        if (address.socket() != null) {
            request.transport(new Transport.TCPUnix(address.socket()));
        }
        return token == null ? request : with(request, "Authorization", "Bearer " + token);
    }

    private static Request with(Request request, String header, String value) {
        return request.headers(headers -> headers.put(header, value));
    }

    private JsonNode send(Request request) throws InterruptedException {
        ContentResponse response;
        CompletableFuture<ContentResponse> answer = new CompletableResponseListener(request, LARGEST_ANSWER).send();
        try {
            response = answer.get();
        } catch (InterruptedException e) {
            var unused = request.abort(e);
            throw e;
        } catch (ExecutionException e) {
            throw noAnswer(e.getCause());
        }
        JsonNode document = parse(response);
        boolean draining = response.getStatus() == UNAVAILABLE && document.has("status") && !document.has("detail");
        if (response.getStatus() >= FIRST_ERROR && !draining) {
            throw new DaemonException(
                    response.getStatus(),
                    document.path("detail").asString("HTTP status " + response.getStatus()),
                    document.path("remainingMillis").asLong(0));
        }
        return document;
    }

    private DaemonException noAnswer(@Nullable Throwable cause) {
        Path socket = address.socket();
        if (socket != null && Files.exists(socket) && !Files.isWritable(socket)) {
            return DaemonException.noAnswer(
                    "this user may not use " + address
                            + "; expected the node's own user, root or a member of its group",
                    false);
        }
        boolean nobodyThere = cause instanceof ConnectException || (socket != null && !Files.exists(socket));
        return DaemonException.noAnswer(
                "no node answers at " + address + "; expected a running './meshlock node', or another --api",
                nobodyThere);
    }

    private JsonNode parse(ContentResponse response) {
        try {
            return JsonMapper.shared().readTree(response.getContent());
        } catch (JacksonException e) {
            throw new DaemonException(
                    response.getStatus(),
                    "the server at " + address + " is not a Meshlock node; expected another --api",
                    0);
        }
    }
}
