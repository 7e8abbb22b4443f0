package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.DELIMITED;
import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;
import static io.meshlock.link.wire.GrantFields.HEIRS;
import static io.meshlock.link.wire.GrantFields.INCARNATION;
import static io.meshlock.link.wire.GrantFields.KEY;
import static io.meshlock.link.wire.GrantFields.NEAR;
import static io.meshlock.link.wire.GrantFields.NUMBER_OF_GRANT;
import static io.meshlock.link.wire.GrantFields.ROUTE;
import static io.meshlock.link.wire.GrantFields.SINCE;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.prioritized.Header;
import io.meshlock.protocol.prioritized.Heir;
import io.meshlock.protocol.prioritized.NodeList;
import io.meshlock.protocol.prioritized.PrioritizedMessage.HeirsMessage;
import io.meshlock.protocol.token.TokenLeaseCheck;
import io.meshlock.protocol.token.TokenLeaseCheck.Reading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes the heirs of a grant, and the body of HEIRS, with the field numbers of a grant. */
final class HeirFields {

    private HeirFields() {}

    // ---- HEIRS ------------------------------------------------------------------------------------------------------

    static int size(HeirsMessage message) {
        return Fields.sizeUnsigned(NUMBER_OF_GRANT, message.number())
                + KeyFields.size(KEY, message.key())
                + Numbers.size(ROUTE, message.route())
                + size(HEIRS, message.heirs());
    }

    static void write(CodedOutputStream out, HeirsMessage message) throws IOException {
        Fields.writeUnsigned(out, NUMBER_OF_GRANT, message.number());
        KeyFields.write(out, KEY, message.key());
        Numbers.write(out, ROUTE, message.route());
        write(out, HEIRS, message.heirs());
    }

    static HeirsMessage read(Header header, CodedInputStream in) throws IOException {
        long number = 0;
        @Nullable Key key = null;
        NodeList route = NodeList.EMPTY;
        List<Heir> heirs = List.of();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case NUMBER_OF_GRANT << SHIFT | NUMBER -> number = in.readUInt64();
                case KEY << SHIFT | DELIMITED -> key = KeyFields.read(in);
                case ROUTE << SHIFT | DELIMITED -> route = Numbers.readNodeList(in);
                case HEIRS << SHIFT | DELIMITED -> heirs = readInto(heirs, in);
                default -> Fields.skip(in, tag);
            }
        }
        if (key == null) {
            throw Fields.missing("the key of a grant");
        }
        return new HeirsMessage(header, number, key, route, heirs);
    }

    // ---- a list of heirs --------------------------------------------------------------------------------------------

    static int size(int field, List<Heir> heirs) {
        int bytes = 0;
        for (int i = 0; i < heirs.size(); i++) {
            bytes += Fields.sizeDelimited(field, size(heirs.get(i)));
        }
        return bytes;
    }

    private static int size(Heir heir) {
        return Fields.sizeUnsigned(NUMBER_OF_GRANT, heir.number())
                + KeyFields.size(KEY, heir.key())
                + GrantFields.size(heir.reading())
                + Numbers.size(ROUTE, heir.route())
                + Fields.sizeUnsigned(NEAR, heir.near() ? 1 : 0);
    }

    static void write(CodedOutputStream out, int field, List<Heir> heirs) throws IOException {
        for (int i = 0; i < heirs.size(); i++) {
            Heir heir = heirs.get(i);
            Fields.writeDelimited(out, field, size(heir));
            Fields.writeUnsigned(out, NUMBER_OF_GRANT, heir.number());
            KeyFields.write(out, KEY, heir.key());
            GrantFields.write(out, heir.reading());
            Numbers.write(out, ROUTE, heir.route());
            Fields.writeUnsigned(out, NEAR, heir.near() ? 1 : 0);
        }
    }

    /** Adds an heir to a list that is being read. */
    static List<Heir> readInto(List<Heir> heirs, CodedInputStream in) throws IOException {
        Fields.checkElements(heirs.size());
        List<Heir> list = heirs.isEmpty() ? new ArrayList<>(4) : heirs;
        int outer = Fields.enter(in);
        list.add(readHeir(in));
        Fields.leave(in, outer);
        return list;
    }

    private static Heir readHeir(CodedInputStream in) throws IOException {
        long number = 0;
        @Nullable Key key = null;
        long since = TokenLeaseCheck.UNKNOWN;
        long incarnation = 0;
        NodeList route = NodeList.EMPTY;
        boolean near = false;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case NUMBER_OF_GRANT << SHIFT | NUMBER -> number = in.readUInt64();
                case KEY << SHIFT | DELIMITED -> key = KeyFields.read(in);
                case SINCE << SHIFT | NUMBER -> since = in.readSInt64();
                case INCARNATION << SHIFT | NUMBER -> incarnation = in.readUInt64();
                case ROUTE << SHIFT | DELIMITED -> route = Numbers.readNodeList(in);
                case NEAR << SHIFT | NUMBER -> near = in.readBool();
                default -> Fields.skip(in, tag);
            }
        }
        if (key == null) {
            throw Fields.missing("the key of an heir");
        }
        return new Heir(number, key, new Reading(incarnation, since), route, near);
    }
}
