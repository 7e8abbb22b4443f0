package io.meshlock.link.wire;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.Message;
import java.io.IOException;
import java.util.List;

/**
 * Reads and writes one algorithm family's messages. An implementation is stateless; {@link MessageCodecs} lists them
 * all.
 *
 * @param <M> the family
 */
public interface MessageCodec<M extends Message> {

    /** The family's field in {@code PoolMessage.body}. */
    int field();

    /** The algorithms that speak this family's messages, by name. */
    List<String> algorithms();

    /** The family. */
    Class<M> family();

    /**
     * A {@linkplain Message#isDatagram datagram} that is too long for a frame, in several that say the same and fit;
     * empty if there is no way.
     */
    default List<M> split(M message, int maxFrameBytes) {
        return List.of();
    }

    /** How many bytes {@link #write} will write. */
    int size(M message);

    /** Writes the message's fields. */
    void write(M message, CodedOutputStream out) throws IOException;

    /**
     * Reads fields up to the limit that is pushed on {@code in}. Unknown fields are skipped. What makes no sense is
     * refused with an {@link IOException} or an {@link IllegalArgumentException}.
     */
    M read(CodedInputStream in) throws IOException;
}
