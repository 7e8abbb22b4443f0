package io.meshlock.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.internal.state.RecordedFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is kept is on disk, its name too, before anything depends on it. A sync that is left out is noticed here. */
@DisplayName("Syncs")
class SyncTest {

    @TempDir
    private Path folder;

    private final RecordedFiles files = new RecordedFiles();

    @Test
    void aLineIsSyncedAndTheFoldersNameOfANewFile() throws Exception {
        DurableLines lines = new DurableLines(files.of(folder.resolve("pools")), "a test");
        String name = String.valueOf(folder.getFileName());
        lines.add(List.of("docks"));
        assertThat(files.record()).containsExactly("write pools", "sync pools", "sync " + name);
        lines.add(List.of("lanes", "bays"));
        assertThat(files.record()).endsWith("sync " + name, "write pools", "sync pools");
        assertThat(Files.readString(folder.resolve("pools"))).isEqualTo("docks\nlanes\nbays\n");
    }
}
