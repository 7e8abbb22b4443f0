package io.meshlock.link.tcp;

import io.meshlock.link.wire.MalformedFrameException;
import io.netty.buffer.ByteBuf;

/** Reads the length prefix of frames. */
final class FrameLength {

    private static final int MAX_BYTES = 5;

    private FrameLength() {}

    /**
     * Reads the length of the next frame if the whole frame has arrived; otherwise reads nothing and returns -1. A
     * length of 0, or of more than {@code max} plus the envelope, is malformed.
     */
    static int read(ByteBuf in, int max) throws MalformedFrameException {
        int start = in.readerIndex();
        int length = 0;
        for (int i = 0; i < MAX_BYTES; i++) {
            if (!in.isReadable()) {
                in.readerIndex(start);
                return -1;
            }
            byte next = in.readByte();
            length |= (next & 0x7F) << (7 * i);
            if (next >= 0) {
                if (length <= 0 || length > max + 2 * MAX_BYTES) {
                    throw new MalformedFrameException(
                            "a frame of " + Integer.toUnsignedString(length) + " bytes; expected 1 to " + max);
                }
                if (in.readableBytes() < length) {
                    in.readerIndex(start);
                    return -1;
                }
                return length;
            }
        }
        throw new MalformedFrameException("the length before a frame is not valid");
    }

    /** The length of the pools frame that fills the rest of this frame; -1 if this is another kind of frame. */
    static int payload(byte[] bytes, int offset, int length) {
        if (bytes[offset] != SendBuffer.POOLS_TAG) {
            return -1;
        }
        int payload = 0;
        int at = 1;
        for (int shift = 0; at < length && shift < Integer.SIZE; shift += 7) {
            byte next = bytes[offset + at++];
            payload |= (next & 0x7F) << shift;
            if (next >= 0) {
                return payload == length - at ? payload : -1;
            }
        }
        return -1;
    }
}
