package io.meshlock.daemon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("An HTTP call")
class HttpAnswerTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private ServerSocket server;
    private final List<String> heard = new ArrayList<>();

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private ApiAddress address() {
        return new ApiAddress(URI.create("http://127.0.0.1:" + server.getLocalPort()), null);
    }

    /** A server that reads one request, answers with this text, and hangs up. */
    private Thread answering(String text) {
        Thread thread = new Thread(() -> {
            try (Socket caller = server.accept()) {
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(caller.getInputStream(), StandardCharsets.ISO_8859_1));
                for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                    heard.add(line);
                }
                caller.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        return thread;
    }

    private String body(String path) throws IOException {
        try (HttpAnswer answer = HttpAnswer.to(address(), "GET", path, Map.of("Name", "value"), null, LONG)) {
            return answer.status() + " " + new String(answer.body().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello, and more",
                "HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n2\r\nhe\r\n3;a=b\r\nllo\r\n0\r\n\r\n",
                "HTTP/1.0 200\n\nhello"
            })
    void endsWhereItsAnswerEnds(String text) throws Exception {
        Thread thread = answering(text);
        assertThat(body("/a%20b?c=d")).isEqualTo("200 hello");
        thread.join();
        assertThat(heard)
                .contains("GET /a%20b?c=d HTTP/1.1", "Name: value", "Host: 127.0.0.1:" + server.getLocalPort());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhell",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfive\r\nhello",
                "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nhello",
                "HTTP/1.1 2000 OK\r\n\r\nhello",
                "SSH-2.0-OpenSSH_9.2\r\n"
            })
    void isNotSatisfiedWithLess(String text) throws Exception {
        Thread thread = answering(text);
        assertThatThrownBy(() -> body("/")).isInstanceOf(IOException.class);
        thread.join();
    }

    /** The kernel accepts the connection, and nobody answers. A lease may be over before its renewal is sent. */
    @ParameterizedTest
    @ValueSource(longs = {30, 0, -5})
    void waitsForALimitedTime(long millis) {
        assertThatThrownBy(() -> HttpAnswer.to(address(), "GET", "/", Map.of(), null, Duration.ofMillis(millis)))
                .isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void isInterruptedAlsoBeforeItBegins() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> new DaemonClient(address(), null).get("/")).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).as("told once").isFalse();
    }

    @Test
    void endsWhenItsThreadIsInterrupted() throws Exception {
        FutureTask<HttpAnswer> call =
                new FutureTask<>(() -> HttpAnswer.to(address(), "GET", "/", Map.of(), null, LONG));
        Thread thread = new Thread(call);
        thread.start();
        try (Socket caller = server.accept()) {
            assertThat(caller.getInputStream().read()).isEqualTo('G');
            thread.interrupt();
            assertThatThrownBy(call::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(InterruptedIOException.class);
        }
    }

    @Test
    void saysThatNobodyIsThere() throws IOException {
        server.close();
        assertThatThrownBy(() -> body("/")).isInstanceOf(ConnectException.class);
        ApiAddress nowhere = new ApiAddress(URI.create("http://no-such-host.invalid:80"), null);
        assertThatThrownBy(() -> HttpAnswer.to(nowhere, "GET", "/", Map.of(), null, LONG))
                .isInstanceOf(UnknownHostException.class);
    }
}
