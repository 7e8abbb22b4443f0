package io.meshlock.daemon.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.meshlock.daemon.client.ApiAddress;
import io.meshlock.daemon.client.DaemonClient;
import io.meshlock.daemon.client.DaemonException;
import io.meshlock.daemon.http.ApiClient.Answer;
import io.meshlock.daemon.local.LocalAccess;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpRequest;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What programs on the same machine may do, at the socket and over TCP. */
@DisplayName("On the node's own machine")
class LocalAccessTest {

    private static final String ASK = "/api/v1/pools/docks/requests";

    @TempDir
    private Path folder;

    private ApiClient daemon() {
        return daemon(LocalAccess.DEFAULT);
    }

    private ApiClient daemon(LocalAccess access) {
        return new ApiClient(2, ApiClient.SETTINGS.local(access.at(folder.resolve("api.sock"))));
    }

    private DaemonClient atSocket() {
        return DaemonClient.of(ApiAddress.parse("unix:" + folder.resolve("api.sock")));
    }

    @Test
    void theNodesOwnUserIsOperatorAtTheSocket() throws Exception {
        try (ApiClient api = daemon()) {
            DaemonClient client = atSocket();
            JsonNode granted = client.post(ASK, Map.of("permits", 1));
            assertThat(granted.get("state").asString()).isEqualTo("granted");
            String self = "/api/v1/requests/" + granted.get("id").asString();
            String secret = granted.get("secret").asString();
            client.post(self + "/renew", Map.of(), secret, Duration.ofSeconds(60));
            assertThat(client.delete(self, secret).get("state").asString()).isEqualTo("released");
            assertThat(client.post("/api/v1/pools/docks/resize", Map.of("permits", 3))
                            .get("name")
                            .asString())
                    .isEqualTo("docks");
            assertThat(api.heldPermits()).isZero();
        }
    }

    @Test
    void socketAndTokenAreForTheirOwnerAndGoWithTheNode() throws Exception {
        try (ApiClient api = daemon()) {
            assertThat(rights("api.sock")).isEqualTo("rw-------");
            assertThat(rights("api.token")).isEqualTo("rw-------");
            assertThat(folder.resolve("api.token")).hasContent(api.daemon.token());
            assertThat(api.daemon.socket()).isEqualTo(folder.resolve("api.sock"));
            try (var files = Files.list(folder)) {
                assertThat(files.count()).as("nothing else is left").isEqualTo(2);
            }
        }
        assertThat(folder).isEmptyDirectory();
    }

    private String rights(String name) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name)));
    }

    @Test
    void aGroupMayConnectIfItIsNamed() throws Exception {
        String group = Files.readAttributes(folder, java.nio.file.attribute.PosixFileAttributes.class)
                .group()
                .getName();
        try (ApiClient api = daemon(LocalAccess.DEFAULT.forGroup(group))) {
            assertThat(rights("api.sock")).isEqualTo("rw-rw----");
            assertThat(rights("api.token")).isEqualTo("rw-------");
            assertThat(api.heldPermits()).isZero();
        }
    }

    @Test
    void aSocketThatAKilledNodeLeftIsReplaced() throws Exception {
        Path socket = folder.resolve("api.sock");
        try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            dead.bind(UnixDomainSocketAddress.of(socket));
        }
        assertThat(socket).exists();
        try (ApiClient api = daemon()) {
            assertThat(atSocket().get("/api/v1/node").get("node").asString()).isEqualTo("a");
            assertThat(api.daemon.socket()).isEqualTo(socket);
        }
    }

    @Test
    void aSocketThatSomebodyServesIsLeftAlone() throws Exception {
        try (ApiClient first = daemon()) {
            assertThatThrownBy(this::daemon)
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("another node answers at");
            assertThat(atSocket().get("/api/v1/node").get("node").asString()).isEqualTo("a");
            assertThat(first.daemon.socket()).exists();
        }
    }

    @Test
    void aFileThatIsNoSocketIsLeftAlone() throws Exception {
        Path file = Files.writeString(folder.resolve("api.sock"), "precious");
        assertThatThrownBy(this::daemon).hasMessageContaining("is there and is no socket; expected a free path");
        assertThat(file).hasContent("precious");
    }

    @Test
    void overTcpEverybodyLooksAndOnlyTheTokenChanges() {
        try (ApiClient api = daemon()) {
            assertThat(api.send(api.bare("/api/v1/pools")).status()).isEqualTo(200);
            for (HttpRequest.Builder change : changes(api)) {
                Answer refused = api.send(change);
                assertThat(refused.status()).isEqualTo(401);
                assertThat(refused.detail())
                        .isEqualTo("Authorization: missing; over TCP, changing something needs the node's token; "
                                + "expected 'Bearer' and the token of this daemon, which is in '"
                                + folder.resolve("api.token") + "'");
            }
            assertThat(api.send(api.bare("/api/v1/pools").header("Authorization", "Bearer nonsense"))
                            .status())
                    .isEqualTo(401);
            assertThat(api.ask("{}").status()).isEqualTo(201);
        }
    }

    private static List<HttpRequest.Builder> changes(ApiClient api) {
        List<HttpRequest.Builder> changes = new ArrayList<>();
        for (String path : List.of(
                ASK,
                "/api/v1/pools/docks/resize",
                "/api/v1/pools/docks/recover",
                "/api/v1/drain",
                "/api/v1/requests/x/renew")) {
            changes.add(api.bare(path)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"permits\": 1}")));
        }
        changes.add(api.bare("/api/v1/pools/more")
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString("{\"permits\": 1}")));
        changes.add(api.bare("/api/v1/requests/x").DELETE());
        changes.add(api.bare("/api/v1/pools/docks").DELETE());
        changes.add(api.bare("/api/v1/pools/docks/members/0").DELETE());
        return changes;
    }

    /** The demonstration of the audit: another client ended a request whose id it had read in the list. */
    @Test
    void aRequestIsRenewedAndEndedOnlyWithItsSecret() {
        try (ApiClient api = daemon()) {
            Answer granted = api.ask("{}");
            assertThat(api.get("/api/v1/requests").response().body())
                    .contains(granted.id())
                    .doesNotContain("secret");
            assertThat(api.get("/api/v1/requests/" + granted.id()).response().body())
                    .doesNotContain("secret");
            for (String secret : new String[] {null, "0".repeat(32)}) {
                HttpRequest.Builder end =
                        stranger(api, "/" + granted.id(), secret).DELETE();
                assertThat(api.send(end).status()).isEqualTo(403);
                assertThat(api.send(end).detail())
                        .isEqualTo(
                                "Meshlock-Secret: is missing or wrong; expected the secret that came with the request");
                HttpRequest.Builder renew =
                        stranger(api, "/" + granted.id() + "/renew", secret).POST(HttpRequest.BodyPublishers.noBody());
                assertThat(api.send(renew).status()).isEqualTo(403);
            }
            assertThat(api.heldPermits()).isEqualTo(1);
            assertThat(api.delete("/api/v1/requests/" + granted.id()).state()).isEqualTo("released");
        }
    }

    private static HttpRequest.Builder stranger(ApiClient api, String request, String secret) {
        HttpRequest.Builder call =
                api.bare("/api/v1/requests" + request).header("Authorization", "Bearer " + api.daemon.token());
        return secret == null ? call : call.header("Meshlock-Secret", secret);
    }

    /** Needs root, to become somebody else. */
    @Test
    void anotherUserOfTheGroupAsksForPermitsAndOperatesNothing() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")) && Files.isExecutable(Path.of("/usr/bin/setpriv")));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (Path above = folder; above != null && !above.equals(Path.of("/tmp")); above = above.getParent()) {
            assumeTrue(Files.getPosixFilePermissions(above).stream()
                    .anyMatch(right -> right.name().equals("OTHERS_EXECUTE")));
        }
        try (ApiClient api = daemon(LocalAccess.DEFAULT.forGroup("nogroup"))) {
            assertThat(asNobody("POST", ASK, "{}")).contains("\"state\":\"granted\"");
            assertThat(asNobody("POST", "/api/v1/pools/docks/resize", "{\"permits\":9}"))
                    .contains("\"status\":403")
                    .contains("user nobody: may ask for permits here; expected the node's own user or root");
            assertThat(asNobody("POST", "/api/v1/drain", "{}")).contains("\"status\":403");
            assertThat(asNobody("POST", "/api/v1/pools/docks/recover", "{\"confirm\":true}"))
                    .contains("\"status\":403");
            assertThat(asNobody("PUT", "/api/v1/pools/more", "{\"permits\":1}")).contains("\"status\":403");
            assertThat(asNobody("DELETE", "/api/v1/pools/docks", "")).contains("\"status\":403");
            assertThat(asNobody("DELETE", "/api/v1/pools/docks/members/0", "")).contains("\"status\":403");
            String id = api.get("/api/v1/requests")
                    .json()
                    .get("requests")
                    .get(0)
                    .get("id")
                    .asString();
            assertThat(asNobody("DELETE", "/api/v1/requests/" + id + "?force=true", ""))
                    .contains("\"status\":403");
            assertThat(api.heldPermits()).isEqualTo(1);
        }
        try (ApiClient api = daemon()) {
            assertThat(asNobody("GET", "/api/v1/node", ""))
                    .as("without a group, nobody else may connect")
                    .isEmpty();
            assertThat(api.heldPermits()).isZero();
        }
    }

    private String asNobody(String method, String path, String body) throws IOException {
        Process curl = new ProcessBuilder(
                        "setpriv",
                        "--reuid=nobody",
                        "--regid=nogroup",
                        "--clear-groups",
                        "curl",
                        "-s",
                        "--unix-socket",
                        folder.resolve("api.sock").toString(),
                        "-X",
                        method,
                        "-H",
                        "Content-Type: application/json",
                        "-d",
                        body,
                        "http://localhost" + path)
                .start();
        return new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Slow bodies take no threads, and nothing else can take the last ones from renewals. */
    @Test
    void renewalsPassWhenThreeHundredBodiesDrip() throws Exception {
        try (ApiClient api = daemon()) {
            Answer granted = api.ask("{}");
            List<Socket> slow = new ArrayList<>();
            try {
                for (int i = 0; i < 300; i++) {
                    Socket socket = new Socket(
                            api.daemon.uri().getHost(), api.daemon.uri().getPort());
                    slow.add(socket);
                    OutputStream out = socket.getOutputStream();
                    out.write(("POST " + ASK + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                    + "Authorization: Bearer " + api.daemon.token()
                                    + "\r\nContent-Length: 100\r\n\r\n{")
                            .getBytes(StandardCharsets.US_ASCII));
                    out.flush();
                }
                assertThat(api.post("/api/v1/requests/" + granted.id() + "/renew", "")
                                .status())
                        .isEqualTo(200);
                assertThat(api.get("/api/v1/health").status()).isEqualTo(200);
                assertThat(atSocket().get("/api/v1/health").get("status").asString())
                        .isEqualTo("up");
            } finally {
                for (Socket socket : slow) {
                    socket.close();
                }
            }
        }
    }

    @Test
    void renewalsAreNotCounted() {
        try (ApiClient api = new ApiClient(1, ApiClient.SETTINGS.ratePerSecond(1))) {
            Answer granted = api.ask("{}");
            String renew = "/api/v1/requests/" + granted.id() + "/renew";
            for (int i = 0; i < 50; i++) {
                assertThat(api.post(renew, "").status()).isEqualTo(200);
            }
        }
    }

    @Test
    void aCallToNobodyTellsThatNobodyIsThere() {
        DaemonClient client = DaemonClient.of(ApiAddress.parse("unix:" + folder.resolve("none.sock")));
        assertThatThrownBy(() -> client.get("/api/v1/node")).isInstanceOfSatisfying(DaemonException.class, e -> {
            assertThat(e.isNobodyThere()).isTrue();
            assertThat(e).hasMessageContaining("no node answers at unix:" + folder.resolve("none.sock"));
        });
        assertThat(Objects.requireNonNull(client.address().socket())).isEqualTo(folder.resolve("none.sock"));
    }
}
