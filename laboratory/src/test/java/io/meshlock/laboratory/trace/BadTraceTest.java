package io.meshlock.laboratory.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshlock.testing.ApprovedAnswers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A wrong line is named with file, number and reason, in one line. */
class BadTraceTest {

    @TempDir
    private Path folder;

    @Test
    void wrongLines() throws IOException {
        ApprovedAnswers.check(Path.of("src", "test", "resources", "mistakes", "traces.txt"), input -> {
            String[] parts = input.split("\n", 2);
            Path file = Files.writeString(folder.resolve("bad"), parts[1]);
            TraceFormat format = TraceFormat.valueOf(parts[0].toUpperCase(Locale.ROOT));
            String message = Objects.requireNonNull(catchThrowableOfType(
                            TraceException.class, () -> TraceReader.read(TraceSource.of(file, format))))
                    .getMessage();
            assertThat(message).startsWith(file.toString()).matches("(?s).*:( |\\d+: ).*; expected .*");
            return message.substring(folder.toString().length() + 1);
        });
    }

    @Test
    void instantsNeedThreeColumns() throws IOException {
        Path file = Files.writeString(folder.resolve("bad"), "20 a b\n40 a\n");
        TraceSource source = new TraceSource(file, TraceFormat.CONTACTS, 20.0, null, null);
        assertThatThrownBy(() -> TraceReader.read(source))
                .hasMessage(file + ":2: '40 a' is no contact; expected t i j");
    }

    @Test
    void brokenJsonHasItsLine() throws IOException {
        Path file = Files.writeString(folder.resolve("bad.json"), "{\"nodes\": [\n\"a\" \"b\"]}");
        assertThatThrownBy(() -> TraceReader.read(TraceSource.of(file, TraceFormat.GRAPH)))
                .isInstanceOf(TraceException.class)
                .hasMessageMatching(".*bad\\.json:2: .*; expected valid JSON");
    }

    @Test
    void filesThatCannotBeRead() throws IOException {
        Path missing = folder.resolve("missing.one");
        assertThatThrownBy(() -> TraceReader.read(TraceSource.of(missing, TraceFormat.ONE)))
                .hasMessage(missing + ": does not exist; expected an existing file");
        assertThatThrownBy(() -> TraceReader.read(TraceSource.of(folder, TraceFormat.ONE)))
                .hasMessage(folder + ": is a folder; expected a file");
        Path notPacked = Files.writeString(folder.resolve("plain.one.gz"), "0 CONN 0 1 up\n");
        assertThatThrownBy(() -> TraceReader.read(TraceSource.of(notPacked, TraceFormat.ONE)))
                .hasMessage(notPacked + ": is not compressed with gzip; expected gzip, or a name without .gz");
    }

    @Test
    void aPackedFileThatEndsTooSoon() throws IOException {
        Path whole = folder.resolve("whole.one.gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(whole))) {
            for (int i = 0; i < 10_000; i++) {
                out.write((i + " CONN 0 " + (i + 1) + " up\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        byte[] bytes = Files.readAllBytes(whole);
        Path half = Files.write(folder.resolve("half.one.gz"), Arrays.copyOf(bytes, bytes.length / 2));
        assertThatThrownBy(() -> TraceReader.read(TraceSource.of(half, TraceFormat.ONE)))
                .isInstanceOf(TraceException.class)
                .hasMessageMatching(
                        ".*half\\.one\\.gz:\\d+: cannot be read further \\(.*\\); expected a complete file");
    }
}
