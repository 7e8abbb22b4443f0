package io.meshlock.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.internal.state.StateFolder;
import io.meshlock.protocol.Seat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Bootstrap record")
class BootstrapRecordTest {

    @Test
    void bootstrapsOnceAndOnlyAtTheBootstrapNode() {
        assertThat(BootstrapRecord.never().bootstraps("docks")).isFalse();
        BootstrapRecord here = BootstrapRecord.here(null);
        assertThat(here.bootstraps("docks")).isTrue();
        assertThat(here.bootstraps("docks")).isFalse();
        assertThat(here.bootstraps("lanes")).isTrue();
    }

    @Test
    void remembersPools(@TempDir Path folder) {
        Path state = folder.resolve("not/there/yet");
        assertThat(BootstrapRecord.here(state).bootstraps("docks & lanes\n/é")).isTrue();
        BootstrapRecord again = BootstrapRecord.here(state);
        assertThat(again.bootstraps("docks & lanes\n/é")).isFalse();
        assertThat(again.bootstraps("docks")).isTrue();
        assertThat(BootstrapRecord.here(state).bootstraps("docks")).isFalse();
    }

    @Test
    void ignoresATornLastLine(@TempDir Path folder) throws IOException {
        assertThat(BootstrapRecord.here(folder).bootstraps("docks")).isTrue();
        Path file = folder.resolve("bootstrapped-pools");
        Files.writeString(file, "lan", StandardOpenOption.APPEND);
        BootstrapRecord again = BootstrapRecord.here(folder);
        assertThat(again.bootstraps("docks")).isFalse();
        assertThat(again.bootstraps("lanes")).isTrue();
        assertThat(file).hasContent("docks\nlanes\n");
    }

    /** A line was torn by a full disk while the node ran on: the next one does not continue it. */
    @Test
    void doesNotContinueATornLine(@TempDir Path folder) throws IOException {
        BootstrapRecord here = BootstrapRecord.here(folder);
        assertThat(here.bootstraps("docks")).isTrue();
        Path file = folder.resolve("bootstrapped-pools");
        Files.writeString(file, "poo", StandardOpenOption.APPEND);
        assertThat(here.bootstraps("b")).isTrue();
        assertThat(file).hasContent("docks\nb\n");
    }

    @Test
    void bootstrapsAtTheSecondTryWhatItCouldNotWriteDown(@TempDir Path folder) throws IOException {
        Path state = folder.resolve("state");
        BootstrapRecord here = BootstrapRecord.here(state);
        Files.writeString(state, "a file in the way");
        assertThatThrownBy(() -> here.bootstraps("docks")).isInstanceOf(UncheckedIOException.class);
        Files.delete(state);
        assertThat(here.bootstraps("docks")).isTrue();
    }

    @Test
    void writesTheStateOfAPoolWithRecoveryFirst(@TempDir Path folder) {
        PoolBootstrap first = start(folder, true);
        assertThat(first.bootstraps()).isTrue();
        Seat self = new Seat(7, Seat.FIRST);
        assertThat(first.durable().view().seats()).containsExactly(self);
        PoolBootstrap again = start(folder, true);
        assertThat(again.bootstraps()).isFalse();
        assertThat(again.instance()).isEqualTo(first.instance());
        assertThat(again.durable().view()).isEqualTo(first.durable().view());
        assertThat(again.durable().incarnation()).isGreaterThan(first.durable().incarnation());
    }

    /** The node crashed after the pool state was on disk, and before the list was. */
    @Test
    void doesNotBootstrapAgainAfterACrashInBetween(@TempDir Path folder) throws IOException {
        PoolBootstrap first = start(folder, true);
        Files.delete(folder.resolve("bootstrapped-pools"));
        PoolBootstrap again = start(folder, true);
        assertThat(again.bootstraps()).isFalse();
        assertThat(again.instance()).isEqualTo(first.instance());
    }

    private static PoolBootstrap start(Path folder, boolean recovers) {
        try (StateFolder state = StateFolder.open(folder, 7)) {
            BootstrapRecord here = BootstrapRecord.here(folder);
            BootstrapRecord.Beginning docks = here.begin("docks", state.pool("docks"), 7, 1, recovers);
            here.write(List.of(docks));
            return docks.how();
        }
    }
}
