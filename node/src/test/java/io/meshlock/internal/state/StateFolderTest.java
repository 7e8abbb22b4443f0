package io.meshlock.internal.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.meshlock.TestTimeouts;
import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Incarnation;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A state folder")
class StateFolderTest {

    private static final long INSTANCE = 0x0123_4567_89AB_CDEFL;
    private static final Epoch THIRD = new Epoch(3, 7);
    private static final View VIEW =
            new View(THIRD, 2, List.of(new Seat(1, 5), new Seat(7, 1L << 50)), new PoolSize(4, 2, 7));

    @TempDir
    private Path folder;

    /** Starts a node, lets it do something with one pool, and stops it. */
    private <T> T start(String pool, Use<T> use) {
        try (StateFolder state = StateFolder.open(folder, 1)) {
            return use.of(state.pool(pool));
        }
    }

    private interface Use<T> {
        T of(PoolPromises memory);
    }

    private DurableState durableAtStart() {
        return start("docks", PoolPromises::atStart);
    }

    private DurableState promise(PoolPromises memory) {
        DurableState durable = new DurableState(memory.atStart().incarnation(), 5, THIRD, new Epoch(2, 1), VIEW);
        memory.keep(INSTANCE, durable);
        return durable;
    }

    private Path file() {
        return file(folder);
    }

    private static Path file(Path folder) {
        return folder.resolve("pools/promises");
    }

    @Test
    void remembersAcrossStarts() {
        for (String pool : List.of("docks", "dócks & lanes\n/../x", "x".repeat(200))) {
            DurableState kept = start(pool, this::promise);
            start(pool, memory -> {
                assertThat(memory.isKnown()).isTrue();
                assertThat(memory.instance()).isEqualTo(INSTANCE);
                assertThat(memory.atStart().incarnation()).isGreaterThan(kept.incarnation());
                assertThat(Incarnation.sameDisk(memory.atStart().incarnation(), kept.incarnation()))
                        .isTrue();
                assertThat(memory.atStart())
                        .isEqualTo(new DurableState(
                                memory.atStart().incarnation(), 5, kept.promised(), kept.seen(), kept.view()));
                return memory;
            });
        }
    }

    /** Nothing is written for a pool without promises, and still every start has its own incarnation. */
    @Test
    void countsStartsOfWhichNothingWasKept() {
        long before = start("docks", this::promise).incarnation();
        for (int i = 1; i <= 5; i++) {
            long now = durableAtStart().incarnation();
            assertThat(now).isGreaterThan(before);
            before = now;
        }
    }

    @Test
    void knowsNothingOfAPoolThatItNeverKept() {
        start("docks", this::promise);
        PoolPromises other = start("lanes", memory -> memory);
        assertThat(other.isKnown()).isFalse();
        assertThat(other.instance()).isZero();
        assertThat(other.atStart()).isEqualTo(DurableState.fresh(other.atStart().incarnation()));
    }

    /** A promise may have to be written on the thread of a client that was interrupted. */
    @Test
    void keepsPromisesOnInterruptedThreads() {
        DurableState kept = start("docks", memory -> {
            Thread.currentThread().interrupt();
            DurableState durable = promise(memory);
            assertThat(Thread.interrupted()).as("kept for later").isTrue();
            return durable;
        });
        assertThat(durableAtStart().promised()).isEqualTo(kept.promised());
    }

    @Test
    void isUsedByOneNodeAtATime() {
        try (StateFolder first = StateFolder.open(folder, 1)) {
            assertThatThrownBy(() -> StateFolder.open(folder, 1))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageEndingWith("another node uses it; expected a folder of its own for every node");
            assertThat(first.pool("docks").isKnown()).isFalse();
        }
        start("docks", memory -> memory);
    }

    // ---- what happens to files --------------------------------------------------------------------------------------

    /** The node must be a new member with another disk number, never the old one with fewer promises. */
    private void expectNewcomer(long formerIncarnation, String what) {
        PoolPromises memory = start("docks", again -> again);
        assertThat(memory.isKnown()).as(what).isFalse();
        assertThat(memory.atStart().promised()).isEqualTo(Epoch.NONE);
        assertThat(Incarnation.sameDisk(memory.atStart().incarnation(), formerIncarnation))
                .as(what)
                .isFalse();
        assertThat(memory.atStart().incarnation())
                .as("the later disk, the larger number")
                .isGreaterThan(formerIncarnation);
    }

    @Test
    void thatIsCutShortAnywhereIsNotBelieved() throws IOException {
        long incarnation = start("docks", this::promise).incarnation();
        Path file = file();
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            expectNewcomer(incarnation, "cut to " + length);
        }
        Files.write(file, whole);
        assertThat(start("docks", PoolPromises::isKnown)).isTrue();
    }

    @Test
    void withOneBitFlippedAnywhereIsNotBelieved() throws IOException {
        long incarnation = start("docks", this::promise).incarnation();
        Path file = file();
        byte[] whole = Files.readAllBytes(file);
        for (int bit = 0; bit < whole.length * Byte.SIZE; bit += 7) {
            byte[] bent = whole.clone();
            bent[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            Files.write(file, bent);
            expectNewcomer(incarnation, "bit " + bit);
        }
        assertThat(file.resolveSibling(file.getFileName() + ".unreadable"))
                .as("kept for examination")
                .exists();
    }

    @Test
    void withALostFileMakesANewcomer() throws IOException {
        long incarnation = start("docks", this::promise).incarnation();
        Files.delete(file());
        expectNewcomer(incarnation, "no file");
    }

    /** The machine crashed while the next version was written, or before it was renamed. */
    @Test
    void withAHalfWrittenSuccessorHasWhatWasKeptBefore() throws IOException {
        DurableState kept = start("docks", this::promise);
        Path next = file().resolveSibling("promises.new");
        Files.writeString(next, "meshlock promises 1 0");
        assertThat(durableAtStart().promised()).isEqualTo(kept.promised());
        Epoch later = new Epoch(9, 9);
        start("docks", memory -> {
            memory.keep(INSTANCE, new DurableState(memory.atStart().incarnation(), 5, later, later, VIEW));
            return memory;
        });
        assertThat(durableAtStart().promised()).isEqualTo(later);
        assertThat(next).doesNotExist();
    }

    @Test
    void whoseCountOfStartsIsLostCountsNoMore() throws IOException {
        Path starts = folder.resolve("starts");
        for (String damage : List.of("", "meshlock starts 1\nfolder 0\nstarts 0\nsha256 0\n")) {
            long incarnation = start("docks", this::promise).incarnation();
            Files.writeString(starts, damage);
            expectNewcomer(incarnation, "starts: " + damage);
        }
        long incarnation = start("docks", this::promise).incarnation();
        Files.delete(starts);
        expectNewcomer(incarnation, "no starts");
    }

    /** The count of starts was restored from a backup, but not the pools: their promises hold, or count for nothing. */
    @Test
    void withAnOldCountOfStartsHasNoIncarnationTwice() throws IOException {
        start("docks", memory -> memory);
        byte[] old = Files.readAllBytes(folder.resolve("starts"));
        start("docks", memory -> memory);
        for (int i = 0; i < 20; i++) {
            long incarnation = start("docks", this::promise).incarnation();
            Files.write(folder.resolve("starts"), old);
            assertThat(durableAtStart().incarnation()).isGreaterThan(incarnation);
        }
    }

    /** A sync that is left out is noticed here. */
    @Test
    void hasEveryFileOnDiskAndItsNameToo() throws IOException {
        RecordedFiles files = new RecordedFiles();
        CheckedFile.write(files.of(folder.resolve("docks")), List.of("a promise"));
        assertThat(files.record())
                .containsExactly(
                        "write docks.new",
                        "sync docks.new",
                        "rename docks.new to docks",
                        "sync " + folder.getFileName());
        assertThat(CheckedFile.read(folder.resolve("docks"))).containsExactly("a promise");
    }

    /** The first start of a node makes {@code ~/.local/state/meshlock/NAME}, of which perhaps nothing is there. */
    @Test
    void hasAllFoldersAboveItOnDiskThatWereMadeWithIt() throws IOException {
        RecordedFiles files = new RecordedFiles();
        String there = String.valueOf(folder.getFileName());
        StateFolder.create(files.of(folder.resolve("state/meshlock/a")));
        assertThat(files.record()).containsExactly("sync " + there, "sync state", "sync meshlock");
        RecordedFiles second = new RecordedFiles();
        StateFolder.create(second.of(folder.resolve("state/meshlock/b")));
        assertThat(second.record()).containsExactly("sync meshlock");
    }

    /** As by {@code cp -a} and a restart with the copy. */
    @Test
    void thatIsACopyCountsForNothing() throws IOException {
        long incarnation = start("docks", this::promise).incarnation();
        Path copy = folder.resolveSibling(folder.getFileName() + "-copy");
        copy(folder, copy);
        boolean told = Files.readString(copy.resolve("starts")).contains("\nfile ");
        assumeTrue(told, "the file system keeps no numbers of files");
        try (StateFolder state = StateFolder.open(copy, 1)) {
            PoolPromises memory = state.pool("docks");
            assertThat(memory.isKnown()).isFalse();
            assertThat(memory.atStart().incarnation()).isGreaterThan(incarnation);
        }
        assertThat(durableAtStart().promised()).as("the original").isNotEqualTo(Epoch.NONE);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path each : files.toList()) {
                Files.copy(each, to.resolve(from.relativize(each).toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /** A snapshot that no file system can tell from the original: both go on, and never with the same number. */
    @Test
    void thatWasRolledBackHasNoIncarnationTwice() throws IOException {
        start("docks", this::promise);
        byte[] starts = Files.readAllBytes(folder.resolve("starts"));
        byte[] pool = Files.readAllBytes(file());
        Set<Long> seen = new HashSet<>();
        int twice = 0;
        for (int i = 0; i < 20; i++) {
            twice += seen.add(durableAtStart().incarnation()) ? 0 : 1;
            Files.write(folder.resolve("starts"), starts);
            Files.write(file(), pool);
        }
        assertThat(twice).as("by chance, one in a thousand").isLessThan(3);
    }

    @Test
    void doesNotBelieveTheFileOfAnotherFolder(@TempDir Path other) throws IOException {
        long incarnation = start("docks", this::promise).incarnation();
        try (StateFolder state = StateFolder.open(other, 1)) {
            promise(state.pool("docks"));
        }
        Files.write(file(), Files.readAllBytes(file(other)));
        expectNewcomer(incarnation, "another folder's");
    }

    @Test
    void ofTheFormatBeforeIsTakenOver() throws IOException {
        DurableState kept = start("docks & lanes", this::promise);
        List<String> starts = CheckedFile.read(folder.resolve("starts"));
        Files.delete(file());
        Path old = file().resolveSibling("docks-lanes." + hash("docks & lanes"));
        CheckedFile.write(
                old,
                List.of(
                        "meshlock pool 3",
                        "name docks+%26+lanes",
                        starts.get(1),
                        "instance " + INSTANCE,
                        "incarnation " + kept.incarnation(),
                        "seat 5",
                        "promised 3/7/0",
                        "seen 2/1/0",
                        "view 3/7/0 2 4/2/7 1:5 7:" + (1L << 50)));
        start("docks & lanes", memory -> {
            assertThat(memory.instance()).isEqualTo(INSTANCE);
            assertThat(memory.atStart().incarnation()).isGreaterThan(kept.incarnation());
            assertThat(memory.atStart())
                    .isEqualTo(new DurableState(
                            memory.atStart().incarnation(), 5, kept.promised(), kept.seen(), kept.view()));
            return memory;
        });
        assertThat(old).doesNotExist();
        assertThat(start("docks & lanes", PoolPromises::isKnown)).isTrue();
    }

    private static String hash(String pool) {
        return UUID.nameUUIDFromBytes(pool.getBytes(StandardCharsets.UTF_8))
                .toString()
                .replace("-", "");
    }

    // ---- disks that are full, numbers of disks ----------------------------------------------------------------------

    /** Uses a tiny file system of its own, if the test may mount one. */
    @Test
    void onAFullDiskSaysThatItCannotKeepAPromise() throws Exception {
        Path tiny = Files.createDirectory(folder.resolve("tiny"));
        Assumptions.assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", tiny.toString()), "needs the right to mount");
        try {
            DurableState kept = keepUntilFull(tiny);
            Files.delete(tiny.resolve("ballast"));
            try (StateFolder again = StateFolder.open(tiny, 1)) {
                assertThat(again.pool("docks").atStart().promised())
                        .as("what was kept is still there")
                        .isEqualTo(kept.promised());
            }
        } finally {
            run("umount", tiny.toString());
        }
    }

    private DurableState keepUntilFull(Path tiny) {
        try (StateFolder state = StateFolder.open(tiny, 1)) {
            PoolPromises memory = state.pool("docks");
            DurableState kept = promise(memory);
            fill(tiny.resolve("ballast"));
            for (int round = 9; ; round++) { // until the file's last block is full
                Epoch later = new Epoch(round, 9);
                DurableState toKeep = new DurableState(memory.atStart().incarnation(), 5, later, later, VIEW);
                try {
                    memory.keep(INSTANCE, toKeep);
                } catch (UncheckedIOException e) {
                    assertThat(e).hasMessageStartingWith("cannot keep a promise in the state folder: ");
                    return kept;
                }
                assertThat(round).isLessThan(1_000);
                kept = toKeep;
            }
        }
    }

    private static void fill(Path file) {
        try {
            Files.write(file, new byte[1 << 20]);
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space");
        }
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(TestTimeouts.SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void belongsToItsOwnerAlone() throws IOException {
        Path made = folder.resolve("state/a");
        StateFolder.open(made, 1).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
                .isEqualTo("rwx------");
    }

    /** A name given to another machine: what node 1 promised must not bind node 2, nor count as its word. */
    @Test
    void ofAnotherNodeIsRefused() {
        start("docks", this::promise);
        assertThatThrownBy(() -> StateFolder.open(folder, 2))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("cannot use state folder " + folder
                        + ": it belongs to node 1, and this is node 2; expected a folder of its own for every node");
        assertThat(durableAtStart().promised()).isEqualTo(THIRD);
    }

    @Test
    void ofTheVersionBeforeIsTakenOver() throws IOException {
        start("docks", this::promise);
        Path starts = folder.resolve("starts");
        List<String> lines = CheckedFile.read(starts);
        CheckedFile.write(starts, List.of("meshlock starts 1", lines.get(1), lines.get(2)));
        assertThat(durableAtStart().promised()).isEqualTo(THIRD);
        assertThatThrownBy(() -> StateFolder.open(folder, 2)).hasMessageContaining("it belongs to node 1");
    }

    @Test
    void thatIsAFileIsRefusedInOneLine() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> StateFolder.open(file, 1))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageStartingWith("cannot use state folder ");
    }

    @Test
    void orNoneGivesEveryStartALaterDisk() {
        StateFolder none = StateFolder.none();
        long before = 0;
        for (int i = 0; i < 1_000; i++) {
            PoolPromises memory = none.pool("docks");
            memory.keep(INSTANCE, memory.atStart());
            assertThat(memory.isKnown()).isFalse();
            assertThat(Incarnation.disk(memory.atStart().incarnation())).isGreaterThan(before);
            before = Incarnation.disk(memory.atStart().incarnation());
        }
    }

    @Test
    void hasDiskNumbersForDecades() {
        long today = DiskIds.draw(InstantSource.system());
        assertThat(Incarnation.disk(Incarnation.first(today))).isEqualTo(today);
        long later = DiskIds.draw(InstantSource.fixed(Instant.parse("2090-01-01T00:00:00Z")));
        assertThat(later).isGreaterThan(today);
        assertThat(Incarnation.first(later)).isPositive();
        assertThat(DiskIds.draw(InstantSource.fixed(Instant.EPOCH)))
                .as("a clock that was never set")
                .isEqualTo(later + 1);
    }
}
