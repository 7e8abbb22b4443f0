package io.meshlock.protocol.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.recovery.TinyMesh.Held;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Narratives as text files, without beacons and echoes: reviewed as diffs, rewritten with {@code -Dnarratives.rewrite=true}.
 * Times are ticks; b = 100, G = 2000, L = 3000.
 */
class RecoveryNarrativesTest {

    private static final Path FOLDER = Path.of("src", "test", "resources", "recovery");
    private static final long B = 100;
    private static final long G = 2_000;
    private static final long L = 3_000;
    private static final Map<String, Long> OPTIONS =
            Map.of("recovery", 1L, "beacon", B, "election-timeout", G, "lease", L, "drift-ppm", 10_000L);

    private final List<Held> grants = new ArrayList<>();

    private void tell(String name, int nodes, boolean line, Consumer<TinyMesh> story) throws IOException {
        TinyMesh mesh = new TinyMesh(new TinyMesh.Shape(nodes, 1, OPTIONS, 10_000, 10, 0), 1);
        List<String> log = new ArrayList<>();
        mesh.log = log;
        mesh.onGrant = grants::add;
        if (line) {
            for (int node = 1; node < nodes; node++) {
                mesh.setLink(node - 1, node, true);
            }
        } else {
            mesh.linkAll();
        }
        mesh.runFor(B);
        story.accept(mesh);
        assertThat(mesh.violations).isEmpty();
        String text = log.stream()
                .filter(entry -> !entry.contains("BEACON") && !entry.contains("ECHO") && !entry.contains("LINK"))
                .collect(Collectors.joining("\n", "", "\n"));
        Path file = FOLDER.resolve(name + ".txt");
        if (Boolean.getBoolean("narratives.rewrite")) {
            Files.createDirectories(FOLDER);
            Files.writeString(file, text);
        }
        assertThat(text).isEqualTo(Files.readString(file));
    }

    @Test
    void crashOfTheHolder() throws IOException {
        tell("crash-of-the-holder", 3, false, mesh -> {
            mesh.request(0, 1);
            mesh.runFor(10);
            mesh.crash(0);
            mesh.request(1, 1);
            mesh.runFor(2 * G + 2 * L);
            assertThat(grants).hasSize(2);
            mesh.release(grants.get(1));
            mesh.runFor(10);
        });
    }

    @Test
    void restartWithoutMemory() throws IOException {
        tell("restart-without-memory", 3, false, mesh -> {
            mesh.request(1, 1);
            mesh.runFor(B);
            mesh.crash(2);
            mesh.restart(2, false);
            mesh.linkAll();
            mesh.runFor(4 * B);
            assertThat(mesh.status(2).taking()).isTrue();
        });
    }

    @Test
    void tokenInAMinority() throws IOException {
        tell("token-in-a-minority", 3, false, mesh -> {
            mesh.request(1, 1);
            mesh.runFor(B);
            mesh.setLink(0, 1, false);
            mesh.setLink(0, 2, false);
            mesh.request(0, 1);
            mesh.runFor(G + 6 * B);
            mesh.release(grants.get(0));
            mesh.request(2, 1);
            mesh.runFor(B);
            mesh.linkAll();
            mesh.runFor(3 * B);
            mesh.release(grants.get(1));
            mesh.runFor(2 * B);
            assertThat(grants).hasSize(3);
        });
    }

    /** A relay stands still with the GRANT: when it goes on, the lease is over. */
    @Test
    void lateGrant() throws IOException {
        tell("late-grant", 3, true, mesh -> {
            mesh.request(2, 1);
            List<String> log = mesh.log;
            while (log != null && log.stream().noneMatch(entry -> entry.contains("decides"))) {
                mesh.runFor(1);
            }
            mesh.pause(1, 2 * L);
            mesh.runFor(2 * L + 3 * B);
            assertThat(grants).hasSize(1);
        });
    }

    @Test
    void lostDisk() throws IOException {
        tell("lost-disk", 3, false, mesh -> {
            mesh.crash(2);
            mesh.request(0, 1);
            mesh.runFor(B);
            mesh.restart(2, true);
            mesh.linkAll();
            mesh.runFor(8 * B);
            assertThat(mesh.status(2).taking()).isTrue();
        });
    }

    @Test
    void renewedOverThreeHops() throws IOException {
        tell("renewed-over-three-hops", 4, true, mesh -> {
            mesh.request(3, 1);
            mesh.runFor(12 * B);
            assertThat(grants).hasSize(1);
            assertThat(mesh.nodes.get(3).lost).isZero();
        });
    }
}
