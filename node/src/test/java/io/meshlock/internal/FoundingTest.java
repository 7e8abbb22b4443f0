package io.meshlock.internal;

import static org.assertj.core.api.Assertions.assertThat;

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
}
