package io.meshlock.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.internal.state.StateFolder;
import io.meshlock.protocol.Member;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Founding")
class FoundingTest {

    @Test
    void happensOnceAndOnlyAtTheFoundingNode() {
        assertThat(Founding.never().founds("docks")).isFalse();
        Founding here = Founding.here(null);
        assertThat(here.founds("docks")).isTrue();
        assertThat(here.founds("docks")).isFalse();
        assertThat(here.founds("lanes")).isTrue();
    }

    @Test
    void isRemembered(@TempDir Path folder) {
        Path state = folder.resolve("not/there/yet");
        assertThat(Founding.here(state).founds("docks & lanes\n/é")).isTrue();
        Founding again = Founding.here(state);
        assertThat(again.founds("docks & lanes\n/é")).isFalse();
        assertThat(again.founds("docks")).isTrue();
        assertThat(Founding.here(state).founds("docks")).isFalse();
    }

    @Test
    void thatWasNotWrittenDownToTheEndDidNotHappen(@TempDir Path folder) throws IOException {
        assertThat(Founding.here(folder).founds("docks")).isTrue();
        Path file = folder.resolve("founded-pools");
        Files.writeString(file, "lan", StandardOpenOption.APPEND);
        Founding again = Founding.here(folder);
        assertThat(again.founds("docks")).isFalse();
        assertThat(again.founds("lanes")).isTrue();
        assertThat(file).hasContent("docks\nlanes\n");
    }

    @Test
    void ofAPoolThatRecoversIsSafeOnDiskFirst(@TempDir Path folder) {
        Beginning founded = start(folder, true);
        assertThat(founded.founds()).isTrue();
        Member self = new Member(7, founded.durable().life());
        assertThat(founded.durable().view().members()).containsExactly(self);
        Beginning again = start(folder, true);
        assertThat(again.founds()).isFalse();
        assertThat(again.founding()).isEqualTo(founded.founding());
        assertThat(again.durable().view()).isEqualTo(founded.durable().view());
        assertThat(again.durable().life()).isGreaterThan(founded.durable().life());
    }

    /** It died after the promise was on disk, and before the list was. */
    @Test
    void thatWasCutShortIsRemembered(@TempDir Path folder) throws IOException {
        Beginning founded = start(folder, true);
        Files.delete(folder.resolve("founded-pools"));
        Beginning again = start(folder, true);
        assertThat(again.founds()).isFalse();
        assertThat(again.founding()).isEqualTo(founded.founding());
    }

    private static Beginning start(Path folder, boolean recovers) {
        try (StateFolder state = StateFolder.open(folder)) {
            return Founding.here(folder).begin("docks", state.pool("docks"), 7, 1, recovers);
        }
    }
}
