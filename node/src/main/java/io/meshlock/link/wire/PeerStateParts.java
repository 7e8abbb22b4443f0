package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.DELIMITED;
import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import io.meshlock.protocol.recovery.FrozenToken;
import io.meshlock.protocol.recovery.PeerState;
import io.meshlock.protocol.recovery.Promise;
import io.meshlock.protocol.recovery.Proposal;
import io.meshlock.protocol.token.LeasedGrant;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes peer states, with their proposals and promises. */
final class PeerStateParts {

    static final Part<PeerState> PEER_STATE = new RowPart();

    private static final Part<Proposal> PROPOSAL = new ProposalPart();
    private static final Part<Promise> PROMISE = new ReportPart();

    private PeerStateParts() {}

    private static final class ProposalPart extends Part<Proposal> {

        private static final int EPOCH = 1;
        private static final int WAIVER = 2;
        private static final int AT = 3;
        private static final int VIEW = 4;

        @Override
        int payload(Proposal proposal) {
            return EpochParts.EPOCH.size(EPOCH, proposal.epoch())
                    + EpochParts.EPOCH.size(WAIVER, proposal.waiver())
                    + Fields.sizeSigned(AT, proposal.at())
                    + EpochParts.VIEW.size(VIEW, proposal.view());
        }

        @Override
        void writeFields(CodedOutputStream out, Proposal proposal) throws IOException {
            EpochParts.EPOCH.write(out, EPOCH, proposal.epoch());
            EpochParts.EPOCH.write(out, WAIVER, proposal.waiver());
            Fields.writeSigned(out, AT, proposal.at());
            EpochParts.VIEW.write(out, VIEW, proposal.view());
        }

        @Override
        Proposal readFields(CodedInputStream in) throws IOException {
            @Nullable Epoch epoch = null;
            @Nullable Epoch waiver = null;
            long at = 0;
            @Nullable View view = null;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case EPOCH << SHIFT | DELIMITED -> epoch = EpochParts.EPOCH.read(in);
                    case WAIVER << SHIFT | DELIMITED -> waiver = EpochParts.EPOCH.read(in);
                    case VIEW << SHIFT | DELIMITED -> view = EpochParts.VIEW.read(in);
                    case AT << SHIFT | NUMBER -> at = in.readSInt64();
                    default -> Fields.skip(in, tag);
                }
            }
            return new Proposal(
                    EpochParts.required(epoch, "the epoch of a proposal"),
                    EpochParts.required(waiver, "the waiver of a proposal"),
                    at,
                    EpochParts.required(view, "the view of a proposal"));
        }
    }

    private static final class ReportPart extends Part<Promise> {

        private static final int PROPOSED = 1;
        private static final int AT = 2;
        private static final int SEEN = 3;
        private static final int VIEW = 4;
        private static final int TOKEN = 5;
        private static final int COUNT = 6;

        @Override
        int payload(Promise promise) {
            return EpochParts.EPOCH.size(PROPOSED, promise.proposal())
                    + Fields.sizeSigned(AT, promise.at())
                    + EpochParts.EPOCH.size(SEEN, promise.seen())
                    + EpochParts.VIEW.size(VIEW, promise.view())
                    + LeasedGrantParts.FROZEN_TOKEN.size(TOKEN, promise.token())
                    + Fields.sizeUnsigned(COUNT, promise.count());
        }

        @Override
        void writeFields(CodedOutputStream out, Promise promise) throws IOException {
            EpochParts.EPOCH.write(out, PROPOSED, promise.proposal());
            Fields.writeSigned(out, AT, promise.at());
            EpochParts.EPOCH.write(out, SEEN, promise.seen());
            EpochParts.VIEW.write(out, VIEW, promise.view());
            LeasedGrantParts.FROZEN_TOKEN.write(out, TOKEN, promise.token());
            Fields.writeUnsigned(out, COUNT, promise.count());
        }

        @Override
        Promise readFields(CodedInputStream in) throws IOException {
            @Nullable Epoch proposal = null;
            long at = 0;
            @Nullable Epoch seen = null;
            @Nullable View view = null;
            @Nullable FrozenToken token = null;
            long count = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case PROPOSED << SHIFT | DELIMITED -> proposal = EpochParts.EPOCH.read(in);
                    case AT << SHIFT | NUMBER -> at = in.readSInt64();
                    case SEEN << SHIFT | DELIMITED -> seen = EpochParts.EPOCH.read(in);
                    case VIEW << SHIFT | DELIMITED -> view = EpochParts.VIEW.read(in);
                    case TOKEN << SHIFT | DELIMITED -> token = LeasedGrantParts.FROZEN_TOKEN.read(in);
                    case COUNT << SHIFT | NUMBER -> count = in.readUInt64();
                    default -> Fields.skip(in, tag);
                }
            }
            return new Promise(
                    EpochParts.required(proposal, "the epoch of a promise"),
                    at,
                    EpochParts.required(seen, "the epoch seen in a promise"),
                    EpochParts.required(view, "the view of a promise"),
                    token,
                    count);
        }
    }

    private static final class RowPart extends Part<PeerState> {

        private static final int NODE = 1;
        private static final int INCARNATION = 2;
        private static final int SERIAL = 3;
        private static final int AT = 4;
        private static final int PROMISED = 5;
        private static final int SEEN = 6;
        private static final int ECHO = 7;
        private static final int BOUND = 8;
        private static final int ASKS = 10;
        private static final int HELD = 11;
        private static final int DEPARTURES = 12;
        private static final int PROPOSES = 13;
        private static final int PROMISES = 14;
        private static final int WISH = 15;
        private static final int SEAT = 16;

        /** Left out if it is what the node has promised, as in calm times. */
        private static @Nullable Epoch seen(PeerState peerState) {
            return peerState.seen().equals(peerState.promised()) ? null : peerState.seen();
        }

        @Override
        int payload(PeerState peerState) {
            return Fields.sizeUnsigned(NODE, peerState.node())
                    + Fields.sizeUnsigned(INCARNATION, peerState.incarnation())
                    + Fields.sizeUnsigned(SERIAL, peerState.serial())
                    + Fields.sizeSigned(AT, peerState.at())
                    + EpochParts.EPOCH.size(PROMISED, peerState.promised())
                    + EpochParts.EPOCH.size(SEEN, seen(peerState))
                    + Fields.sizeSigned(ECHO, peerState.echo())
                    + Fields.sizeUnsigned(BOUND, peerState.bound() ? 1 : 0)
                    + Fields.sizeUnsigned(ASKS, peerState.asks() ? 1 : 0)
                    + LeasedGrantParts.LEASED_GRANT.size(HELD, peerState.held())
                    + Numbers.size(DEPARTURES, peerState.departures())
                    + PROPOSAL.size(PROPOSES, peerState.proposal())
                    + PROMISE.size(PROMISES, peerState.report())
                    + EpochParts.SIZE.size(WISH, peerState.wish())
                    + EpochParts.sizeSeat(SEAT, peerState.seat());
        }

        @Override
        void writeFields(CodedOutputStream out, PeerState peerState) throws IOException {
            Fields.writeUnsigned(out, NODE, peerState.node());
            Fields.writeUnsigned(out, INCARNATION, peerState.incarnation());
            Fields.writeUnsigned(out, SERIAL, peerState.serial());
            Fields.writeSigned(out, AT, peerState.at());
            EpochParts.EPOCH.write(out, PROMISED, peerState.promised());
            EpochParts.EPOCH.write(out, SEEN, seen(peerState));
            Fields.writeSigned(out, ECHO, peerState.echo());
            Fields.writeUnsigned(out, BOUND, peerState.bound() ? 1 : 0);
            Fields.writeUnsigned(out, ASKS, peerState.asks() ? 1 : 0);
            LeasedGrantParts.LEASED_GRANT.write(out, HELD, peerState.held());
            Numbers.write(out, DEPARTURES, peerState.departures());
            PROPOSAL.write(out, PROPOSES, peerState.proposal());
            PROMISE.write(out, PROMISES, peerState.report());
            EpochParts.SIZE.write(out, WISH, peerState.wish());
            EpochParts.writeSeat(out, SEAT, peerState.seat());
        }

        @Override
        PeerState readFields(CodedInputStream in) throws IOException {
            int node = 0;
            long incarnation = 0;
            long serial = 0;
            long at = 0;
            @Nullable Epoch promised = null;
            @Nullable Epoch seen = null;
            long echo = 0;
            boolean bound = false;
            boolean asks = false;
            List<LeasedGrant> held = List.of();
            List<Integer> departures = List.of();
            @Nullable Proposal proposal = null;
            @Nullable Promise promise = null;
            @Nullable PoolSize wish = null;
            long seat = Seat.NONE;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case NODE << SHIFT | NUMBER -> node = EpochParts.readNode(in);
                    case INCARNATION << SHIFT | NUMBER -> incarnation = in.readUInt64();
                    case SERIAL << SHIFT | NUMBER -> serial = in.readUInt64();
                    case AT << SHIFT | NUMBER -> at = in.readSInt64();
                    case PROMISED << SHIFT | DELIMITED -> promised = EpochParts.EPOCH.read(in);
                    case SEEN << SHIFT | DELIMITED -> seen = EpochParts.EPOCH.read(in);
                    case ECHO << SHIFT | NUMBER -> echo = in.readSInt64();
                    case BOUND << SHIFT | NUMBER -> bound = in.readBool();
                    case ASKS << SHIFT | NUMBER -> asks = in.readBool();
                    case HELD << SHIFT | DELIMITED -> held = LeasedGrantParts.LEASED_GRANT.readInto(held, in);
                    case DEPARTURES << SHIFT | DELIMITED -> departures = Numbers.readNodes(in);
                    case PROPOSES << SHIFT | DELIMITED -> proposal = PROPOSAL.read(in);
                    case PROMISES << SHIFT | DELIMITED -> promise = PROMISE.read(in);
                    case WISH << SHIFT | DELIMITED -> wish = EpochParts.SIZE.read(in);
                    case SEAT << SHIFT | NUMBER -> seat = EpochParts.readSeat(in);
                    default -> Fields.skip(in, tag);
                }
            }
            Epoch binding = EpochParts.required(promised, "the promise of a peer state");
            Epoch heard = seen == null ? binding : seen;
            return new PeerState(
                    node,
                    incarnation,
                    seat,
                    serial,
                    at,
                    binding,
                    heard,
                    echo,
                    bound,
                    asks,
                    held,
                    departures,
                    wish,
                    proposal,
                    promise);
        }
    }
}
