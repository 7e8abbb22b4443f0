package io.meshlock.simulator.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A long list of numbers. The first {@value #IN_MEMORY} are in memory, the others in memory-mapped temporary files, so
 * that the heap does not grow with the list. The files are deleted as soon as they are mapped: they disappear with the
 * process, however it ends.
 *
 * <p>Once it is complete, many threads may read it.
 */
public final class LongStore {

    /** Eight megabytes. */
    public static final int IN_MEMORY = 1 << 20;

    /** Numbers in a file: sixteen megabytes. */
    private static final int IN_FILE_BITS = 21;

    private static final int IN_FILE = 1 << IN_FILE_BITS;
    private static final int FEWEST = 64;

    private long[] memory = new long[FEWEST];
    private final List<LongBuffer> files = new ArrayList<>();
    private long size;

    public long size() {
        return size;
    }

    public long get(long index) {
        return index < IN_MEMORY ? memory[(int) index] : file(index).get(inFile(index));
    }

    public void set(long index, long value) {
        if (index < IN_MEMORY) {
            memory[(int) index] = value;
        } else {
            file(index).put(inFile(index), value);
        }
    }

    /**
     * Makes the list longer, with zeros.
     *
     * @return the index of the first new number
     * @throws UncheckedIOException if there is no room for another file
     */
    public long grow(int count) {
        long first = size;
        long longer = size + count;
        int wanted = (int) Math.min(longer, IN_MEMORY);
        if (wanted > memory.length) {
            memory = Arrays.copyOf(memory, Math.min(IN_MEMORY, Math.max(wanted, 2 * memory.length)));
        }
        while (longer - IN_MEMORY > (long) files.size() << IN_FILE_BITS) {
            files.add(newFile());
        }
        size = longer;
        return first;
    }

    private LongBuffer file(long index) {
        return files.get((int) ((index - IN_MEMORY) >>> IN_FILE_BITS));
    }

    private static int inFile(long index) {
        return (int) (index - IN_MEMORY) & (IN_FILE - 1);
    }

    static String prefix() {
        return "meshlock-" + ProcessHandle.current().pid() + "-";
    }

    private static LongBuffer newFile() {
        try {
            Path file = Files.createTempFile(prefix(), ".recording");
            try (FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
                // Write all of it now: a full disk is an exception here, but would kill the process later.
                ByteBuffer zeros = ByteBuffer.allocate(1 << 16);
                for (long at = 0; at < (long) IN_FILE * Long.BYTES; at += channel.write(zeros.clear(), at)) {}
                return channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) IN_FILE * Long.BYTES)
                        .asLongBuffer();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
