package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.DELIMITED;
import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;
import static io.meshlock.link.wire.Fields.header;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.prioritized.Header;
import io.meshlock.protocol.prioritized.Height;
import io.meshlock.protocol.prioritized.PrioritizedMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Alive;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Amend;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Cancel;
import io.meshlock.protocol.prioritized.PrioritizedMessage.GrantMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.HeirsMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Inquiry;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Link;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Presence;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Refusal;
import io.meshlock.protocol.prioritized.PrioritizedMessage.ReleaseMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.RequestMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Resize;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Suspect;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Token;
import java.io.IOException;
import java.util.List;

/** Reads and writes messages of {@code prioritized} and {@code prioritized-moving}: a header, then one body. */
final class PrioritizedCodec implements MessageCodec<PrioritizedMessage> {

    private static final int LEVEL = 1;
    private static final int OFFSET = 2;
    private static final int CLOCK = 3;
    private static final int SEEN = 4;

    @Override
    public int field() {
        return 8;
    }

    @Override
    public List<String> algorithms() {
        return List.of("prioritized", "prioritized-moving");
    }

    @Override
    public Class<PrioritizedMessage> family() {
        return PrioritizedMessage.class;
    }

    @Override
    public int size(PrioritizedMessage message) {
        Header header = message.header();
        return Fields.sizeSigned(LEVEL, header.height().level())
                + Fields.sizeSigned(OFFSET, header.height().offset())
                + Fields.sizeUnsigned(CLOCK, header.clock())
                + Fields.sizeUnsigned(SEEN, header.seen())
                + Fields.sizeDelimited(bodyField(message), PrioritizedBodies.size(message));
    }

    @Override
    public void write(PrioritizedMessage message, CodedOutputStream out) throws IOException {
        Header header = message.header();
        Fields.writeSigned(out, LEVEL, header.height().level());
        Fields.writeSigned(out, OFFSET, header.height().offset());
        Fields.writeUnsigned(out, CLOCK, header.clock());
        Fields.writeUnsigned(out, SEEN, header.seen());
        Fields.writeDelimited(out, bodyField(message), PrioritizedBodies.size(message));
        PrioritizedBodies.write(message, out);
    }

    /** The body's field in {@code Prioritized.body}. */
    private static int bodyField(PrioritizedMessage message) {
        if (message instanceof Link) {
            return PrioritizedBodies.LINK;
        } else if (message instanceof RequestMessage) {
            return PrioritizedBodies.REQUEST;
        } else if (message instanceof Cancel) {
            return PrioritizedBodies.CANCEL;
        } else if (message instanceof GrantMessage) {
            return PrioritizedBodies.GRANT;
        } else if (message instanceof ReleaseMessage) {
            return PrioritizedBodies.RELEASE;
        } else if (message instanceof Token) {
            return PrioritizedBodies.TOKEN;
        } else if (message instanceof Alive) {
            return PrioritizedBodies.ALIVE;
        } else if (message instanceof Suspect) {
            return PrioritizedBodies.SUSPECT;
        } else if (message instanceof Inquiry) {
            return PrioritizedBodies.INQUIRY;
        } else if (message instanceof Presence) {
            return PrioritizedBodies.PRESENCE;
        } else if (message instanceof Resize) {
            return PrioritizedBodies.RESIZE;
        } else if (message instanceof Refusal) {
            return PrioritizedBodies.REFUSAL;
        } else if (message instanceof Amend) {
            return PrioritizedBodies.AMEND;
        } else if (message instanceof HeirsMessage) {
            return PrioritizedBodies.HEIRS;
        }
        throw new IllegalArgumentException("no body for " + message.type());
    }

    @Override
    public PrioritizedMessage read(CodedInputStream in) throws IOException {
        long level = 0;
        long offset = 0;
        long clock = 0;
        long seen = 0;
        PrioritizedMessage message = null;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case LEVEL << SHIFT | NUMBER -> level = header(message, in.readSInt64());
                case OFFSET << SHIFT | NUMBER -> offset = header(message, in.readSInt64());
                case CLOCK << SHIFT | NUMBER -> clock = header(message, in.readUInt64());
                case SEEN << SHIFT | NUMBER -> seen = header(message, in.readUInt64());
                default -> {
                    if ((tag & 7) == DELIMITED && PrioritizedBodies.has(tag >>> SHIFT)) {
                        header(message, 0);
                        Header header = new Header(new Height(level, offset), clock, seen);
                        message = PrioritizedBodies.read(tag >>> SHIFT, header, in);
                    } else {
                        Fields.skip(in, tag);
                    }
                }
            }
        }
        if (message == null) {
            throw Fields.missing("the body of a message");
        }
        return message;
    }
}
