package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.DELIMITED;
import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.prioritized.GrantNumbers;
import io.meshlock.protocol.prioritized.Header;
import io.meshlock.protocol.prioritized.Height;
import io.meshlock.protocol.prioritized.LedgerEntry;
import io.meshlock.protocol.prioritized.LinkState;
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
import io.meshlock.protocol.prioritized.Transfer;
import java.io.IOException;
import java.util.List;

/**
 * Reads and writes the bodies of prioritized messages. One block per body: field numbers, size, write, read. Larger ones
 * have classes of their own.
 */
final class PrioritizedBodies {

    static final int LINK = 5;
    static final int REQUEST = 6;
    static final int CANCEL = 7;
    static final int GRANT = 8;
    static final int RELEASE = 9;
    static final int TOKEN = 10;
    static final int ALIVE = 11;
    static final int SUSPECT = 12;
    static final int INQUIRY = 13;
    static final int PRESENCE = 14;
    static final int RESIZE = 15;
    static final int REFUSAL = 16;
    static final int AMEND = 17;
    static final int HEIRS = 18;

    private static final Transfer.Verdict[] VERDICTS = Transfer.Verdict.values();

    private PrioritizedBodies() {}

    static boolean has(int field) {
        return field >= LINK && field <= HEIRS;
    }

    static int size(PrioritizedMessage message) {
        if (message instanceof RequestMessage register) {
            return KeyFields.size(REQUEST_KEYS, register.keys())
                    + Numbers.size(REQUEST_ENTERED, register.entered())
                    + LinkStateFields.size(REQUEST_LINKS, register.links());
        } else if (message instanceof GrantMessage grant) {
            return GrantFields.size(grant);
        } else if (message instanceof HeirsMessage heirs) {
            return HeirFields.size(heirs);
        } else if (message instanceof ReleaseMessage release) {
            return Numbers.size(RELEASE_RELEASED, release.released())
                    + Numbers.size(RELEASE_DOUBTED, release.doubted())
                    + Numbers.size(RELEASE_OVER, release.over())
                    + Fields.sizeUnsigned(RELEASE_HELD, release.held() + 1)
                    + Fields.sizeUnsigned(RELEASE_CLEARED, release.cleared() ? 1 : 0);
        } else if (message instanceof Token token) {
            return tokenSize(token);
        } else if (message instanceof Alive alive) {
            return aliveSize(alive);
        } else if (message instanceof Suspect suspect) {
            return Fields.sizeUnsigned(SUSPECT_STAMP, suspect.stamp());
        } else if (message instanceof Inquiry inquiry) {
            return inquirySize(inquiry.transfer());
        } else if (message instanceof Presence presence) {
            return Fields.sizeUnsigned(PRESENCE_STAYS, presence.stays() ? 1 : 0);
        } else if (message instanceof Resize resize) {
            return resizeSize(resize.size());
        } else if (message instanceof Refusal refusal) {
            return KeyFields.size(REFUSAL_KEY, refusal.key());
        } else if (message instanceof Amend amend) {
            return AmendFields.size(amend.changes());
        }
        return 0;
    }

    static void write(PrioritizedMessage message, CodedOutputStream out) throws IOException {
        if (message instanceof RequestMessage register) {
            KeyFields.write(out, REQUEST_KEYS, register.keys());
            Numbers.write(out, REQUEST_ENTERED, register.entered());
            LinkStateFields.write(out, REQUEST_LINKS, register.links());
        } else if (message instanceof GrantMessage grant) {
            GrantFields.write(out, grant);
        } else if (message instanceof HeirsMessage heirs) {
            HeirFields.write(out, heirs);
        } else if (message instanceof ReleaseMessage release) {
            Numbers.write(out, RELEASE_RELEASED, release.released());
            Numbers.write(out, RELEASE_DOUBTED, release.doubted());
            Numbers.write(out, RELEASE_OVER, release.over());
            Fields.writeUnsigned(out, RELEASE_HELD, release.held() + 1);
            Fields.writeUnsigned(out, RELEASE_CLEARED, release.cleared() ? 1 : 0);
        } else if (message instanceof Token token) {
            writeToken(out, token);
        } else if (message instanceof Alive alive) {
            writeAlive(out, alive);
        } else if (message instanceof Suspect suspect) {
            Fields.writeUnsigned(out, SUSPECT_STAMP, suspect.stamp());
        } else if (message instanceof Inquiry inquiry) {
            writeInquiry(out, inquiry.transfer());
        } else if (message instanceof Presence presence) {
            Fields.writeUnsigned(out, PRESENCE_STAYS, presence.stays() ? 1 : 0);
        } else if (message instanceof Resize resize) {
            writeResize(out, resize.size());
        } else if (message instanceof Refusal refusal) {
            KeyFields.write(out, REFUSAL_KEY, refusal.key());
        } else if (message instanceof Amend amend) {
            AmendFields.write(out, amend.changes());
        }
    }

    static PrioritizedMessage read(int field, Header header, CodedInputStream in) throws IOException {
        int outer = Fields.enter(in);
        PrioritizedMessage message = switch (field) {
            case LINK -> new Link(nothing(header, in));
            case REQUEST -> readRequest(header, in);
            case CANCEL -> new Cancel(nothing(header, in));
            case GRANT -> GrantFields.read(header, in);
            case RELEASE -> readRelease(header, in);
            case TOKEN -> readToken(header, in);
            case ALIVE -> readAlive(header, in);
            case SUSPECT -> readSuspect(header, in);
            case INQUIRY -> readInquiry(header, in);
            case PRESENCE -> readPresence(header, in);
            case RESIZE -> readResize(header, in);
            case REFUSAL -> readRefusal(header, in);
            case AMEND -> new Amend(header, AmendFields.read(in));
            case HEIRS -> HeirFields.read(header, in);
            default -> throw new IllegalArgumentException("no body " + field);
        };
        Fields.leave(in, outer);
        return message;
    }

    private static Header nothing(Header header, CodedInputStream in) throws IOException {
        Fields.skipAll(in);
        return header;
    }

    // ---- REQUEST ----------------------------------------------------------------------------------------------------

    private static final int REQUEST_KEYS = 1;
    private static final int REQUEST_ENTERED = 2;
    private static final int REQUEST_LINKS = 3;

    private static RequestMessage readRequest(Header header, CodedInputStream in) throws IOException {
        List<Key> keys = List.of();
        GrantNumbers entered = GrantNumbers.NONE;
        List<LinkState> links = List.of();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case REQUEST_KEYS << SHIFT | DELIMITED -> keys = KeyFields.readInto(keys, in);
                case REQUEST_ENTERED << SHIFT | DELIMITED -> entered = Numbers.readGrants(in);
                case REQUEST_LINKS << SHIFT | DELIMITED -> links = LinkStateFields.readInto(links, in);
                default -> Fields.skip(in, tag);
            }
        }
        return new RequestMessage(header, KeyFields.sorted(keys), entered, links);
    }

    // ---- RELEASE ----------------------------------------------------------------------------------------------------

    private static final int RELEASE_RELEASED = 1;
    private static final int RELEASE_DOUBTED = 2;
    private static final int RELEASE_OVER = 3;

    /** One more than the time, so that what is not known takes no room. */
    private static final int RELEASE_HELD = 4;

    private static final int RELEASE_CLEARED = 5;

    private static ReleaseMessage readRelease(Header header, CodedInputStream in) throws IOException {
        GrantNumbers released = GrantNumbers.NONE;
        GrantNumbers doubted = GrantNumbers.NONE;
        GrantNumbers over = GrantNumbers.NONE;
        long held = 0;
        boolean cleared = false;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case RELEASE_RELEASED << SHIFT | DELIMITED -> released = Numbers.readGrants(in);
                case RELEASE_DOUBTED << SHIFT | DELIMITED -> doubted = Numbers.readGrants(in);
                case RELEASE_OVER << SHIFT | DELIMITED -> over = Numbers.readGrants(in);
                case RELEASE_HELD << SHIFT | NUMBER -> held = in.readUInt64();
                case RELEASE_CLEARED << SHIFT | NUMBER -> cleared = in.readBool();
                default -> Fields.skip(in, tag);
            }
        }
        return new ReleaseMessage(header, released, doubted, over, held - 1, cleared);
    }

    // ---- TOKEN ------------------------------------------------------------------------------------------------------

    private static final int TOKEN_LEDGER = 1;
    private static final int TOKEN_NEXT_NUMBER = 2;
    private static final int TOKEN_HOP = 3;
    private static final int TOKEN_STAMP = 4;
    private static final int TOKEN_KEYS = 5;
    private static final int TOKEN_CHASED = 6;
    private static final int TOKEN_LINKS = 7;

    private static int tokenSize(Token token) {
        return GrantFields.size(TOKEN_LEDGER, token.ledger())
                + Fields.sizeUnsigned(TOKEN_NEXT_NUMBER, token.nextNumber())
                + Fields.sizeUnsigned(TOKEN_HOP, token.hop())
                + Fields.sizeUnsigned(TOKEN_STAMP, token.stamp())
                + KeyFields.size(TOKEN_KEYS, token.keys())
                + Fields.sizeSigned(TOKEN_CHASED, token.chased())
                + LinkStateFields.size(TOKEN_LINKS, token.links());
    }

    private static void writeToken(CodedOutputStream out, Token token) throws IOException {
        GrantFields.write(out, TOKEN_LEDGER, token.ledger());
        Fields.writeUnsigned(out, TOKEN_NEXT_NUMBER, token.nextNumber());
        Fields.writeUnsigned(out, TOKEN_HOP, token.hop());
        Fields.writeUnsigned(out, TOKEN_STAMP, token.stamp());
        KeyFields.write(out, TOKEN_KEYS, token.keys());
        Fields.writeSigned(out, TOKEN_CHASED, token.chased());
        LinkStateFields.write(out, TOKEN_LINKS, token.links());
    }

    private static Token readToken(Header header, CodedInputStream in) throws IOException {
        List<LedgerEntry> ledger = List.of();
        long nextNumber = 0;
        long hop = 0;
        long stamp = 0;
        List<Key> keys = List.of();
        int chased = 0;
        List<LinkState> links = List.of();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case TOKEN_LEDGER << SHIFT | DELIMITED -> ledger = GrantFields.readInto(ledger, in);
                case TOKEN_NEXT_NUMBER << SHIFT | NUMBER -> nextNumber = in.readUInt64();
                case TOKEN_HOP << SHIFT | NUMBER -> hop = in.readUInt64();
                case TOKEN_STAMP << SHIFT | NUMBER -> stamp = in.readUInt64();
                case TOKEN_KEYS << SHIFT | DELIMITED -> keys = KeyFields.readInto(keys, in);
                case TOKEN_CHASED << SHIFT | NUMBER -> chased = in.readSInt32();
                case TOKEN_LINKS << SHIFT | DELIMITED -> links = LinkStateFields.readInto(links, in);
                default -> Fields.skip(in, tag);
            }
        }
        return new Token(header, ledger, nextNumber, hop, stamp, KeyFields.sorted(keys), chased, links);
    }

    // ---- ALIVE ------------------------------------------------------------------------------------------------------

    private static final int ALIVE_STAMP = 1;
    private static final int ALIVE_ROOT_LEVEL = 2;
    private static final int ALIVE_ROOT_OFFSET = 3;
    private static final int ALIVE_DISTANCE = 4;
    private static final int ALIVE_ASKED = 5;

    private static int aliveSize(Alive alive) {
        return Fields.sizeUnsigned(ALIVE_STAMP, alive.stamp())
                + Fields.sizeSigned(ALIVE_ROOT_LEVEL, alive.root().level())
                + Fields.sizeSigned(ALIVE_ROOT_OFFSET, alive.root().offset())
                + Fields.sizeUnsigned(ALIVE_DISTANCE, Integer.toUnsignedLong(alive.distance()))
                + GrantFields.size(ALIVE_ASKED, alive.asked());
    }

    private static void writeAlive(CodedOutputStream out, Alive alive) throws IOException {
        Fields.writeUnsigned(out, ALIVE_STAMP, alive.stamp());
        Fields.writeSigned(out, ALIVE_ROOT_LEVEL, alive.root().level());
        Fields.writeSigned(out, ALIVE_ROOT_OFFSET, alive.root().offset());
        Fields.writeUnsigned(out, ALIVE_DISTANCE, Integer.toUnsignedLong(alive.distance()));
        GrantFields.write(out, ALIVE_ASKED, alive.asked());
    }

    private static Alive readAlive(Header header, CodedInputStream in) throws IOException {
        long stamp = 0;
        long level = 0;
        long offset = 0;
        int distance = 0;
        List<LedgerEntry> asked = List.of();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case ALIVE_STAMP << SHIFT | NUMBER -> stamp = in.readUInt64();
                case ALIVE_ROOT_LEVEL << SHIFT | NUMBER -> level = in.readSInt64();
                case ALIVE_ROOT_OFFSET << SHIFT | NUMBER -> offset = in.readSInt64();
                case ALIVE_DISTANCE << SHIFT | NUMBER -> distance = in.readUInt32();
                case ALIVE_ASKED << SHIFT | DELIMITED -> asked = GrantFields.readInto(asked, in);
                default -> Fields.skip(in, tag);
            }
        }
        return new Alive(header, stamp, new Height(level, offset), distance, asked);
    }

    // ---- SUSPECT ----------------------------------------------------------------------------------------------------

    private static final int SUSPECT_STAMP = 1;

    private static Suspect readSuspect(Header header, CodedInputStream in) throws IOException {
        long stamp = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag == (SUSPECT_STAMP << SHIFT | NUMBER)) {
                stamp = in.readUInt64();
            } else {
                Fields.skip(in, tag);
            }
        }
        return new Suspect(header, stamp);
    }

    // ---- INQUIRY ----------------------------------------------------------------------------------------------------

    private static final int INQUIRY_HOP = 1;
    private static final int INQUIRY_TARGET = 2;
    private static final int INQUIRY_VERDICT = 3;
    private static final int INQUIRY_INCARNATION = 4;

    private static int inquirySize(Transfer transfer) {
        return Fields.sizeUnsigned(INQUIRY_HOP, transfer.hop())
                + Fields.sizeUnsigned(INQUIRY_INCARNATION, transfer.incarnation())
                + Fields.sizeUnsigned(INQUIRY_TARGET, Integer.toUnsignedLong(transfer.target()))
                + Fields.sizeUnsigned(INQUIRY_VERDICT, wireVerdict(transfer.verdict()));
    }

    private static void writeInquiry(CodedOutputStream out, Transfer transfer) throws IOException {
        Fields.writeUnsigned(out, INQUIRY_HOP, transfer.hop());
        Fields.writeUnsigned(out, INQUIRY_TARGET, Integer.toUnsignedLong(transfer.target()));
        Fields.writeUnsigned(out, INQUIRY_VERDICT, wireVerdict(transfer.verdict()));
        Fields.writeUnsigned(out, INQUIRY_INCARNATION, transfer.incarnation());
    }

    private static int wireVerdict(Transfer.Verdict verdict) {
        return switch (verdict) {
            case ASKED -> 0;
            case ACCEPTED -> 1;
            case REFUSED -> 2;
        };
    }

    private static Inquiry readInquiry(Header header, CodedInputStream in) throws IOException {
        long hop = 0;
        int target = 0;
        long incarnation = 0;
        int verdict = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case INQUIRY_HOP << SHIFT | NUMBER -> hop = in.readUInt64();
                case INQUIRY_TARGET << SHIFT | NUMBER -> target = in.readUInt32();
                case INQUIRY_VERDICT << SHIFT | NUMBER -> verdict = in.readEnum();
                case INQUIRY_INCARNATION << SHIFT | NUMBER -> incarnation = in.readUInt64();
                default -> Fields.skip(in, tag);
            }
        }
        if (verdict < 0 || verdict >= VERDICTS.length) {
            throw new MalformedFrameException("verdict " + verdict + " is none");
        }
        return new Inquiry(header, new Transfer(hop, target, incarnation, VERDICTS[verdict]));
    }

    // ---- PRESENCE ---------------------------------------------------------------------------------------------------

    private static final int PRESENCE_STAYS = 1;

    private static Presence readPresence(Header header, CodedInputStream in) throws IOException {
        boolean stays = false;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag == (PRESENCE_STAYS << SHIFT | NUMBER)) {
                stays = in.readBool();
            } else {
                Fields.skip(in, tag);
            }
        }
        return new Presence(header, stays);
    }

    // ---- RESIZE -----------------------------------------------------------------------------------------------------

    private static final int RESIZE_PERMITS = 1;
    private static final int RESIZE_VERSION = 2;
    private static final int RESIZE_NODE = 3;

    private static int resizeSize(PoolSize size) {
        return Fields.sizeUnsigned(RESIZE_PERMITS, size.permits())
                + Fields.sizeUnsigned(RESIZE_VERSION, size.version())
                + Fields.sizeUnsigned(RESIZE_NODE, Integer.toUnsignedLong(size.node()));
    }

    private static void writeResize(CodedOutputStream out, PoolSize size) throws IOException {
        Fields.writeUnsigned(out, RESIZE_PERMITS, size.permits());
        Fields.writeUnsigned(out, RESIZE_VERSION, size.version());
        Fields.writeUnsigned(out, RESIZE_NODE, Integer.toUnsignedLong(size.node()));
    }

    private static Resize readResize(Header header, CodedInputStream in) throws IOException {
        int permits = 0;
        long version = 0;
        int node = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case RESIZE_PERMITS << SHIFT | NUMBER -> permits = in.readUInt32();
                case RESIZE_VERSION << SHIFT | NUMBER -> version = in.readUInt64();
                case RESIZE_NODE << SHIFT | NUMBER -> node = in.readUInt32();
                default -> Fields.skip(in, tag);
            }
        }
        if (permits < 1) {
            throw new MalformedFrameException("a pool of " + Integer.toUnsignedString(permits) + " permits");
        }
        return new Resize(header, new PoolSize(permits, version, node));
    }

    // ---- REFUSAL ----------------------------------------------------------------------------------------------------

    private static final int REFUSAL_KEY = 1;

    private static Refusal readRefusal(Header header, CodedInputStream in) throws IOException {
        Key key = null;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag == (REFUSAL_KEY << SHIFT | DELIMITED)) {
                key = KeyFields.read(in);
            } else {
                Fields.skip(in, tag);
            }
        }
        if (key == null) {
            throw Fields.missing("the key of a refusal");
        }
        return new Refusal(header, key);
    }
}
