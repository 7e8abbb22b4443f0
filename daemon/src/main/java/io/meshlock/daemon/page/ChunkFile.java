package io.meshlock.daemon.page;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Chunks of a recorded run, one after the other in a file that goes away with the process. */
final class ChunkFile implements AutoCloseable {

    private record Place(double from, long offset, int length) {}

    private final FileChannel channel;
    private final List<Place> places = new ArrayList<>();
    private long size;

    private ChunkFile(FileChannel channel) {
        this.channel = channel;
    }

    static ChunkFile create() throws IOException {
        Path file = Files.createTempFile("meshlock-replay", ".chunks");
        return new ChunkFile(FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE));
    }

    /** Adds a chunk that begins at this time. */
    synchronized void add(double from, byte[] chunk) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(chunk);
            while (bytes.hasRemaining()) {
                channel.write(bytes, size + bytes.position());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep a part of the run", e);
        }
        places.add(new Place(from, size, chunk.length));
        size += chunk.length;
    }

    synchronized int count() {
        return places.size();
    }

    synchronized double from(int number) {
        return places.get(number).from;
    }

    byte[] read(int number) throws IOException {
        Place place;
        synchronized (this) {
            place = places.get(number);
        }
        ByteBuffer bytes = ByteBuffer.allocate(place.length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, place.offset + bytes.position()) < 0) {
                throw new EOFException("chunk " + number + " is cut off");
            }
        }
        return bytes.array();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
