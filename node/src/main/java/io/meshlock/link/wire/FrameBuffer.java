package io.meshlock.link.wire;

import com.google.protobuf.CodedOutputStream;

/** A reusable buffer per thread, in which the thread encodes frames. */
public final class FrameBuffer {

    /** The size of the buffer that is kept; a larger frame gets an array of its own. */
    private static final int KEPT = 16 * 1024;

    private static final ThreadLocal<FrameBuffer> OF_THREAD = ThreadLocal.withInitial(FrameBuffer::new);

    private final byte[] kept = new byte[KEPT];
    private byte[] bytes = kept;
    private int length;

    private FrameBuffer() {}

    /** The calling thread's buffer. */
    public static FrameBuffer ofThisThread() {
        return OF_THREAD.get();
    }

    /** Starts a frame of exactly {@code size} bytes. */
    CodedOutputStream begin(int size) {
        bytes = size <= KEPT ? kept : new byte[size];
        length = size;
        return CodedOutputStream.newInstance(bytes, 0, size);
    }

    public byte[] bytes() {
        return bytes;
    }

    /** The frame's length; the frame starts at index 0. */
    public int length() {
        return length;
    }
}
