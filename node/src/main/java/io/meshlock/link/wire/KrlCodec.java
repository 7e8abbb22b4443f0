package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.DELIMITED;
import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;
import static io.meshlock.link.wire.Fields.header;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.krl.Header;
import io.meshlock.protocol.krl.Height;
import io.meshlock.protocol.krl.KrlMessage;
import io.meshlock.protocol.krl.KrlMessage.LinkInfo;
import io.meshlock.protocol.krl.KrlMessage.Request;
import io.meshlock.protocol.krl.KrlMessage.Token;
import io.meshlock.protocol.krl.TokenState;
import io.meshlock.protocol.krl.TokenTrail;
import java.io.IOException;
import java.util.List;

/** Reads and writes messages of the KRL family: a header, then one body. */
final class KrlCodec implements MessageCodec<KrlMessage> {

    private static final int H1 = 1;
    private static final int H2 = 2;
    private static final int NODE = 3;
    private static final int TOKEN_STATE = 4;
    private static final int LINKS = 5;
    private static final int SEEN = 6;
    private static final int REQUEST = 7;
    private static final int TOKEN = 8;
    private static final int LINK_INFO = 9;

    private static final int TOKEN_HOPS = 1;
    private static final int TOKEN_SETTLED = 2;
    private static final int TOKEN_CYCLE = 3;
    private static final int TOKEN_SENT_AT = 4;

    private static final int LINK_INFO_STAMP = 1;

    private static final TokenState[] STATES = TokenState.values();

    @Override
    public int field() {
        return 9;
    }

    @Override
    public List<String> algorithms() {
        return List.of("krl", "krlf", "krl-adaptive", "rl");
    }

    @Override
    public Class<KrlMessage> family() {
        return KrlMessage.class;
    }

    // ---- writing ----------------------------------------------------------------------------------------------------

    @Override
    public int size(KrlMessage message) {
        Header header = message.header();
        return Fields.sizeSigned(H1, header.height().h1())
                + Fields.sizeSigned(H2, header.height().h2())
                + Fields.sizeUnsigned(
                        NODE, Integer.toUnsignedLong(header.height().id()))
                + Fields.sizeUnsigned(TOKEN_STATE, wireState(header.standing()))
                + Fields.sizeUnsigned(LINKS, Integer.toUnsignedLong(header.links()))
                + Fields.sizeUnsigned(SEEN, header.seen())
                + Fields.sizeDelimited(bodyField(message), bodySize(message));
    }

    @Override
    public void write(KrlMessage message, CodedOutputStream out) throws IOException {
        Header header = message.header();
        Fields.writeSigned(out, H1, header.height().h1());
        Fields.writeSigned(out, H2, header.height().h2());
        Fields.writeUnsigned(out, NODE, Integer.toUnsignedLong(header.height().id()));
        Fields.writeUnsigned(out, TOKEN_STATE, wireState(header.standing()));
        Fields.writeUnsigned(out, LINKS, Integer.toUnsignedLong(header.links()));
        Fields.writeUnsigned(out, SEEN, header.seen());
        Fields.writeDelimited(out, bodyField(message), bodySize(message));
        if (message instanceof Token token) {
            TokenTrail trip = token.trip();
            Fields.writeUnsigned(out, TOKEN_HOPS, Integer.toUnsignedLong(trip.hops()));
            Fields.writeUnsigned(out, TOKEN_SETTLED, trip.settled() ? 1 : 0);
            Fields.writeSigned(out, TOKEN_CYCLE, trip.cycle());
            Fields.writeSigned(out, TOKEN_SENT_AT, token.sentAt());
        } else if (message instanceof LinkInfo info) {
            Fields.writeUnsigned(out, LINK_INFO_STAMP, info.stamp());
        }
    }

    private static int bodyField(KrlMessage message) {
        return message instanceof Request ? REQUEST : message instanceof Token ? TOKEN : LINK_INFO;
    }

    private static int bodySize(KrlMessage message) {
        if (message instanceof Token token) {
            return Fields.sizeUnsigned(
                            TOKEN_HOPS, Integer.toUnsignedLong(token.trip().hops()))
                    + Fields.sizeUnsigned(TOKEN_SETTLED, token.trip().settled() ? 1 : 0)
                    + Fields.sizeSigned(TOKEN_CYCLE, token.trip().cycle())
                    + Fields.sizeSigned(TOKEN_SENT_AT, token.sentAt());
        }
        return message instanceof LinkInfo info ? Fields.sizeUnsigned(LINK_INFO_STAMP, info.stamp()) : 0;
    }

    private static int wireState(TokenState state) {
        return switch (state) {
            case EMPTY -> 0;
            case HOLDS -> 1;
            case STRANDED -> 2;
        };
    }

    // ---- reading ----------------------------------------------------------------------------------------------------

    @Override
    public KrlMessage read(CodedInputStream in) throws IOException {
        long h1 = 0;
        long h2 = 0;
        int node = 0;
        int tokenState = 0;
        int links = 0;
        long seen = 0;
        KrlMessage message = null;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case H1 << SHIFT | NUMBER -> h1 = header(message, in.readSInt64());
                case H2 << SHIFT | NUMBER -> h2 = header(message, in.readSInt64());
                case NODE << SHIFT | NUMBER -> node = (int) header(message, in.readUInt32());
                case TOKEN_STATE << SHIFT | NUMBER -> tokenState = (int) header(message, in.readEnum());
                case LINKS << SHIFT | NUMBER -> links = (int) header(message, in.readUInt32());
                case SEEN << SHIFT | NUMBER -> seen = header(message, in.readUInt64());
                case REQUEST << SHIFT | DELIMITED, TOKEN << SHIFT | DELIMITED, LINK_INFO << SHIFT | DELIMITED -> {
                    header(message, 0);
                    Header said = new Header(new Height(h1, h2, node), tokenState(tokenState), links, seen);
                    message = readBody(tag >>> SHIFT, said, in);
                }
                default -> Fields.skip(in, tag);
            }
        }
        if (message == null) {
            throw Fields.missing("the body of a message");
        }
        return message;
    }

    private static TokenState tokenState(int wire) throws MalformedFrameException {
        if (wire < 0 || wire >= STATES.length) {
            throw new MalformedFrameException("token state " + wire + " is not defined");
        }
        return STATES[wire];
    }

    private static KrlMessage readBody(int field, Header header, CodedInputStream in) throws IOException {
        int outer = Fields.enter(in);
        KrlMessage message = switch (field) {
            case TOKEN -> readToken(header, in);
            case LINK_INFO -> readLinkInfo(header, in);
            default -> {
                Fields.skipAll(in);
                yield new Request(header);
            }
        };
        Fields.leave(in, outer);
        return message;
    }

    private static Token readToken(Header header, CodedInputStream in) throws IOException {
        int hops = 0;
        boolean settled = false;
        long cycle = 0;
        long sentAt = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case TOKEN_HOPS << SHIFT | NUMBER -> hops = in.readUInt32();
                case TOKEN_SETTLED << SHIFT | NUMBER -> settled = in.readBool();
                case TOKEN_CYCLE << SHIFT | NUMBER -> cycle = in.readSInt64();
                case TOKEN_SENT_AT << SHIFT | NUMBER -> sentAt = in.readSInt64();
                default -> Fields.skip(in, tag);
            }
        }
        return new Token(header, new TokenTrail(hops, settled, cycle), sentAt);
    }

    private static LinkInfo readLinkInfo(Header header, CodedInputStream in) throws IOException {
        long stamp = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag == (LINK_INFO_STAMP << SHIFT | NUMBER)) {
                stamp = in.readUInt64();
            } else {
                Fields.skip(in, tag);
            }
        }
        return new LinkInfo(header, stamp);
    }
}
