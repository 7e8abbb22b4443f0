package io.meshlock.internal;

import io.meshlock.internal.state.StateFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;

/** An append-only file of lines. Lines are on disk when {@link #add} returns; a line torn by a crash is dropped. */
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

    /**
     * Adds lines of printable ASCII, and returns when they are on disk. If that fails, as on a full disk, the file is as
     * it was: half a line would become the beginning of the next.
     */
    void add(List<String> more) {
        ByteBuffer bytes = ByteBuffer.wrap((String.join("\n", more) + "\n").getBytes(StandardCharsets.US_ASCII));
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a folder");
        try {
            Files.createDirectories(folder);
            boolean isNew = !Files.exists(file);
            try (FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                append(channel, bytes);
            }
            if (isNew) {
                StateFolder.sync(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write down " + what + ": " + file, e);
        }
    }

    private static void append(FileChannel channel, ByteBuffer bytes) throws IOException {
        long end = endOfLines(channel);
        try {
            long at = end;
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
            channel.force(true);
        } catch (IOException e) {
            channel.truncate(end);
            channel.force(true);
            throw e;
        }
    }

    /** Where the last whole line ends: what comes after it was torn. */
    private static long endOfLines(FileChannel channel) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        long end = channel.size();
        while (end > 0) {
            one.clear();
            channel.read(one, end - 1);
            if (one.get(0) == '\n') {
                break;
            }
            end--;
        }
        channel.truncate(end);
        return end;
    }
}
