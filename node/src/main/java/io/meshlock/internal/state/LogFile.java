package io.meshlock.internal.state;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A map from words to values in an append-only file, where changes of many keys share one sync. A line is {@code KEY
 * VALUE}, or {@code KEY} alone when the key is gone; lines are written in batches, each with its length and checksum.
 *
 * <p>The first write of a process, and one after anything went wrong, replaces the file by what holds, atomically. So
 * nothing is ever appended behind a torn batch, and a sync that failed is not counted on.
 *
 * <p>Not thread-safe. Keys and values are printable ASCII; keys have no space at their end.
 */
final class LogFile implements Closeable {

    private static final String FORMAT = "meshlock promises 1 ";
    private static final String BATCH = "batch ";
    private static final int HEADER = BATCH.length() + 8 + 1 + 8 + 1 + 64 + 1;
    private static final int SECTOR = 512;

    /** No batch is longer, so that a batch can be read into memory at once. */
    private static final int MAX_BATCH = 1 << 20;

    /** The file is replaced when it has grown by so much, and by four times what held when it was replaced last. */
    private static final long SLACK = 1 << 20;

    private final Path file;
    private final byte[] format;
    private final Map<String, String> values = new TreeMap<>();

    /** The file as this process has written it; null before, and after anything went wrong. */
    private @Nullable FileChannel channel;

    private @Nullable Object fileKey;
    private long end;
    private long mostBytes;

    /** @param owner the id of the folder: a file that was copied from elsewhere says nothing */
    LogFile(Path file, String owner) {
        this.file = file;
        this.format = bytes(FORMAT + owner + "\n");
    }

    /** What holds. */
    Map<String, String> values() {
        return values;
    }

    // ---- reading ----------------------------------------------------------------------------------------------------

    /**
     * Reads the file, if there is one.
     *
     * @return false if the last batch is torn: the machine stopped while it was written, so nothing depended on it
     * @throws CheckedFile.Damaged if the file is not as it was written; then nothing in it holds
     */
    boolean read() throws IOException {
        if (!Files.exists(file)) {
            return true;
        }
        byte[] all = Files.readAllBytes(file);
        if (all.length < format.length || !Arrays.equals(all, 0, format.length, format, 0, format.length)) {
            throw new CheckedFile.Damaged("it is not a '" + FORMAT.trim() + "' file of this folder");
        }
        Map<String, String> found = new TreeMap<>();
        int at = format.length;
        while (at < all.length) {
            int length = lengthOfBatch(all, at);
            if (length < 0) {
                break;
            }
            take(new String(all, at + HEADER, length, StandardCharsets.US_ASCII), found);
            at += HEADER + length;
        }
        if (at < all.length && !isTorn(all, at)) {
            throw new CheckedFile.Damaged("a checksum is wrong");
        }
        values.putAll(found);
        return at == all.length;
    }

    private static void take(String lines, Map<String, String> into) {
        lines.lines().forEach(line -> {
            int name = line.indexOf(' ');
            int space = line.indexOf(' ', name + 1);
            if (space < 0) {
                into.remove(line);
            } else {
                into.put(line.substring(0, space), line.substring(space + 1));
            }
        });
    }

    /** The length of the batch that begins here; -1 if there is no whole one. */
    private static int lengthOfBatch(byte[] all, int at) {
        int length = headerAt(all, at);
        if (length < 0 || length > all.length - at - HEADER) {
            return -1;
        }
        String checksum = new String(all, at + HEADER - 65, 64, StandardCharsets.ISO_8859_1);
        return checksum.equals(checksum(all, at + HEADER, length)) ? length : -1;
    }

    /** The length that a header tells; -1 if there is none. It stands there twice: a wrong one would hide what follows. */
    private static int headerAt(byte[] all, int at) {
        if (all.length - at < HEADER) {
            return -1;
        }
        String header = new String(all, at, HEADER, StandardCharsets.ISO_8859_1);
        try {
            int length = HexFormat.fromHexDigits(header, BATCH.length(), BATCH.length() + 8);
            boolean sane = length >= 0
                    && length <= MAX_BATCH
                    && header.equals(header(length, header.substring(HEADER - 65, HEADER - 1)));
            return sane ? length : -1;
        } catch (IllegalArgumentException e) {
            return -1;
        }
    }

    private static String header(int length, String checksum) {
        HexFormat hex = HexFormat.of();
        return BATCH + hex.toHexDigits(length) + " " + hex.toHexDigits(~length) + " " + checksum + "\n";
    }

    /**
     * True if what begins here is a batch whose writing was cut short: it ends too early, or parts of it, sectors of a
     * disk, were never written. A whole batch behind it proves that it was synced once; then it is damaged, and so is
     * one that is wrong with all its bytes there.
     */
    private static boolean isTorn(byte[] all, int from) {
        for (int at = from + 1; at <= all.length - HEADER; at++) {
            if (all[at] == BATCH.charAt(0) && lengthOfBatch(all, at) >= 0) {
                return false;
            }
        }
        if (all.length - from < HEADER || headerAt(all, from) > all.length - from - HEADER) {
            return true;
        }
        for (int at = from; at < all.length; at = nextSector(at)) {
            int next = Math.min(nextSector(at), all.length);
            if (Arrays.equals(all, at, next, new byte[SECTOR], 0, next - at)) {
                return true;
            }
        }
        return false;
    }

    private static int nextSector(int at) {
        return (at / SECTOR + 1) * SECTOR;
    }

    // ---- writing ----------------------------------------------------------------------------------------------------

    /**
     * Changes values, and returns when the change is on disk.
     *
     * @param changes the new values by key; an empty one takes the key away
     * @throws IOException if it may not be on disk; then what held before holds
     */
    void write(Map<String, String> changes) throws IOException {
        Map<String, String> next = new TreeMap<>(values);
        apply(changes, next);
        try {
            if (isAsWritten()) {
                append(changes);
            } else {
                replace(next);
            }
        } catch (IOException e) {
            forget(e);
            throw e;
        }
        apply(changes, values);
    }

    private static void apply(Map<String, String> changes, Map<String, String> to) {
        changes.forEach((key, value) -> {
            if (value.isEmpty()) {
                to.remove(key);
            } else {
                to.put(key, value);
            }
        });
    }

    /** True if this process has written the file, and it is still there, as long as it was, and not too long. */
    private boolean isAsWritten() throws IOException {
        if (channel == null || end > mostBytes) {
            return false;
        }
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            return now.size() == end && Objects.equals(now.fileKey(), fileKey);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** A sync for each batch: of two that are written at once, the second could be on disk without the first. */
    private void append(Map<String, String> changes) throws IOException {
        FileChannel out = Objects.requireNonNull(channel, "the file is as it was written");
        for (ByteBuffer batch : batches(changes)) {
            int length = batch.remaining();
            writeAll(out, batch, end);
            out.force(true);
            end += length;
        }
    }

    private void replace(Map<String, String> all) throws IOException {
        close();
        Path next = file.resolveSibling(file.getFileName() + ".new");
        long length = 0;
        try (FileChannel out = FileChannel.open(
                next, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            length += writeAll(out, ByteBuffer.wrap(format), length);
            for (ByteBuffer batch : batches(all)) {
                length += writeAll(out, batch, length);
            }
            out.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        CheckedFile.syncFolder(Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a folder"));
        channel = FileChannel.open(file, StandardOpenOption.WRITE);
        fileKey = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        end = length;
        mostBytes = SLACK + 5 * length;
    }

    private static int writeAll(FileChannel out, ByteBuffer bytes, long at) throws IOException {
        int written = 0;
        while (bytes.hasRemaining()) {
            written += out.write(bytes, at + written);
        }
        return written;
    }

    private static Iterable<ByteBuffer> batches(Map<String, String> changes) {
        List<ByteBuffer> batches = new ArrayList<>();
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        changes.forEach((key, value) -> {
            byte[] line = bytes(value.isEmpty() ? key + "\n" : key + " " + value + "\n");
            if (lines.size() > 0 && lines.size() + line.length > MAX_BATCH) {
                batches.add(batch(lines.toByteArray()));
                lines.reset();
            }
            lines.writeBytes(line);
        });
        batches.add(batch(lines.toByteArray()));
        return batches;
    }

    private static ByteBuffer batch(byte[] lines) {
        ByteBuffer batch = ByteBuffer.allocate(HEADER + lines.length);
        return batch.put(bytes(header(lines.length, checksum(lines, 0, lines.length))))
                .put(lines)
                .flip();
    }

    /** After a failure nobody knows what is on disk: the next write replaces the file. */
    private void forget(IOException why) {
        try {
            close();
        } catch (IOException e) {
            why.addSuppressed(e);
        }
    }

    @Override
    public void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String checksum(byte[] all, int from, int length) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(all, from, length);
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
