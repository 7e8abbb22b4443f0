package io.meshlock.internal.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A log of promises")
class StateLogTest {

    private static final int POOLS = 100;

    @TempDir
    private Path folder;

    private final RecordedFiles files = new RecordedFiles();

    private StateLog open() throws IOException {
        LogFile file = new LogFile(files.of(folder.resolve("promises")), "0123456789abcdef");
        file.read();
        return new StateLog(file);
    }

    private long syncs() {
        return files.record().stream().filter("sync promises"::equals).count();
    }

    /** Holds up the log's thread until the latch is open. */
    private static void holdUp(StateLog log, CountDownLatch open) throws IOException {
        CountDownLatch held = new CountDownLatch(1);
        log.put(Map.of("promise first", "1"), failure -> {
            held.countDown();
            await(open);
        });
        await(held);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void sharesASyncAmongAllThatWaitForOne() throws IOException {
        CountDownLatch open = new CountDownLatch(1);
        List<String> told = new CopyOnWriteArrayList<>();
        try (StateLog log = open()) {
            holdUp(log, open);
            for (int i = 0; i < POOLS; i++) {
                String pool = "promise " + i;
                log.put(Map.of(pool, "1"), failure -> told.add(pool + " " + failure + " " + syncs()));
            }
            assertThat(syncs()).isZero();
            assertThat(told).isEmpty();
            assertThat(log.get("promise 7")).as("not on disk yet").isNull();
            open.countDown();
        }
        assertThat(told).hasSize(POOLS).allMatch(line -> line.endsWith(" null 1"), "told after one sync for all");
        assertThat(told.get(7)).as("in the order of the calls").startsWith("promise 7 ");
        try (StateLog again = open()) {
            assertThat(again.get("promise 99")).isEqualTo("1");
        }
    }

    @Test
    void keepsTheLastOfTwoValuesThatShareASync() throws IOException {
        CountDownLatch open = new CountDownLatch(1);
        try (StateLog log = open()) {
            holdUp(log, open);
            log.put(Map.of("promise a", "1"), failure -> {});
            log.put(Map.of("promise a", "2"), failure -> {});
            open.countDown();
            log.put(Map.of("promise b", "3"));
            assertThat(log.get("promise a")).isEqualTo("2");
        }
        try (StateLog again = open()) {
            assertThat(again.get("promise a")).isEqualTo("2");
        }
    }

    @Test
    void tellsThatAChangeCannotBeWritten() throws IOException {
        AtomicReference<@Nullable IOException> told = new AtomicReference<>();
        try (StateLog log = open()) {
            log.put(Map.of("promise a", "1"));
            Path away = folder.resolveSibling(folder.getFileName() + "-away");
            Files.move(folder, away);
            try {
                CountDownLatch end = new CountDownLatch(1);
                log.put(Map.of("promise a", "2"), failure -> {
                    told.set(failure);
                    end.countDown();
                });
                await(end);
                assertThatExceptionOfType(IOException.class).isThrownBy(() -> log.put(Map.of("promise b", "2")));
            } finally {
                Files.move(away, folder);
            }
            assertThat(told.get()).isNotNull();
            assertThat(log.get("promise a")).isEqualTo("1");
            assertThat(log.get("promise b")).isNull();
            log.put(Map.of("promise b", "3"));
        }
        try (StateLog again = open()) {
            assertThat(again.get("promise a")).isEqualTo("1");
            assertThat(again.get("promise b")).isEqualTo("3");
        }
    }

    @Test
    void thatIsClosedWritesNothing() throws IOException {
        StateLog log = open();
        log.close();
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> log.put(Map.of("promise a", "1")))
                .withMessageContaining("closed");
    }
}
