package io.meshlock.link.wire;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.Message;
import java.io.IOException;
import java.util.List;

/**
 * Reads and writes the messages of one family of algorithms. Stateless. {@link MessageCodecs} lists all codecs.
 *
 * @param <M> the family
 */
public interface MessageCodec<M extends Message> {

    /** The family's field in {@code PoolMessage.body}. */
    int field();

    /** The names of the algorithms that use this family's messages. */
    List<String> algorithms();

    /** The common type of the family's messages. */
    Class<M> family();

    /**
     * Splits a {@linkplain Message#isDatagram datagram} that is too long for a frame into several that fit and together
     * say the same; empty if that is not possible.
     */
    default List<M> split(M message, int maxFrameBytes) {
        return List.of();
    }

    /** How many bytes {@link #write} will write. */
    int size(M message);

    /** Writes the message's fields. */
    void write(M message, CodedOutputStream out) throws IOException;

    /**
     * Reads fields up to the limit that is pushed on {@code in}. Unknown fields are skipped. Throws an {@link
     * IOException} or an {@link IllegalArgumentException} if the message is not valid.
     */
    M read(CodedInputStream in) throws IOException;
}
