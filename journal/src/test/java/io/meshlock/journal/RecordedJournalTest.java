package io.meshlock.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Journals on disk. */
class RecordedJournalTest {

    @TempDir
    private Path folder;

    @Test
    void journalsOfNodesAreMergedByTime() throws IOException {
        write("docks.drone-1.jsonl", "{\"t\":1,\"e\":\"a\"}", "{\"t\":10.5,\"e\":\"d\"}");
        write("docks.drone-2.jsonl", "{\"t\":2.25,\"e\":\"b\"}", "{\"t\":9,\"e\":\"c\"}");
        write("up%2Flink.drone-2.jsonl", "{\"t\":3,\"e\":\"x\"}");
        List<String> seen = new ArrayList<>();
        RecordedJournal recording = RecordedJournal.find(folder);
        assertThat(recording
                        .merged()
                        .read((part, line) -> seen.add(part.pool() + "@" + part.node() + line.substring(5, 7))))
                .isEqualTo(5);
        assertThat(seen)
                .containsExactly(
                        "docks@drone-11,",
                        "docks@drone-22.",
                        "up/link@drone-23,",
                        "docks@drone-29,",
                        "docks@drone-110");
        assertThat(recording.of("docks").parts()).hasSize(2);
        assertThat(recording.nodes()).isEqualTo(2);
    }

    @Test
    void aCompressedJournalIsOne() throws IOException {
        Path file = folder.resolve("journal-7.jsonl.gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("{\"t\":1,\"e\":\"a\"}\n{\"t\":2,\"e\":\"b\"}\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(RecordedJournal.find(folder).merged().read((part, line) -> true))
                .isEqualTo(2);
        assertThat(RecordedJournal.find(file).merged().read((part, line) -> false))
                .isEqualTo(1);
    }

    @Test
    void whatIsNoRunIsSaid() throws IOException {
        assertThatThrownBy(() -> RecordedJournal.find(folder)).hasMessage(folder + ": holds 0 journals; expected one");
        assertThatThrownBy(() -> RecordedJournal.find(folder.resolve("none")))
                .hasMessageContaining("does not exist; expected");
        write("journal-1.jsonl", "{}");
        write("journal-2.jsonl", "{}");
        assertThatThrownBy(() -> RecordedJournal.find(folder))
                .hasMessageContaining("holds 2 journals; expected one, or the name of one of them, as ");
    }

    @Test
    void mistakesNameFileAndLine() throws IOException {
        Path cut = folder.resolve("cut.jsonl.gz");
        Files.writeString(cut, "plain text");
        assertThatThrownBy(() -> RecordedJournal.find(cut).merged().read((part, line) -> true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(cut + ":1: ");
        Path journal = write("j.jsonl", "{\"t\":1}", "{\"t\":2}");
        assertThatThrownBy(() -> RecordedJournal.find(journal).merged().read((part, line) -> {
                    if (line.contains("2")) {
                        throw new IllegalArgumentException("odd");
                    }
                    return true;
                }))
                .hasMessage(journal + ":2: odd; expected a journal that Meshlock wrote");
    }

    private Path write(String name, String... lines) throws IOException {
        return Files.write(folder.resolve(name), List.of(lines));
    }
}
