package io.meshlock.testbed.process;

import static io.meshlock.testbed.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.daemon.client.DaemonException;
import io.meshlock.testbed.Timeouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Three nodes as processes of their own, and an operator who uses the command line only. */
@DisplayName("A pool of three processes")
class ResizedPoolTest {

    private static final int NODES = 3;

    @TempDir
    private Path folder;

    private final int[] ports = new int[NODES];
    private final RunningNode[] nodes = new RunningNode[NODES];

    @BeforeEach
    void startAll() throws IOException {
        // Longer leases than usual, for busy machines; but nodes talk every twentieth of one.
        Files.writeString(folder.resolve("node.yaml"), "pools:\n  docks: {permits: 5, lease: 30s}\n");
        for (int i = 0; i < NODES; i++) {
            ports[i] = RunningNode.freePort();
        }
        for (int i = 0; i < NODES; i++) {
            start(i);
        }
        await().until(() -> {
            use();
            return everybodyKnows(5);
        });
    }

    /** Voters are looked for when a pool is used. */
    private void use() {
        String api = nodes[0].api().toString();
        try (Program run = Program.start(folder, Map.of(), "run", "docks", "--api", api, "--", "true")) {
            assertThat(run.exitCode()).as(run.err()).isZero();
        }
    }

    @AfterEach
    void stopAll() {
        for (RunningNode node : nodes) {
            if (node != null) {
                node.close();
            }
        }
    }

    private void start(int i) {
        String name = "n" + (i + 1);
        List<String> flags = new ArrayList<>(List.of("--config", "node.yaml", "--name", name, "--state", name));
        flags.addAll(List.of("--insecure", "" + (i + 1), "--listen", "127.0.0.1:" + ports[i]));
        for (int peer = 0; peer < NODES; peer++) {
            if (peer != i) {
                flags.addAll(List.of("--peer", "127.0.0.1:" + ports[peer]));
            }
        }
        if (i == 0) {
            flags.add("--bootstrap");
        }
        nodes[i] = RunningNode.start(folder, flags.toArray(String[]::new));
    }

    private void kill(int i) {
        nodes[i].program().signal("KILL");
        nodes[i].close();
    }

    private JsonNode get(int i, String path) throws InterruptedException {
        return nodes[i].client().get("/api/v1/" + path, Timeouts.LONG);
    }

    private JsonNode pool(int i) throws InterruptedException {
        return get(i, "pools/docks");
    }

    private boolean everybodyKnows(int permits) throws InterruptedException {
        for (int i = 0; i < NODES; i++) {
            JsonNode pool = pool(i);
            boolean knows = pool.get("permits").asInt() == permits && !pool.has("wantedPermits");
            if (!knows || pool.at("/status/voters").size() != NODES) {
                return false;
            }
        }
        return true;
    }

    /** How many permits nodes told this one that they hold. */
    private int heldByMapOf(int i) throws InterruptedException {
        int held = 0;
        for (JsonNode node : get(i, "map").get("nodes")) {
            held += node.at("/pools/0/held").asInt(0);
        }
        return held;
    }

    private String ask(int i, int permits, String timeout) throws InterruptedException {
        return nodes[i].client()
                .post(
                        "/api/v1/pools/docks/requests?wait=10s",
                        Map.of("permits", permits, "lease", "1h", "timeout", timeout),
                        Timeouts.LONG)
                .get("state")
                .asString();
    }

    /** Runs {@code meshlock resize} at a node. */
    private String resize(int i, int permits, int exitCode, String... more) {
        String api = nodes[i].api().toString();
        List<String> args = new ArrayList<>(List.of("resize", "docks", "" + permits, "--api", api));
        args.addAll(List.of(more));
        try (Program resize = Program.start(folder, Map.of(), args.toArray(String[]::new))) {
            assertThat(resize.exitCode()).as(resize.out() + resize.err()).isEqualTo(exitCode);
            return resize.out();
        }
    }

    /**
     * Smaller while permits are out; one node killed, and started again with the settings of the beginning; and without
     * a majority, nothing changes.
     */
    @Test
    void staysAsSmallAsItWasMade() throws InterruptedException {
        assertThat(ask(1, 3, "10s")).isEqualTo("granted");
        await().until(() -> heldByMapOf(2) == 3);
        assertThat(resize(2, 2, 0, "--wait", "15s"))
                .isEqualTo("pool 'docks' has 2 permits; 3 are still out, 1 too many, which retire as they come back\n");
        await().until(() -> everybodyKnows(2));
        assertThat(pool(1).get("heldHere").asInt()).isEqualTo(3);
        assertThat(pool(1).at("/counts/losses").asInt()).isZero();
        assertThat(ask(0, 1, "500ms")).as("nothing beyond the new size").isEqualTo("withdrawn");

        kill(0); // it bootstrapped the pool, and had the token first
        start(0);
        await().until(() -> everybodyKnows(2));
        assertThat(pool(1).get("heldHere").asInt()).isEqualTo(3);
        assertThat(ask(0, 1, "500ms")).isEqualTo("withdrawn");
        assertThatThrownBy(() -> ask(0, 3, "10s"))
                .isInstanceOf(DaemonException.class)
                .hasMessage("pool 'docks' grants at most 2 permits to a request, not 3");

        kill(1);
        kill(2);
        assertThat(resize(0, 7, 1, "--wait", "1s"))
                .startsWith("pool 'docks' has 2 permits until a majority of its voters has heard of 7; of 3 voters, ")
                .endsWith(" heard of here lately; it goes on without this command\n");
    }
}
