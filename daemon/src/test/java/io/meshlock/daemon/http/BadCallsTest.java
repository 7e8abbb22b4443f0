package io.meshlock.daemon.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.daemon.http.ApiClient.Answer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A bad call is answered with a problem of one line, and leaves nothing behind. */
@DisplayName("A bad call")
class BadCallsTest {

    private static ApiClient client;

    @BeforeAll
    static void start() {
        client = new ApiClient(5, ApiClient.SETTINGS);
    }

    @AfterAll
    static void stop() {
        assertThat(client.heldPermits()).isZero();
        assertThat(client.waiting()).isZero();
        client.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{                       | 400 | body: is not JSON from line 1, column 2 on; expected one object",
                "{\"permits\": one}     | 400 | body: is not JSON from line 1, column 13 on; expected one object",
                "[1]                     | 400 | body: is a list; expected an object",
                "7                       | 400 | body: is 7; expected an object",
                "{\"permits\": \"two\"}   | 400 | permits: is the text 'two'; expected a whole number",
                "{\"permits\": 1.5}      | 400 | permits: is 1.5; expected a whole number",
                "{\"permits\": 0}        | 400 | permits: 0 is out of range; expected 1 to 1000000",
                "{\"permits\": 1000001}  | 400 | permits: 1000001 is out of range; expected 1 to 1000000",
                "{\"permits\": 99999999999} | 400 | permits: 99999999999 is out of range; expected 1 to 1000000",
                "{\"client\": \"a\\u001b]0;x\"} | 400 | client: has characters that cannot be printed; expected a line of text",
                "{\"client\": \"a\\nb\"} | 400 | client: has characters that cannot be printed; expected a line of text",
                "{\"permits\": 6}        | 422 | pool 'docks' grants at most 5 permits to a request, not 6",
                "{\"priority\": []}      | 400 | priority: is a list; expected a whole number",
                "{\"deadline\": \"soon\"} | 400 | deadline: 'soon' is no moment; expected one such as 2026-11-15T10:00:00Z",
                "{\"timeout\": \"10\"}  | 400 | timeout: '10' is no duration; expected a duration such as 500ms, 10s, 2m, 1h or 1d",
                "{\"lease\": \"1ms\"}    | 400 | lease: 1ms is out of range; expected 200ms to 1h",
                "{\"h\": 2}              | 400 | 'h': is not known here; expected some of permits, priority, deadline, timeout, lease, client",
            })
    void withAWrongBody(String body, int status, String detail) {
        refused(client.ask(body), status, detail);
    }

    @Test
    void withABodyThatIsNestedTooDeeply() {
        refused(
                client.ask("[".repeat(8_000)),
                400,
                "body: is not JSON that can be read, or is nested too deeply; expected one object");
    }

    @Test
    void withAHugeBody() {
        refused(client.ask(" ".repeat(20_000)), 413, "body: is too large; expected at most 16384 bytes");
    }

    @Test
    void withAHugeBodyOfUnknownLength() throws IOException {
        URI uri = client.daemon.uri();
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write(
                    ("POST /api/v1/pools/docks/requests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                    + "Authorization: Bearer " + client.daemon.token() + "\r\n"
                                    + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n8000\r\n"
                                    + " ".repeat(0x8000) + "\r\n0\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            out.flush();
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 413 ").contains("body: is too large");
        }
    }

    /** The client says that more is to come, and goes away: no bug of the node, which says so in its log for bugs alone. */
    @Test
    void withABodyThatBreaksOff() throws IOException {
        URI uri = client.daemon.uri();
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.getOutputStream()
                    .write(("POST /api/v1/pools/docks/requests HTTP/1.1\r\nHost: localhost\r\n"
                                    + "Content-Type: application/json\r\nAuthorization: Bearer "
                                    + client.daemon.token() + "\r\nContent-Length: 100\r\n\r\n{")
                            .getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 400 ")
                    .contains("body: broke off; expected 100 bytes");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET | /nowhere | 404 | /nowhere: no such path; /api/v1/openapi.json lists all paths",
                "GET | /api/v1/pools/none | 404 | pool 'none': is not known at this node",
                "GET | /api/v1/requests/none | 404 | request 'none': is not known at this node, or ended long ago",
                "DELETE | /api/v1/requests/none | 404 | request 'none': is not known at this node, or ended long ago",
                "DELETE | /api/v1/pools | 405 | /api/v1/pools: cannot be used with DELETE",
                "GET | /api/v1/requests/none?wait=1h | 400 | wait: 1h is out of range; expected 0ms to 1m",
            })
    void toAWrongPlace(String method, String path, int status, String detail) {
        Answer answer = client.send(client.request(path).method(method, HttpRequest.BodyPublishers.noBody()));
        refused(answer, status, detail);
    }

    @Test
    void forAPoolThatExistsOtherwise() {
        Answer answer = client.send(put("/api/v1/pools/docks", "{\"permits\": 4}"));
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.detail()).contains("docks");
        refused(
                client.send(put("/api/v1/pools/lanes", "{}")),
                400,
                "permits: missing; expected a whole number, at least 1");
        refused(
                client.send(put("/api/v1/pools/lanes", "{\"permits\": 1000001}")),
                400,
                "permits: 1000001 is out of range; expected 1 to 1000000");
        assertThat(client.send(put("/api/v1/pools/lanes", "{\"permits\": 1, \"policy\": \"first\"}"))
                        .status())
                .isEqualTo(422);
        assertThat(client.send(put("/api/v1/pools/lanes", "{\"permits\": 1, \"policy\": \"fifo\"}"))
                        .status())
                .isEqualTo(201);
        assertThat(client.send(put("/api/v1/pools/lanes", "{\"permits\": 1, \"policy\": \"fifo\"}"))
                        .status())
                .isEqualTo(200);
    }

    private static HttpRequest.Builder put(String path, String body) {
        return client.request(path)
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(body));
    }

    /** As {@code curl -X POST} sends it: a renewal has nothing to say but the secret. */
    @Test
    void isNotOneThatHasNoBodyAndSaysNoType() {
        String id = client.ask("{}").id();
        HttpRequest.Builder renewal =
                client.request("/api/v1/requests/" + id + "/renew").POST(HttpRequest.BodyPublishers.noBody());
        assertThat(client.send(renewal).state()).isEqualTo("granted");
        assertThat(client.delete("/api/v1/requests/" + id).status()).isEqualTo(200);
        refused(
                client.send(client.bare("/api/v1/drain").POST(HttpRequest.BodyPublishers.noBody())),
                401,
                "Authorization: missing; over TCP, changing something needs the node's token; expected 'Bearer' and the"
                        + " token of this daemon");
    }

    /** Whoever found the mistake, the server or its routes. */
    @Test
    void hasOneTitlePerStatus() {
        assertThat(client.get("/nowhere").text("title"))
                .isEqualTo(client.get("/api/v1/pools/none").text("title"))
                .isEqualTo("not found");
        assertThat(client.delete("/api/v1/pools").text("title")).isEqualTo("method not allowed");
    }

    @Test
    void fromAForeignPage() throws IOException {
        Answer form = client.send(client.request("/api/v1/pools/docks/requests")
                .header("Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString("{}")));
        refused(form, 415, "Content-Type: expected application/json");
        refused(
                client.send(
                        client.posting("/api/v1/pools/docks/requests", "{}").header("Origin", "http://evil.example")),
                403,
                "Origin: pages of other sites may not call this");
        refused(
                client.send(client.request("/api/v1/pools").header("Sec-Fetch-Site", "cross-site")),
                403,
                "Origin: pages of other sites may not call this");
        refused(
                client.send(client.request("/api/v1/pools").header("Sec-Fetch-Site", "same-site")), // another port
                403,
                "Origin: pages of other sites may not call this");
        URI uri = client.daemon.uri();
        String own = uri.getHost() + ":" + uri.getPort();
        assertThat(client.send(client.request("/api/v1/pools").header("Origin", "https://" + own))
                        .status())
                .as("behind a proxy with TLS")
                .isEqualTo(200);
        assertThat(client.get("/api/v1/pools").response().headers().firstValue("X-Content-Type-Options"))
                .hasValue("nosniff");
        assertThat(client.send(client.request("/api/v1/pools").header("Origin", "http://" + own))
                        .status())
                .isEqualTo(200);
        assertThat(named("evil.example:" + uri.getPort()))
                .startsWith("HTTP/1.1 403 ")
                .contains("'evil.example' is not");
        assertThat(named("localhost:1")).startsWith("HTTP/1.1 200 ");
        assertThat(named("LOCALHOST")).startsWith("HTTP/1.1 200 ");
    }

    /** A call with a Host header of its own, which Java's client does not allow. */
    private static String named(String host) throws IOException {
        URI uri = client.daemon.uri();
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.getOutputStream()
                    .write(("GET /api/v1/pools HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void withoutTheToken() {
        try (ApiClient protectedApi = new ApiClient(1, ApiClient.SETTINGS.token("secret"))) {
            Answer none = protectedApi.get("/api/v1/pools");
            refused(none, 401, "Authorization: missing; expected 'Bearer' and the token of this daemon");
            assertThat(none.response().headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
            assertThat(bearing(protectedApi, "secre")).isEqualTo(401);
            assertThat(bearing(protectedApi, "secret2")).isEqualTo(401);
            assertThat(bearing(protectedApi, "secret")).isEqualTo(200);
            protectedApi.daemon.token("other");
            assertThat(bearing(protectedApi, "secret")).isEqualTo(401);
            assertThat(bearing(protectedApi, "other")).isEqualTo(200);
        }
    }

    private static int bearing(ApiClient protectedApi, String token) {
        return protectedApi
                .send(protectedApi.request("/api/v1/pools").header("Authorization", "Bearer " + token))
                .status();
    }

    @Test
    void tooOften() {
        HttpSettings slow = ApiClient.SETTINGS.ratePerSecond(5);
        try (ApiClient limited = new ApiClient(1, slow)) {
            List<CompletableFuture<Answer>> calls = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                calls.add(limited.sendAsync(limited.request("/api/v1/health")));
            }
            List<Answer> refused = calls.stream()
                    .map(CompletableFuture::join)
                    .filter(answer -> answer.status() != 200)
                    .toList();
            assertThat(refused).hasSizeBetween(20, 80);
            refused(refused.get(0), 429, "this client calls too often; expected fewer calls a second");
            assertThat(refused.get(0).response().headers().firstValue("Retry-After"))
                    .hasValue("1");
        }
    }

    private static void refused(Answer answer, int status, String detail) {
        assertThat(answer.response().body()).contains("\"detail\"");
        assertThat(answer.detail()).isEqualTo(detail);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.response().headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.text("type")).isEqualTo("about:blank");
        assertThat(answer.json().get("status").asInt()).isEqualTo(status);
    }
}
