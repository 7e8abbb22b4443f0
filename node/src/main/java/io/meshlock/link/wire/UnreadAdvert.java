package io.meshlock.link.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import io.meshlock.link.wire.proto.MapAdvert;
import java.io.IOException;

/**
 * A link-state advert of which only the head was read. Flooding brings most adverts several times, and to see that one is
 * not new its content is not needed.
 *
 * @param number the node that advertises itself
 * @param incarnation as in {@link LinkStateAdvert}
 * @param sequence as in {@link LinkStateAdvert}
 * @param content the whole advert
 */
public record UnreadAdvert(int number, long incarnation, long sequence, ByteString content) {

    /** Reads the head of an advert. */
    static UnreadAdvert of(ByteString content) throws IOException {
        CodedInputStream in = content.newCodedInput();
        int number = 0;
        long incarnation = 0;
        long sequence = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case MapAdvert.NUMBER_FIELD_NUMBER << Fields.SHIFT | Fields.NUMBER -> number = in.readUInt32();
                case MapAdvert.INCARNATION_FIELD_NUMBER << Fields.SHIFT | Fields.NUMBER ->
                    incarnation = in.readUInt64();
                case MapAdvert.SEQUENCE_FIELD_NUMBER << Fields.SHIFT | Fields.NUMBER -> sequence = in.readUInt64();
                default -> Fields.skip(in, tag);
            }
        }
        return new UnreadAdvert(number, incarnation, sequence, content);
    }

    /** The whole advert. */
    public LinkStateAdvert read() throws MalformedFrameException {
        try {
            return LinkStateAdverts.read(MapAdvert.parseFrom(content));
        } catch (IOException | IllegalArgumentException e) {
            throw new MalformedFrameException(String.valueOf(e.getMessage()), e);
        }
    }
}
