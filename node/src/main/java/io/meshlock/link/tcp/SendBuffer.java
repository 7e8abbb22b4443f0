package io.meshlock.link.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * The frames that wait to be sent on one link. Threads append frames to one buffer; the event loop takes the whole
 * buffer and sends it with one write. Thread-safe.
 */
final class SendBuffer {

    /** The protobuf tag of {@code LinkFrame.pools}. */
    static final int POOLS_TAG = 6 << 3 | 2;

    private static final int INITIAL_BYTES = 1024;

    private final ByteBufAllocator allocator;
    private final int maxBytes;
    private @Nullable ByteBuf waiting;
    private long sending;
    private boolean closed;

    /** The result of {@link #add}. */
    enum Result {
        /** The first frame of a batch: the event loop must be told. */
        FIRST,
        ADDED,
        FULL,
        CLOSED
    }

    SendBuffer(ByteBufAllocator allocator, int maxBytes) {
        this.allocator = allocator;
        this.maxBytes = maxBytes;
    }

    /** Adds a frame of pools. */
    synchronized Result add(byte[] frame, int offset, int length) {
        if (closed) {
            return Result.CLOSED;
        }
        if (queued() + length > maxBytes) {
            return Result.FULL;
        }
        boolean first = waiting == null;
        ByteBuf buffer = waiting;
        if (buffer == null) {
            buffer = allocator.buffer(INITIAL_BYTES);
            waiting = buffer;
        }
        writeVarint(buffer, 1 + varintSize(length) + length);
        buffer.writeByte(POOLS_TAG);
        writeVarint(buffer, length);
        buffer.writeBytes(frame, offset, length);
        return first ? Result.FIRST : Result.ADDED;
    }

    /** Takes all frames that wait; null if there are none. {@link #sent} must be called when they have been written. */
    synchronized @Nullable ByteBuf take() {
        ByteBuf taken = waiting;
        waiting = null;
        if (taken != null) {
            sending += taken.readableBytes();
        }
        return taken;
    }

    synchronized void sent(int bytes) {
        sending -= bytes;
    }

    /** Bytes that wait here or in the socket's queue. */
    synchronized long queued() {
        return sending + (waiting == null ? 0 : waiting.readableBytes());
    }

    /** Drops all frames, and accepts no more. */
    synchronized void close() {
        closed = true;
        if (waiting != null) {
            waiting.release();
            waiting = null;
        }
    }

    synchronized boolean isClosed() {
        return closed;
    }

    static void writeVarint(ByteBuf buffer, int value) {
        int rest = value;
        while (rest > 0x7F) {
            buffer.writeByte((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        buffer.writeByte(rest);
    }

    private static int varintSize(int value) {
        return (Integer.SIZE - Integer.numberOfLeadingZeros(value | 1) + 6) / 7;
    }
}
