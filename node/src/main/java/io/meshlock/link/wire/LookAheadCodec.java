package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.DELIMITED;
import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;
import static io.meshlock.link.wire.Fields.header;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.lookahead.Header;
import io.meshlock.protocol.lookahead.LookAheadMessage;
import io.meshlock.protocol.lookahead.LookAheadMessage.Ask;
import io.meshlock.protocol.lookahead.LookAheadMessage.Bye;
import io.meshlock.protocol.lookahead.LookAheadMessage.Give;
import io.meshlock.protocol.lookahead.LookAheadMessage.Query;
import io.meshlock.protocol.lookahead.LookAheadMessage.State;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes messages of {@code lookahead}: a header, then one body. */
final class LookAheadCodec implements MessageCodec<LookAheadMessage> {

    private static final int FROM = 1;
    private static final int TO = 2;
    private static final int CLOCK = 3;
    private static final int NUMBER_OF_GRANT = 4;
    private static final int VERSION = 5;
    private static final int HOLDS = 6;
    private static final int USED = 7;
    private static final int REQUEST = 8;
    private static final int FORK = 9;
    private static final int QUERY = 10;
    private static final int STATE = 11;
    private static final int BYE = 12;

    /** The only field of each body that has one. */
    private static final int CONTENT = 1;

    @Override
    public int field() {
        return 10;
    }

    @Override
    public List<String> algorithms() {
        return List.of("lookahead");
    }

    @Override
    public Class<LookAheadMessage> family() {
        return LookAheadMessage.class;
    }

    // ---- writing ----------------------------------------------------------------------------------------------------

    @Override
    public int size(LookAheadMessage message) {
        Header header = message.header();
        return Fields.sizeSigned(FROM, header.from())
                + Fields.sizeSigned(TO, header.to())
                + Fields.sizeSigned(CLOCK, header.clock())
                + Fields.sizeUnsigned(NUMBER_OF_GRANT, header.number())
                + Fields.sizeSigned(VERSION, header.version())
                + Fields.sizeUnsigned(HOLDS, header.holds() ? 1 : 0)
                + Fields.sizeUnsigned(USED, Integer.toUnsignedLong(header.used()))
                + Fields.sizeDelimited(bodyField(message), bodySize(message));
    }

    @Override
    public void write(LookAheadMessage message, CodedOutputStream out) throws IOException {
        Header header = message.header();
        Fields.writeSigned(out, FROM, header.from());
        Fields.writeSigned(out, TO, header.to());
        Fields.writeSigned(out, CLOCK, header.clock());
        Fields.writeUnsigned(out, NUMBER_OF_GRANT, header.number());
        Fields.writeSigned(out, VERSION, header.version());
        Fields.writeUnsigned(out, HOLDS, header.holds() ? 1 : 0);
        Fields.writeUnsigned(out, USED, Integer.toUnsignedLong(header.used()));
        Fields.writeDelimited(out, bodyField(message), bodySize(message));
        Key key = key(message);
        if (key != null) {
            KeyFields.write(out, CONTENT, key);
        }
        Fields.writeSigned(out, CONTENT, moment(message));
    }

    private static int bodyField(LookAheadMessage message) {
        if (message instanceof Ask) {
            return REQUEST;
        } else if (message instanceof Give) {
            return FORK;
        } else if (message instanceof Query) {
            return QUERY;
        }
        return message instanceof State ? STATE : BYE;
    }

    private static int bodySize(LookAheadMessage message) {
        Key key = key(message);
        return (key == null ? 0 : KeyFields.size(CONTENT, key)) + Fields.sizeSigned(CONTENT, moment(message));
    }

    private static @Nullable Key key(LookAheadMessage message) {
        return message instanceof Ask ask ? ask.key() : message instanceof Give give ? give.key() : null;
    }

    /** The time in a body; 0 if it has none. */
    private static long moment(LookAheadMessage message) {
        return message instanceof State state ? state.silentUntil() : message instanceof Bye bye ? bye.until() : 0;
    }

    // ---- reading ----------------------------------------------------------------------------------------------------

    @Override
    public LookAheadMessage read(CodedInputStream in) throws IOException {
        int from = 0;
        int to = 0;
        long clock = 0;
        long number = 0;
        long version = 0;
        boolean holds = false;
        int used = 0;
        LookAheadMessage message = null;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case FROM << SHIFT | NUMBER -> from = (int) header(message, in.readSInt32());
                case TO << SHIFT | NUMBER -> to = (int) header(message, in.readSInt32());
                case CLOCK << SHIFT | NUMBER -> clock = header(message, in.readSInt64());
                case NUMBER_OF_GRANT << SHIFT | NUMBER -> number = header(message, in.readUInt64());
                case VERSION << SHIFT | NUMBER -> version = header(message, in.readSInt64());
                case HOLDS << SHIFT | NUMBER -> holds = header(message, in.readBool() ? 1 : 0) != 0;
                case USED << SHIFT | NUMBER -> used = (int) header(message, in.readUInt32());
                default -> {
                    int field = tag >>> SHIFT;
                    if ((tag & 7) == DELIMITED && field >= REQUEST && field <= BYE) {
                        header(message, 0);
                        message = readBody(field, new Header(from, to, clock, number, version, holds, used), in);
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

    private static LookAheadMessage readBody(int field, Header header, CodedInputStream in) throws IOException {
        int outer = Fields.enter(in);
        Key key = null;
        long moment = 0;
        boolean hasKey = field == REQUEST || field == FORK;
        boolean hasMoment = field == STATE || field == BYE;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (hasKey && tag == (CONTENT << SHIFT | DELIMITED)) {
                key = KeyFields.read(in);
            } else if (hasMoment && tag == (CONTENT << SHIFT | NUMBER)) {
                moment = in.readSInt64();
            } else {
                Fields.skip(in, tag);
            }
        }
        Fields.leave(in, outer);
        return switch (field) {
            case REQUEST -> new Ask(header, required(key));
            case FORK -> new Give(header, key);
            case QUERY -> new Query(header);
            case STATE -> new State(header, moment);
            default -> new Bye(header, moment);
        };
    }

    private static Key required(@Nullable Key key) throws MalformedFrameException {
        if (key == null) {
            throw Fields.missing("the key of a request");
        }
        return key;
    }
}
