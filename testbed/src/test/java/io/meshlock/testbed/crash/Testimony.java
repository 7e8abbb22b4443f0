package io.meshlock.testbed.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Lines that a process adds to a file which it shares with others: each in one write, so that none is torn by a kill. */
final class Testimony {

    private final FileChannel file;
    private final int node;

    Testimony(Path path, int node) throws IOException {
        this.file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        this.node = node;
    }

    /** The grant was first seen to be valid at this time, by the clock that all processes share. */
    void granted(long time, long number, List<Integer> slots) {
        StringBuilder text = new StringBuilder();
        for (int slot : slots) {
            text.append(text.length() == 0 ? "" : ",").append(slot);
        }
        write("G " + time + " " + node + " " + number + " " + text);
    }

    /** It was still valid. */
    void valid(long time, long number) {
        write("V " + time + " " + node + " " + number);
    }

    /** It was not valid any more, although nobody had given it back. */
    void lost(long time, long number) {
        write("L " + time + " " + node + " " + number);
    }

    private void write(String line) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.US_ASCII));
            int length = bytes.remaining();
            if (file.write(bytes) != length) {
                throw new IOException("a torn line");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
