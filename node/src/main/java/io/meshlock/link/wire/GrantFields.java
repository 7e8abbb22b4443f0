package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.DELIMITED;
import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.prioritized.Header;
import io.meshlock.protocol.prioritized.Heir;
import io.meshlock.protocol.prioritized.LedgerEntry;
import io.meshlock.protocol.prioritized.NodeList;
import io.meshlock.protocol.prioritized.PrioritizedMessage.GrantMessage;
import io.meshlock.protocol.token.TokenLeaseCheck;
import io.meshlock.protocol.token.TokenLeaseCheck.Reading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes outstanding grants: GRANT, and the entries of a ledger. Heirs use the same field numbers: see
 * {@link HeirFields}.
 */
final class GrantFields {

    static final int NUMBER_OF_GRANT = 1;
    static final int KEY = 2;
    private static final int SLOTS = 3;
    private static final int DOUBTFUL = 4;
    static final int SINCE = 5;
    static final int INCARNATION = 6;
    static final int ROUTE = 7;
    static final int HEIRS = 8;
    private static final int UNREGISTERED = 9;
    static final int NEAR = 10;

    /** All that a GRANT or an entry has. */
    private record Grant(
            long number,
            Key key,
            Slots slots,
            boolean doubtful,
            Reading reading,
            NodeList route,
            List<Heir> heirs,
            boolean unregistered,
            boolean near) {}

    private GrantFields() {}

    // ---- GRANT ------------------------------------------------------------------------------------------------------

    static int size(GrantMessage grant) {
        return Fields.sizeUnsigned(NUMBER_OF_GRANT, grant.number())
                + KeyFields.size(KEY, grant.key())
                + Numbers.size(SLOTS, grant.slots())
                + size(grant.reading())
                + Numbers.size(ROUTE, grant.route())
                + HeirFields.size(HEIRS, grant.heirs())
                + Fields.sizeUnsigned(UNREGISTERED, grant.registered() ? 0 : 1)
                + Fields.sizeUnsigned(NEAR, grant.near() ? 1 : 0);
    }

    static void write(CodedOutputStream out, GrantMessage grant) throws IOException {
        Fields.writeUnsigned(out, NUMBER_OF_GRANT, grant.number());
        KeyFields.write(out, KEY, grant.key());
        Numbers.write(out, SLOTS, grant.slots());
        write(out, grant.reading());
        Numbers.write(out, ROUTE, grant.route());
        HeirFields.write(out, HEIRS, grant.heirs());
        Fields.writeUnsigned(out, UNREGISTERED, grant.registered() ? 0 : 1);
        Fields.writeUnsigned(out, NEAR, grant.near() ? 1 : 0);
    }

    static GrantMessage read(Header header, CodedInputStream in) throws IOException {
        Grant grant = read(in);
        return new GrantMessage(
                header,
                grant.number(),
                grant.key(),
                grant.slots(),
                grant.reading(),
                grant.route(),
                grant.heirs(),
                !grant.unregistered(),
                grant.near());
    }

    // ---- a reading of the requester's clock -------------------------------------------------------------------------

    static int size(Reading reading) {
        int since =
                reading.at() == TokenLeaseCheck.UNKNOWN ? 0 : CodedOutputStream.computeSInt64Size(SINCE, reading.at());
        return since + Fields.sizeUnsigned(INCARNATION, reading.incarnation());
    }

    /** Zero is a valid clock reading, so it is written too. */
    static void write(CodedOutputStream out, Reading reading) throws IOException {
        if (reading.at() != TokenLeaseCheck.UNKNOWN) {
            out.writeSInt64(SINCE, reading.at());
        }
        Fields.writeUnsigned(out, INCARNATION, reading.incarnation());
    }

    // ---- a ledger ---------------------------------------------------------------------------------------------------

    static int size(int field, List<LedgerEntry> ledger) {
        int bytes = 0;
        for (int i = 0; i < ledger.size(); i++) {
            bytes += Fields.sizeDelimited(field, size(ledger.get(i)));
        }
        return bytes;
    }

    private static int size(LedgerEntry entry) {
        return Fields.sizeUnsigned(NUMBER_OF_GRANT, entry.number())
                + KeyFields.size(KEY, entry.key())
                + Numbers.size(SLOTS, entry.slots())
                + Fields.sizeUnsigned(DOUBTFUL, entry.doubtful() ? 1 : 0)
                + Fields.sizeUnsigned(INCARNATION, entry.incarnation());
    }

    static void write(CodedOutputStream out, int field, List<LedgerEntry> ledger) throws IOException {
        for (int i = 0; i < ledger.size(); i++) {
            LedgerEntry entry = ledger.get(i);
            Fields.writeDelimited(out, field, size(entry));
            Fields.writeUnsigned(out, NUMBER_OF_GRANT, entry.number());
            KeyFields.write(out, KEY, entry.key());
            Numbers.write(out, SLOTS, entry.slots());
            Fields.writeUnsigned(out, DOUBTFUL, entry.doubtful() ? 1 : 0);
            Fields.writeUnsigned(out, INCARNATION, entry.incarnation());
        }
    }

    /** Adds an entry to a ledger that is being read. */
    static List<LedgerEntry> readInto(List<LedgerEntry> ledger, CodedInputStream in) throws IOException {
        Fields.checkElements(ledger.size());
        List<LedgerEntry> list = ledger.isEmpty() ? new ArrayList<>(4) : ledger;
        int outer = Fields.enter(in);
        Grant grant = read(in);
        list.add(new LedgerEntry(
                grant.number(), grant.key(), grant.reading().incarnation(), grant.slots(), grant.doubtful()));
        Fields.leave(in, outer);
        return list;
    }

    // ---- reading ----------------------------------------------------------------------------------------------------

    private static Grant read(CodedInputStream in) throws IOException {
        long number = 0;
        @Nullable Key key = null;
        Slots slots = Slots.NONE;
        boolean doubtful = false;
        long since = TokenLeaseCheck.UNKNOWN;
        long incarnation = 0;
        NodeList route = NodeList.EMPTY;
        List<Heir> heirs = List.of();
        boolean unregistered = false;
        boolean near = false;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case NUMBER_OF_GRANT << SHIFT | NUMBER -> number = in.readUInt64();
                case KEY << SHIFT | DELIMITED -> key = KeyFields.read(in);
                case SLOTS << SHIFT | DELIMITED -> slots = Numbers.readSlots(in);
                case DOUBTFUL << SHIFT | NUMBER -> doubtful = in.readBool();
                case SINCE << SHIFT | NUMBER -> since = in.readSInt64();
                case INCARNATION << SHIFT | NUMBER -> incarnation = in.readUInt64();
                case ROUTE << SHIFT | DELIMITED -> route = Numbers.readNodeList(in);
                case HEIRS << SHIFT | DELIMITED -> heirs = HeirFields.readInto(heirs, in);
                case UNREGISTERED << SHIFT | NUMBER -> unregistered = in.readBool();
                case NEAR << SHIFT | NUMBER -> near = in.readBool();
                default -> Fields.skip(in, tag);
            }
        }
        if (key == null) {
            throw Fields.missing("the key of a grant");
        }
        Reading reading = new Reading(incarnation, since);
        return new Grant(number, key, slots, doubtful, reading, route, heirs, unregistered, near);
    }
}
