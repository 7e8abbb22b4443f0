package io.meshlock.daemon.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

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
    private static final int UNAUTHORIZED = 401;
    private static final int UNAVAILABLE = 503;
    private static final int LARGEST_ANSWER = 64 * 1024 * 1024;

    private final ApiAddress address;
    private final @Nullable String token;
    private final Duration timeout;

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
    }

    public ApiAddress address() {
        return address;
    }

    public JsonNode get(String path) throws InterruptedException {
        return get(path, timeout);
    }

    /** @param toAnswer how long the answer may take */
    public JsonNode get(String path, Duration toAnswer) throws InterruptedException {
        return send("GET", path, Map.of(), null, toAnswer);
    }

    /** Looks at a request as its own client, which is a sign of life. */
    public JsonNode get(String path, String secret, Duration toAnswer) throws InterruptedException {
        return send("GET", path, Map.of(SECRET, secret), null, toAnswer);
    }

    public JsonNode post(String path, Map<String, ?> body) throws InterruptedException {
        return post(path, body, timeout);
    }

    /** @param toAnswer how long the answer may take */
    public JsonNode post(String path, Map<String, ?> body, Duration toAnswer) throws InterruptedException {
        return send("POST", path, Map.of(), body, toAnswer);
    }

    /** A call that only the client of a request may make. */
    public JsonNode post(String path, Map<String, ?> body, String secret, Duration toAnswer)
            throws InterruptedException {
        return send("POST", path, Map.of(SECRET, secret), body, toAnswer);
    }

    /** A call that can be repeated without harm: the same key never makes a second request. */
    public JsonNode postOnce(String path, Map<String, ?> body, String idempotencyKey) throws InterruptedException {
        return send("POST", path, Map.of("Idempotency-Key", idempotencyKey), body, LONG_TIMEOUT);
    }

    /** Ends something, as an operator. */
    public JsonNode delete(String path) throws InterruptedException {
        return send("DELETE", path, Map.of(), null, timeout);
    }

    /** Ends a request. */
    public JsonNode delete(String path, String secret) throws InterruptedException {
        return send("DELETE", path, Map.of(SECRET, secret), null, timeout);
    }

    /**
     * Follows a stream of server-sent events, until the receiver has enough or the node ends it.
     *
     * @param receiver gets the type and the data of each; false if it wants no more
     */
    public void follow(String path, BiPredicate<String, String> receiver) throws InterruptedException {
        try (HttpAnswer answer = call("GET", path, Map.of(), null, timeout)) {
            if (answer.status() >= FIRST_ERROR) {
                throw new DaemonException(answer.status(), "HTTP status " + answer.status(), 0);
            }
            answer.endLimit();
            read(new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8)), receiver);
        } catch (IOException e) {
            checkInterrupted(e);
            throw DaemonException.noAnswer("the node at " + address + " ended the stream of events", false);
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

    private JsonNode send(
            String method, String path, Map<String, String> headers, @Nullable Map<String, ?> body, Duration toAnswer)
            throws InterruptedException {
        String content = body == null ? null : JsonDocuments.write(body);
        try (HttpAnswer answer = call(method, path, headers, content, toAnswer)) {
            byte[] text = answer.body().readNBytes(LARGEST_ANSWER);
            return judge(answer.status(), parse(answer.status(), text));
        } catch (IOException e) {
            checkInterrupted(e);
            throw noAnswer(e);
        }
    }

    /** @throws DaemonException if nobody answers */
    private HttpAnswer call(
            String method, String path, Map<String, String> headers, @Nullable String content, Duration toAnswer)
            throws InterruptedException {
        Map<String, String> all = new HashMap<>(headers);
        if (token != null) {
            all.put("Authorization", "Bearer " + token);
        }
        try {
            return HttpAnswer.to(address, method, path, all, content, toAnswer);
        } catch (IOException e) {
            checkInterrupted(e);
            throw noAnswer(e);
        }
    }

    /** A call fails of an interruption in one of several ways; one that takes too long has just no answer. */
    private static void checkInterrupted(IOException cause) throws InterruptedException {
        boolean late = cause instanceof SocketTimeoutException;
        if (cause instanceof ClosedByInterruptException || (cause instanceof InterruptedIOException && !late)) {
            boolean unused = Thread.interrupted();
            throw new InterruptedException();
        }
    }

    private static JsonNode judge(int status, JsonNode document) {
        boolean draining = status == UNAVAILABLE && document.has("status") && !document.has("detail");
        if (status >= FIRST_ERROR && !draining) {
            String hint = status == UNAUTHORIZED ? "; --token-file names the file that has it" : "";
            throw new DaemonException(
                    status,
                    document.path("detail").asString("HTTP status " + status) + hint,
                    document.path("remainingMillis").asLong(0));
        }
        return document;
    }

    private DaemonException noAnswer(IOException cause) {
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

    private JsonNode parse(int status, byte[] text) {
        try {
            return JsonDocuments.read(text);
        } catch (JacksonException e) {
            throw new DaemonException(
                    status, "the server at " + address + " is not a Meshlock node; expected another --api", 0);
        }
    }
}
