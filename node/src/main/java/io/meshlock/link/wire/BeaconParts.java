package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.DELIMITED;
import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import io.meshlock.protocol.recovery.Heartbeat;
import io.meshlock.protocol.recovery.Offer;
import io.meshlock.protocol.recovery.PeerState;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes beacons: the newest heartbeat and peer states. */
final class BeaconParts {

    static final Part<Beacon> BEACON = new BeaconPart();

    private static final Part<Heartbeat.Ack> ACK = new AckPart();
    private static final Part<Heartbeat> HEARTBEAT = new StampPart();
    private static final Part<Offer> OFFER = new OfferPart();

    private BeaconParts() {}

    /**
     * Splits a beacon into beacons of at most {@code limit} bytes each. A heartbeat, a view or a peer state that is longer by
     * itself is left out, as if the datagram was lost.
     */
    static List<Beacon> split(Beacon beacon, int limit) {
        List<Beacon> parts = new ArrayList<>();
        Heartbeat heartbeat = beacon.heartbeat();
        if (heartbeat != null && HEARTBEAT.size(BeaconPart.HEARTBEAT_FIELD, heartbeat) <= limit) {
            parts.add(new Beacon(beacon.incarnation(), beacon.at(), heartbeat, -1, List.of(), List.of()));
        }
        View view = beacon.view();
        boolean fits = EpochParts.VIEW.size(BeaconPart.VIEW_FIELD, view) <= limit;
        if (beacon.ask() >= 0 || (view != null && fits)) {
            parts.add(new Beacon(
                    beacon.incarnation(), beacon.at(), null, beacon.ask(), List.of(), List.of(), fits ? view : null));
        }
        for (Offer offer : beacon.offers()) {
            parts.add(new Beacon(beacon.incarnation(), beacon.at(), null, -1, List.of(offer), List.of()));
        }
        List<PeerState> peerStates = new ArrayList<>();
        int bytes = 0;
        for (PeerState peerState : beacon.peerStates()) {
            int more = PeerStateParts.PEER_STATE.size(BeaconPart.PEER_STATES, peerState);
            if (more > limit) {
                continue;
            }
            if (bytes + more > limit) {
                parts.add(with(beacon, peerStates));
                peerStates = new ArrayList<>();
                bytes = 0;
            }
            peerStates.add(peerState);
            bytes += more;
        }
        if (!peerStates.isEmpty()) {
            parts.add(with(beacon, peerStates));
        }
        return parts;
    }

    private static Beacon with(Beacon beacon, List<PeerState> peerStates) {
        return new Beacon(beacon.incarnation(), beacon.at(), null, -1, List.of(), peerStates);
    }

    private static final class AckPart extends Part<Heartbeat.Ack> {

        private static final int NODE = 1;
        private static final int AT = 4;
        private static final int RENEWED = 5;

        @Override
        int payload(Heartbeat.Ack ack) {
            return Fields.sizeUnsigned(NODE, ack.node())
                    + Fields.sizeSigned(AT, ack.at())
                    + Numbers.size(RENEWED, ack.renewed());
        }

        @Override
        void writeFields(CodedOutputStream out, Heartbeat.Ack ack) throws IOException {
            Fields.writeUnsigned(out, NODE, ack.node());
            Fields.writeSigned(out, AT, ack.at());
            Numbers.write(out, RENEWED, ack.renewed());
        }

        @Override
        Heartbeat.Ack readFields(CodedInputStream in) throws IOException {
            int node = 0;
            long at = 0;
            List<Long> renewed = List.of();
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case NODE << SHIFT | NUMBER -> node = EpochParts.readNode(in);
                    case AT << SHIFT | NUMBER -> at = in.readSInt64();
                    case RENEWED << SHIFT | DELIMITED -> renewed = Numbers.readList(in);
                    default -> Fields.skip(in, tag);
                }
            }
            return new Heartbeat.Ack(node, at, renewed);
        }
    }

    private static final class StampPart extends Part<Heartbeat> {

        private static final int EPOCH = 1;
        private static final int COUNT = 2;
        private static final int VIEW = 3;
        private static final int COMMITTED = 4;
        private static final int URGENT = 5;
        private static final int ACKS = 6;
        private static final int SEEKS = 7;

        @Override
        int payload(Heartbeat heartbeat) {
            return EpochParts.EPOCH.size(EPOCH, heartbeat.epoch())
                    + Fields.sizeSigned(COUNT, heartbeat.count())
                    + EpochParts.viewIn(heartbeat.epoch()).size(VIEW, heartbeat.view())
                    + Fields.sizeUnsigned(COMMITTED, heartbeat.committed() ? 1 : 0)
                    + Fields.sizeUnsigned(URGENT, heartbeat.urgent() ? 1 : 0)
                    + ACK.size(ACKS, heartbeat.acks())
                    + Fields.sizeUnsigned(SEEKS, heartbeat.seeks() ? 1 : 0);
        }

        @Override
        void writeFields(CodedOutputStream out, Heartbeat heartbeat) throws IOException {
            EpochParts.EPOCH.write(out, EPOCH, heartbeat.epoch());
            Fields.writeSigned(out, COUNT, heartbeat.count());
            EpochParts.viewIn(heartbeat.epoch()).write(out, VIEW, heartbeat.view());
            Fields.writeUnsigned(out, COMMITTED, heartbeat.committed() ? 1 : 0);
            Fields.writeUnsigned(out, URGENT, heartbeat.urgent() ? 1 : 0);
            ACK.write(out, ACKS, heartbeat.acks());
            Fields.writeUnsigned(out, SEEKS, heartbeat.seeks() ? 1 : 0);
        }

        @Override
        Heartbeat readFields(CodedInputStream in) throws IOException {
            @Nullable Epoch epoch = null;
            long count = 0;
            @Nullable View view = null;
            boolean committed = false;
            boolean urgent = false;
            boolean seeks = false;
            List<Heartbeat.Ack> acks = List.of();
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case EPOCH << SHIFT | DELIMITED -> epoch = EpochParts.EPOCH.read(in);
                    case COUNT << SHIFT | NUMBER -> count = in.readSInt64();
                    case VIEW << SHIFT | DELIMITED ->
                        view = EpochParts.viewIn(epoch).read(in);
                    case COMMITTED << SHIFT | NUMBER -> committed = in.readBool();
                    case URGENT << SHIFT | NUMBER -> urgent = in.readBool();
                    case ACKS << SHIFT | DELIMITED -> acks = ACK.readInto(acks, in);
                    case SEEKS << SHIFT | NUMBER -> seeks = in.readBool();
                    default -> Fields.skip(in, tag);
                }
            }
            return new Heartbeat(
                    EpochParts.required(epoch, "the epoch of a heartbeat"),
                    count,
                    EpochParts.required(view, "the view of a heartbeat"),
                    committed,
                    urgent,
                    seeks,
                    acks);
        }
    }

    private static final class OfferPart extends Part<Offer> {

        private static final int OFFERED = 1;
        private static final int EPOCH = 2;
        private static final int VERSION = 3;
        private static final int AGE = 4;

        @Override
        int payload(Offer offer) {
            return EpochParts.SEAT.size(OFFERED, offer.seat())
                    + EpochParts.EPOCH.size(EPOCH, offer.epoch())
                    + Fields.sizeUnsigned(VERSION, offer.version())
                    + Fields.sizeUnsigned(AGE, offer.age());
        }

        @Override
        void writeFields(CodedOutputStream out, Offer offer) throws IOException {
            EpochParts.SEAT.write(out, OFFERED, offer.seat());
            EpochParts.EPOCH.write(out, EPOCH, offer.epoch());
            Fields.writeUnsigned(out, VERSION, offer.version());
            Fields.writeUnsigned(out, AGE, offer.age());
        }

        @Override
        Offer readFields(CodedInputStream in) throws IOException {
            @Nullable Seat seat = null;
            @Nullable Epoch epoch = null;
            int version = 0;
            long age = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case OFFERED << SHIFT | DELIMITED -> seat = EpochParts.SEAT.read(in);
                    case EPOCH << SHIFT | DELIMITED -> epoch = EpochParts.EPOCH.read(in);
                    case VERSION << SHIFT | NUMBER -> version = in.readUInt32();
                    case AGE << SHIFT | NUMBER -> age = in.readUInt64();
                    default -> Fields.skip(in, tag);
                }
            }
            if (age < 0) {
                throw new MalformedFrameException("an offer of age " + age);
            }
            return new Offer(
                    EpochParts.required(seat, "the seat of an offer"),
                    EpochParts.required(epoch, "the epoch of an offer"),
                    version,
                    age);
        }
    }

    private static final class BeaconPart extends Part<Beacon> {

        private static final int HEARTBEAT_FIELD = 1;
        private static final int PEER_STATES = 2;
        private static final int INCARNATION = 3;
        private static final int AT = 4;
        private static final int OFFERS = 5;
        private static final int ASK = 6;
        private static final int VIEW_FIELD = 7;

        @Override
        int payload(Beacon beacon) {
            return HEARTBEAT.size(HEARTBEAT_FIELD, beacon.heartbeat())
                    + PeerStateParts.PEER_STATE.size(PEER_STATES, beacon.peerStates())
                    + Fields.sizeUnsigned(INCARNATION, beacon.incarnation())
                    + Fields.sizeSigned(AT, beacon.at())
                    + OFFER.size(OFFERS, beacon.offers())
                    + Fields.sizeUnsigned(ASK, beacon.ask() + 1)
                    + EpochParts.VIEW.size(VIEW_FIELD, beacon.view());
        }

        @Override
        void writeFields(CodedOutputStream out, Beacon beacon) throws IOException {
            HEARTBEAT.write(out, HEARTBEAT_FIELD, beacon.heartbeat());
            PeerStateParts.PEER_STATE.write(out, PEER_STATES, beacon.peerStates());
            Fields.writeUnsigned(out, INCARNATION, beacon.incarnation());
            Fields.writeSigned(out, AT, beacon.at());
            OFFER.write(out, OFFERS, beacon.offers());
            Fields.writeUnsigned(out, ASK, beacon.ask() + 1);
            EpochParts.VIEW.write(out, VIEW_FIELD, beacon.view());
        }

        @Override
        Beacon readFields(CodedInputStream in) throws IOException {
            @Nullable Heartbeat heartbeat = null;
            List<PeerState> peerStates = List.of();
            long incarnation = 0;
            long at = 0;
            List<Offer> offers = List.of();
            long ask = -1;
            @Nullable View view = null;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case HEARTBEAT_FIELD << SHIFT | DELIMITED -> heartbeat = HEARTBEAT.read(in);
                    case PEER_STATES << SHIFT | DELIMITED ->
                        peerStates = PeerStateParts.PEER_STATE.readInto(peerStates, in);
                    case INCARNATION << SHIFT | NUMBER -> incarnation = in.readUInt64();
                    case AT << SHIFT | NUMBER -> at = in.readSInt64();
                    case OFFERS << SHIFT | DELIMITED -> offers = OFFER.readInto(offers, in);
                    case ASK << SHIFT | NUMBER -> ask = in.readUInt64() - 1;
                    case VIEW_FIELD << SHIFT | DELIMITED -> view = EpochParts.VIEW.read(in);
                    default -> Fields.skip(in, tag);
                }
            }
            for (int i = 1; i < peerStates.size(); i++) {
                EpochParts.checkRises(
                        peerStates.get(i - 1).node(), peerStates.get(i).node());
            }
            if (ask < -1) {
                throw new MalformedFrameException("an ask of age " + ask);
            }
            return new Beacon(incarnation, at, heartbeat, ask, offers, peerStates, view);
        }
    }
}
