package io.meshlock.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** An append-only file of lines. A line is on disk when {@link #add} returns; a line torn by a crash is dropped. */
final class DurableLines {

    private final Path file;
    private final String what;

    /** @param what what the lines are about, for error messages */
    DurableLines(Path file, String what) {
        this.file = file;
        this.what = what;
    }

    /** All lines. A last line without line end is cut off. */
    List<String> read() {
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            String text = Files.readString(file, StandardCharsets.US_ASCII);
            int end = text.lastIndexOf('\n') + 1;
            if (end < text.length()) {
                truncate(end);
            }
            return text.substring(0, end).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + what + ": " + file, e);
        }
    }

    private void truncate(int length) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(length);
            channel.force(true);
        }
    }

    /** Adds a line of printable ASCII, and returns when it is on disk. */
    void add(String line) {
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.US_ASCII));
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write down " + what + ": " + file, e);
        }
    }
}
