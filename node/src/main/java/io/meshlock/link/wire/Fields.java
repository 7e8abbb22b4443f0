package io.meshlock.link.wire;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.meshlock.protocol.Message;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads and writes single fields as proto3 does: a field with its default value is left out. */
final class Fields {

    /**
     * More elements than any list of a correct node has; few enough that a frame cannot make the reader allocate much.
     */
    static final int MAX_ELEMENTS = 1 << 16;

    /** A field's tag is its number, shifted by this, plus one of the two wire types below. */
    static final int SHIFT = 3;

    /** Wire type of a number. */
    static final int NUMBER = WireFormat.WIRETYPE_VARINT;

    /** Wire type of a message, a string, or packed numbers. */
    static final int DELIMITED = WireFormat.WIRETYPE_LENGTH_DELIMITED;

    private Fields() {}

    // ---- sizes ------------------------------------------------------------------------------------------------------

    static int sizeUnsigned(int field, long value) {
        return value == 0 ? 0 : CodedOutputStream.computeUInt64Size(field, value);
    }

    static int sizeSigned(int field, long value) {
        return value == 0 ? 0 : CodedOutputStream.computeSInt64Size(field, value);
    }

    static int sizeDelimited(int field, int length) {
        return CodedOutputStream.computeTagSize(field) + CodedOutputStream.computeUInt32SizeNoTag(length) + length;
    }

    // ---- writing ----------------------------------------------------------------------------------------------------

    /** Writes a 64-bit number. Smaller numbers are written with it too: the bytes are the same. */
    static void writeUnsigned(CodedOutputStream out, int field, long value) throws IOException {
        if (value != 0) {
            out.writeUInt64(field, value);
        }
    }

    static void writeSigned(CodedOutputStream out, int field, long value) throws IOException {
        if (value != 0) {
            out.writeSInt64(field, value);
        }
    }

    /** Writes the tag and length of a message, a string, or packed numbers. */
    static void writeDelimited(CodedOutputStream out, int field, int length) throws IOException {
        out.writeTag(field, DELIMITED);
        out.writeUInt32NoTag(length);
    }

    // ---- reading ----------------------------------------------------------------------------------------------------

    /** Enters a message or packed numbers; the result must be passed to {@link #leave}. */
    static int enter(CodedInputStream in) throws IOException {
        return in.pushLimit(in.readRawVarint32());
    }

    /** Leaves a message or packed numbers, which must have been read to the end. */
    static void leave(CodedInputStream in, int outer) throws IOException {
        in.checkLastTagWas(0);
        in.popLimit(outer);
    }

    /** Skips a field that this version does not know. */
    static void skip(CodedInputStream in, int tag) throws IOException {
        if (!in.skipField(tag)) {
            throw new MalformedFrameException("a group ends that did not begin");
        }
    }

    /** Throws if a field follows the body: there is one body, and it comes last. */
    static long header(@Nullable Message body, long value) throws MalformedFrameException {
        if (body != null) {
            throw new MalformedFrameException("something after the body of a message");
        }
        return value;
    }

    /** Skips the fields of a body that has none yet. */
    static void skipAll(CodedInputStream in) throws IOException {
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            skip(in, tag);
        }
    }

    /** Throws if a list has too many elements. */
    static void checkElements(int count) throws MalformedFrameException {
        if (count >= MAX_ELEMENTS) {
            throw new MalformedFrameException("a list of more than " + MAX_ELEMENTS + " elements");
        }
    }

    static MalformedFrameException missing(String what) {
        return new MalformedFrameException(what + " is missing");
    }
}
