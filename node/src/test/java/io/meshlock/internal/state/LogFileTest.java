package io.meshlock.internal.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A file of promises")
class LogFileTest {

    private static final String OWNER = "0123456789abcdef";

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("promises");
    }

    private Map<String, String> read() throws IOException {
        LogFile log = new LogFile(file(), OWNER);
        log.read();
        return log.values();
    }

    private boolean isBelieved() throws IOException {
        try {
            read();
            return true;
        } catch (CheckedFile.Damaged e) {
            return false;
        }
    }

    /** Where each batch ended, and what held then. */
    private NavigableMap<Long, Map<String, String>> written(int batches) throws IOException {
        NavigableMap<Long, Map<String, String>> held = new TreeMap<>();
        try (LogFile log = new LogFile(file(), OWNER)) {
            for (int i = 0; i < batches; i++) {
                log.write(Map.of(
                        "promise pool" + i % 3, "number " + i + " of " + "x".repeat(37 * i), "promise last", "" + i));
                held.put(Files.size(file()), Map.copyOf(log.values()));
            }
        }
        return held;
    }

    @Test
    void hasTheLastValuesAndNotThoseThatAreGone() throws IOException {
        try (LogFile log = new LogFile(file(), OWNER)) {
            log.write(Map.of("promise a", "1 2 3", "settings a", "x=="));
            log.write(Map.of("promise b", "4", "settings a", ""));
            log.write(Map.of("promise a", "5 6"));
        }
        assertThat(read()).containsExactlyInAnyOrderEntriesOf(Map.of("promise a", "5 6", "promise b", "4"));
        try (LogFile again = new LogFile(file(), OWNER)) {
            assertThat(again.read()).isTrue();
            again.write(Map.of("promise b", ""));
        }
        assertThat(read()).containsExactlyEntriesOf(Map.of("promise a", "5 6"));
    }

    /** A crash during a write, after any byte: what was written before is there, and nothing of the rest. */
    @Test
    void cutWhileItGrewHasWhatWasKeptBefore() throws IOException {
        NavigableMap<Long, Map<String, String>> held = written(9);
        byte[] whole = Files.readAllBytes(file());
        long first = held.firstKey();
        for (int length = 0; length < whole.length; length++) {
            Files.write(file(), Arrays.copyOf(whole, length));
            if (length < first) { // it was renamed as a whole
                assertThat(length >= OWNER.length() + 21 || !isBelieved())
                        .as("cut to %d", length)
                        .isTrue();
            } else {
                assertThat(read())
                        .as("cut to %d", length)
                        .isEqualTo(held.floorEntry((long) length).getValue());
            }
        }
    }

    /** A crash during a write: a disk may write sectors in any order. */
    @Test
    void withSectorsOfItsLastBatchMissingHasWhatWasKeptBefore() throws IOException {
        List<Long> ends = new ArrayList<>(written(60).keySet());
        byte[] whole = Files.readAllBytes(file());
        int begin = Math.toIntExact(ends.get(ends.size() - 2));
        Map<String, String> before = heldAt(whole, begin);
        for (int at = begin; at < whole.length; at = (at / 512 + 1) * 512) {
            byte[] torn = whole.clone();
            Arrays.fill(torn, at, Math.min((at / 512 + 1) * 512, torn.length), (byte) 0);
            Files.write(file(), torn);
            assertThat(read()).as("without the sector at %d", at).isEqualTo(before);
        }
        for (int at = 0; at < begin; at += 512) {
            byte[] damaged = whole.clone();
            Arrays.fill(damaged, at, Math.min(at + 512, begin), (byte) 0);
            Files.write(file(), damaged);
            assertThat(isBelieved()).as("a hole at %d, which was synced", at).isFalse();
        }
    }

    private Map<String, String> heldAt(byte[] whole, int length) throws IOException {
        Files.write(file(), Arrays.copyOf(whole, length));
        return read();
    }

    /** What was synced and reads differently later is damage: an older state is not believed instead. */
    @Test
    void withAByteChangedAnywhereIsNotBelieved() throws IOException {
        written(5);
        byte[] whole = Files.readAllBytes(file());
        for (int bit = 0; bit < whole.length * Byte.SIZE; bit += 3) {
            byte[] bent = whole.clone();
            bent[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            Files.write(file(), bent);
            assertThat(isBelieved()).as("bit %d", bit).isFalse();
        }
    }

    @Test
    void ofAnotherFolderIsNotBelieved() throws IOException {
        written(1);
        assertThatExceptionOfType(CheckedFile.Damaged.class)
                .isThrownBy(() -> new LogFile(file(), "fedcba9876543210").read());
    }

    /** A sync that is left out is noticed here. */
    @Test
    void isSyncedAndItsNameToo() throws IOException {
        RecordedFiles files = new RecordedFiles();
        String name = String.valueOf(folder.getFileName());
        try (LogFile log = new LogFile(files.of(file()), OWNER)) {
            log.write(Map.of("promise a", "1"));
            assertThat(files.record())
                    .containsExactly(
                            "write promises.new",
                            "sync promises.new",
                            "rename promises.new to promises",
                            "sync " + name);
            log.write(Map.of("promise a", "2"));
            assertThat(files.record()).endsWith("sync " + name, "write promises", "sync promises");
        }
    }

    /** Of two batches in one sync the second could be on disk without the first, and make it look damaged. */
    @Test
    void hasOneBatchToASync() throws IOException {
        RecordedFiles files = new RecordedFiles();
        Map<String, String> much = new TreeMap<>();
        for (int i = 0; i < 5; i++) {
            much.put("settings " + i, "x".repeat(300_000));
        }
        try (LogFile log = new LogFile(files.of(file()), OWNER)) {
            log.write(Map.of("promise a", "1"));
            int before = files.record().size();
            log.write(much);
            assertThat(files.record().subList(before, files.record().size()))
                    .containsExactly("write promises", "sync promises", "write promises", "sync promises");
        }
        assertThat(read()).containsAllEntriesOf(much);
    }

    @Test
    void staysShort() throws IOException {
        long longest = 0;
        try (LogFile log = new LogFile(file(), OWNER)) {
            for (int i = 0; i < 3_000; i++) {
                log.write(Map.of("promise a", i + "x".repeat(2_000)));
                longest = Math.max(longest, Files.size(file()));
            }
        }
        assertThat(longest).isBetween(1L << 20, (1L << 20) + 20_000);
        assertThat(read()).hasSize(1);
        assertThat(read().get("promise a")).startsWith("2999x");
    }

    @Test
    void isWrittenAnewWhenSomebodyTookItAway() throws IOException {
        try (LogFile log = new LogFile(file(), OWNER)) {
            log.write(Map.of("promise a", "1"));
            log.write(Map.of("promise b", "2"));
            byte[] older = Files.readAllBytes(file());
            log.write(Map.of("promise b", "3"));
            Files.delete(file());
            log.write(Map.of("promise c", "4"));
            assertThat(read()).isEqualTo(log.values()).hasSize(3);
            Files.write(file(), older);
            log.write(Map.of("promise d", "5"));
            assertThat(read()).isEqualTo(log.values()).hasSize(4);
        }
    }

    /** Nobody knows what a failed write has left: the next one replaces the file. */
    @Test
    void goesOnWithWhatHeldAfterAWriteThatFailed() throws IOException {
        Path home = Files.createDirectory(folder.resolve("home"));
        Path file = home.resolve("promises");
        try (LogFile log = new LogFile(file, OWNER)) {
            log.write(Map.of("promise a", "1"));
            Path away = Files.move(home, folder.resolve("away"));
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> log.write(Map.of("promise a", "2")));
            assertThat(log.values()).containsEntry("promise a", "1");
            Files.move(away, home);
            log.write(Map.of("promise b", "3"));
            LogFile again = new LogFile(file, OWNER);
            again.read();
            assertThat(again.values()).isEqualTo(Map.of("promise a", "1", "promise b", "3"));
        }
    }
}
