package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.DELIMITED;
import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.View;
import io.meshlock.protocol.recovery.Proposal;
import io.meshlock.protocol.recovery.Report;
import io.meshlock.protocol.recovery.Row;
import io.meshlock.protocol.recovery.Surrender;
import io.meshlock.protocol.token.Holding;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a node says of itself: its row, with what it proposes and reports. */
final class RowParts {

    static final Part<Row> ROW = new RowPart();

    private static final Part<Proposal> PROPOSAL = new ProposalPart();
    private static final Part<Report> REPORT = new ReportPart();

    private RowParts() {}

    private static final class ProposalPart extends Part<Proposal> {

        private static final int EPOCH = 1;
        private static final int WAIVER = 2;
        private static final int AT = 3;

        @Override
        int payload(Proposal proposal) {
            return EpochParts.EPOCH.size(EPOCH, proposal.epoch())
                    + EpochParts.EPOCH.size(WAIVER, proposal.waiver())
                    + Fields.sizeSigned(AT, proposal.at());
        }

        @Override
        void writeFields(CodedOutputStream out, Proposal proposal) throws IOException {
            EpochParts.EPOCH.write(out, EPOCH, proposal.epoch());
            EpochParts.EPOCH.write(out, WAIVER, proposal.waiver());
            Fields.writeSigned(out, AT, proposal.at());
        }

        @Override
        Proposal readFields(CodedInputStream in) throws IOException {
            @Nullable Epoch epoch = null;
            @Nullable Epoch waiver = null;
            long at = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case EPOCH << SHIFT | DELIMITED -> epoch = EpochParts.EPOCH.read(in);
                    case WAIVER << SHIFT | DELIMITED -> waiver = EpochParts.EPOCH.read(in);
                    case AT << SHIFT | NUMBER -> at = in.readSInt64();
                    default -> Fields.skip(in, tag);
                }
            }
            return new Proposal(
                    EpochParts.required(epoch, "the epoch of a proposal"),
                    EpochParts.required(waiver, "the waiver of a proposal"),
                    at);
        }
    }

    private static final class ReportPart extends Part<Report> {

        private static final int PROPOSED = 1;
        private static final int AT = 2;
        private static final int SEEN = 3;
        private static final int VIEW = 4;
        private static final int TOKEN = 5;
        private static final int COUNT = 6;

        @Override
        int payload(Report report) {
            return EpochParts.EPOCH.size(PROPOSED, report.proposal())
                    + Fields.sizeSigned(AT, report.at())
                    + EpochParts.EPOCH.size(SEEN, report.seen())
                    + EpochParts.VIEW.size(VIEW, report.view())
                    + HoldingParts.SURRENDER.size(TOKEN, report.token())
                    + Fields.sizeUnsigned(COUNT, report.count());
        }

        @Override
        void writeFields(CodedOutputStream out, Report report) throws IOException {
            EpochParts.EPOCH.write(out, PROPOSED, report.proposal());
            Fields.writeSigned(out, AT, report.at());
            EpochParts.EPOCH.write(out, SEEN, report.seen());
            EpochParts.VIEW.write(out, VIEW, report.view());
            HoldingParts.SURRENDER.write(out, TOKEN, report.token());
            Fields.writeUnsigned(out, COUNT, report.count());
        }

        @Override
        Report readFields(CodedInputStream in) throws IOException {
            @Nullable Epoch proposal = null;
            long at = 0;
            @Nullable Epoch seen = null;
            @Nullable View view = null;
            @Nullable Surrender token = null;
            long count = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case PROPOSED << SHIFT | DELIMITED -> proposal = EpochParts.EPOCH.read(in);
                    case AT << SHIFT | NUMBER -> at = in.readSInt64();
                    case SEEN << SHIFT | DELIMITED -> seen = EpochParts.EPOCH.read(in);
                    case VIEW << SHIFT | DELIMITED -> view = EpochParts.VIEW.read(in);
                    case TOKEN << SHIFT | DELIMITED -> token = HoldingParts.SURRENDER.read(in);
                    case COUNT << SHIFT | NUMBER -> count = in.readUInt64();
                    default -> Fields.skip(in, tag);
                }
            }
            return new Report(
                    EpochParts.required(proposal, "the epoch of a report"),
                    at,
                    EpochParts.required(seen, "the epoch seen in a report"),
                    EpochParts.required(view, "the view of a report"),
                    token,
                    count);
        }
    }

    private static final class RowPart extends Part<Row> {

        private static final int NODE = 1;
        private static final int LIFE = 2;
        private static final int SERIAL = 3;
        private static final int AT = 4;
        private static final int PROMISED = 5;
        private static final int SEEN = 6;
        private static final int ECHO = 7;
        private static final int GUARDED = 8;
        private static final int UNKNOWN = 9;
        private static final int ASKS = 10;
        private static final int HELD = 11;
        private static final int FAREWELLS = 12;
        private static final int PROPOSES = 13;
        private static final int REPORTS = 14;
        private static final int WISH = 15;
        private static final int OUTSIDER = 16;

        @Override
        int payload(Row row) {
            return Fields.sizeUnsigned(NODE, row.node())
                    + Fields.sizeUnsigned(LIFE, row.life())
                    + Fields.sizeUnsigned(SERIAL, row.serial())
                    + Fields.sizeSigned(AT, row.at())
                    + EpochParts.EPOCH.size(PROMISED, row.promised())
                    + EpochParts.EPOCH.size(SEEN, row.seen())
                    + Fields.sizeSigned(ECHO, row.echo())
                    + Fields.sizeUnsigned(GUARDED, row.guarded() ? 1 : 0)
                    + Fields.sizeUnsigned(UNKNOWN, row.unknown() ? 1 : 0)
                    + Fields.sizeUnsigned(ASKS, row.asks() ? 1 : 0)
                    + HoldingParts.HOLDING.size(HELD, row.held())
                    + Numbers.size(FAREWELLS, row.farewells())
                    + PROPOSAL.size(PROPOSES, row.proposal())
                    + REPORT.size(REPORTS, row.report())
                    + EpochParts.SIZE.size(WISH, row.wish())
                    + Fields.sizeUnsigned(OUTSIDER, row.outsider() ? 1 : 0);
        }

        @Override
        void writeFields(CodedOutputStream out, Row row) throws IOException {
            Fields.writeUnsigned(out, NODE, row.node());
            Fields.writeUnsigned(out, LIFE, row.life());
            Fields.writeUnsigned(out, SERIAL, row.serial());
            Fields.writeSigned(out, AT, row.at());
            EpochParts.EPOCH.write(out, PROMISED, row.promised());
            EpochParts.EPOCH.write(out, SEEN, row.seen());
            Fields.writeSigned(out, ECHO, row.echo());
            Fields.writeUnsigned(out, GUARDED, row.guarded() ? 1 : 0);
            Fields.writeUnsigned(out, UNKNOWN, row.unknown() ? 1 : 0);
            Fields.writeUnsigned(out, ASKS, row.asks() ? 1 : 0);
            HoldingParts.HOLDING.write(out, HELD, row.held());
            Numbers.write(out, FAREWELLS, row.farewells());
            PROPOSAL.write(out, PROPOSES, row.proposal());
            REPORT.write(out, REPORTS, row.report());
            EpochParts.SIZE.write(out, WISH, row.wish());
            Fields.writeUnsigned(out, OUTSIDER, row.outsider() ? 1 : 0);
        }

        @Override
        Row readFields(CodedInputStream in) throws IOException {
            int node = 0;
            long life = 0;
            long serial = 0;
            long at = 0;
            @Nullable Epoch promised = null;
            @Nullable Epoch seen = null;
            long echo = 0;
            boolean guarded = false;
            boolean unknown = false;
            boolean asks = false;
            List<Holding> held = List.of();
            List<Integer> farewells = List.of();
            @Nullable Proposal proposal = null;
            @Nullable Report report = null;
            @Nullable PoolSize wish = null;
            boolean outsider = false;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case NODE << SHIFT | NUMBER -> node = EpochParts.readNode(in);
                    case LIFE << SHIFT | NUMBER -> life = in.readUInt64();
                    case SERIAL << SHIFT | NUMBER -> serial = in.readUInt64();
                    case AT << SHIFT | NUMBER -> at = in.readSInt64();
                    case PROMISED << SHIFT | DELIMITED -> promised = EpochParts.EPOCH.read(in);
                    case SEEN << SHIFT | DELIMITED -> seen = EpochParts.EPOCH.read(in);
                    case ECHO << SHIFT | NUMBER -> echo = in.readSInt64();
                    case GUARDED << SHIFT | NUMBER -> guarded = in.readBool();
                    case UNKNOWN << SHIFT | NUMBER -> unknown = in.readBool();
                    case ASKS << SHIFT | NUMBER -> asks = in.readBool();
                    case HELD << SHIFT | DELIMITED -> held = HoldingParts.HOLDING.readInto(held, in);
                    case FAREWELLS << SHIFT | DELIMITED -> farewells = Numbers.readNodes(in);
                    case PROPOSES << SHIFT | DELIMITED -> proposal = PROPOSAL.read(in);
                    case REPORTS << SHIFT | DELIMITED -> report = REPORT.read(in);
                    case WISH << SHIFT | DELIMITED -> wish = EpochParts.SIZE.read(in);
                    case OUTSIDER << SHIFT | NUMBER -> outsider = in.readBool();
                    default -> Fields.skip(in, tag);
                }
            }
            Epoch binding = EpochParts.required(promised, "the promise of a row");
            Epoch heard = EpochParts.required(seen, "the epoch seen in a row");
            return new Row(
                    node, life, serial, at, binding, heard, echo, guarded, unknown, asks, outsider, held, farewells,
                    wish, proposal, report);
        }
    }
}
