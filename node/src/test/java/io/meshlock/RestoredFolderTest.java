package io.meshlock;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.spi.InProcessNetwork;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A state folder whose contents were put back to an earlier state, as with a machine's snapshot. */
@DisplayName("A restored folder")
class RestoredFolderTest {

    private static final Recovery QUICK =
            Recovery.MAJORITY.beacon(Duration.ofMillis(20)).electionTimeout(Duration.ofMillis(500));
    private static final PoolConfig DOCKS =
            PoolConfig.permits(2).recovery(QUICK).lease(Duration.ofMillis(700));

    @TempDir
    private Path folder;

    private final InProcessNetwork network = new InProcessNetwork();
    private final Map<Integer, Meshlock> nodes = new HashMap<>();

    @AfterEach
    void close() {
        nodes.values().forEach(Meshlock::close);
        network.close();
    }

    private PermitPool start(int number) {
        MeshlockBuilder builder =
                Meshlock.builder().inProcess(network, number, "n" + number).state(state(number));
        Meshlock node = (number == 1 ? builder.bootstrap() : builder).start();
        nodes.put(number, node);
        for (int other = 1; other <= 3; other++) {
            if (other != number) {
                network.connect(number, other);
            }
        }
        return node.pool("docks", DOCKS);
    }

    private Path state(int number) {
        return folder.resolve("state-" + number);
    }

    private static PoolStatus status(PermitPool pool) {
        return pool.status().orElseThrow();
    }

    private static void use(PermitPool pool) throws InterruptedException {
        pool.tryAcquire(1, TestTimeouts.LONG).orElseThrow().close();
    }

    /** The promises, and the count of starts; not the lock, whose number would tell that it is a copy. */
    private Map<Path, byte[]> promises(int number) throws IOException {
        Map<Path, byte[]> copies = new HashMap<>();
        try (Stream<Path> files = Files.walk(state(number))) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(each -> !each.endsWith("lock"))
                    .toList()) {
                copies.put(file, Files.readAllBytes(file));
            }
        }
        return copies;
    }

    private static void putBack(Path file, byte[] bytes) {
        try {
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void costsTheVoteAndSaysSo() throws Exception {
        PermitPool one = start(1);
        PermitPool two = start(2);
        PermitPool before = start(3);
        use(before);
        await().until(() -> {
            use(one);
            return Stream.of(one, two, before)
                    .allMatch(pool -> status(pool).voters().equals(List.of(1, 2, 3)));
        });
        Map<Path, byte[]> earlier = promises(3);
        Optional<String> epoch = status(one).epoch();
        one.recover();
        await().until(() -> {
            use(one);
            return Stream.of(1, 2, 3)
                    .map(number -> nodes.get(number).pool("docks"))
                    .noneMatch(pool -> status(pool).epoch().equals(epoch));
        });
        network.cut(3, 1);
        network.cut(3, 2);
        nodes.get(3).close();
        earlier.forEach(RestoredFolderTest::putBack);

        PermitPool three = start(3);
        await().until(() -> nodes.get(3).problems().toString().contains("put back to an earlier state"));
        use(three);
        await().until(() -> {
            use(one);
            return status(one).voters().equals(List.of(1, 2, 3));
        });
        assertThat(nodes.get(1).problems()).isEmpty();
    }
}
