package io.meshlock.internal.state;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/** A small text file that is replaced atomically and ends with a checksum. */
final class CheckedFile {

    private static final String CHECKSUM = "sha256 ";

    /** Larger than any file that we write. */
    private static final long MAX_BYTES = 1 << 24;

    private CheckedFile() {}

    /** The file is not as it was written, or is another kind of file. */
    static final class Damaged extends IOException {
        private static final long serialVersionUID = 1;

        Damaged(String message) {
            super(message);
        }
    }

    /**
     * Replaces the file, and returns when the new content is on disk. If the machine crashes meanwhile, the file has
     * either the old or the new content. Ignores interrupts, which would close the file; the interrupt status is set
     * again afterwards.
     */
    static void write(Path file, List<String> lines) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    replace(file, lines);
                    return;
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void replace(Path file, List<String> lines) throws IOException {
        String text = String.join("\n", lines) + "\n";
        byte[] bytes = (text + CHECKSUM + checksum(text) + "\n").getBytes(StandardCharsets.US_ASCII);
        Path next = file.resolveSibling(file.getFileName() + ".new");
        try (FileChannel channel = FileChannel.open(
                next, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncFolder(Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a folder"));
    }

    /** Syncs a folder, which makes new names in it durable. Windows cannot sync folders and does not need it. */
    static void syncFolder(Path folder) throws IOException {
        if (File.separatorChar == '\\') {
            return;
        }
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** The lines that were written. */
    static List<String> read(Path file) throws IOException {
        if (Files.size(file) > MAX_BYTES) {
            throw new Damaged("it has " + Files.size(file) + " bytes");
        }
        String all = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        int end = all.lastIndexOf(CHECKSUM);
        if (end < 0 || !all.substring(end).equals(CHECKSUM + checksum(all.substring(0, end)) + "\n")) {
            throw new Damaged("its checksum is wrong");
        }
        return all.substring(0, end).lines().toList();
    }

    private static String checksum(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
