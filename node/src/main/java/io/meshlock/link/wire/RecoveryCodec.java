package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.DELIMITED;
import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.prioritized.PrioritizedMessage;
import io.meshlock.protocol.recovery.ClockReading;
import io.meshlock.protocol.recovery.RecoveryMessage;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import io.meshlock.protocol.recovery.RecoveryMessage.Echo;
import io.meshlock.protocol.recovery.RecoveryMessage.Enclosed;
import io.meshlock.protocol.recovery.RecoveryMessage.Join;
import io.meshlock.protocol.recovery.RecoveryMessage.Renew;
import io.meshlock.protocol.recovery.TokenHandoff;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes messages of pools with recovery: beacons, JOIN, ECHO, RENEW, and messages of the wrapped algorithm
 * with their epoch.
 */
final class RecoveryCodec implements MessageCodec<RecoveryMessage> {

    private static final int ROUND = 1;
    private static final int MAKER = 2;
    private static final int INCARNATION = 3;
    private static final int HANDOFF = 4;
    private static final int READINGS = 5;
    private static final int BEACON = 6;
    private static final int JOIN = 7;
    private static final int PRIORITIZED = 8;
    private static final int ECHO = 9;
    private static final int RENEW = 10;

    private static final int JOIN_INCARNATION = 1;

    /**
     * Room for the frame around a beacon's parts: tags, lengths, the pool's number and instance, the sender's
     * incarnation and clock.
     */
    private static final int FRAME = 88;

    private final PrioritizedCodec inner = new PrioritizedCodec();

    @Override
    public int field() {
        return 15;
    }

    /** The algorithms that can be wrapped. Without recovery they use their own messages. */
    @Override
    public List<String> algorithms() {
        return inner.algorithms();
    }

    @Override
    public Class<RecoveryMessage> family() {
        return RecoveryMessage.class;
    }

    @Override
    public List<RecoveryMessage> split(RecoveryMessage message, int maxFrameBytes) {
        return message instanceof Beacon beacon
                ? List.copyOf(BeaconParts.split(beacon, maxFrameBytes - FRAME))
                : List.of();
    }

    // ---- writing ----------------------------------------------------------------------------------------------------

    @Override
    public int size(RecoveryMessage message) {
        if (message instanceof Beacon beacon) {
            return BeaconParts.BEACON.size(BEACON, beacon);
        } else if (message instanceof Enclosed enclosed) {
            return epochSize(enclosed.epoch())
                    + TokenHandoffPart.HANDOFF.size(HANDOFF, enclosed.handoff())
                    + ReadingParts.READING.size(READINGS, enclosed.readings())
                    + Fields.sizeDelimited(PRIORITIZED, inner.size(prioritized(enclosed)));
        } else if (message instanceof Join join) {
            return epochSize(join.epoch()) + Fields.sizeDelimited(JOIN, joinSize(join));
        } else if (message instanceof Echo echo) {
            return epochSize(echo.epoch()) + ReadingParts.ECHO.size(ECHO, echo);
        } else if (message instanceof Renew renew) {
            return RenewPart.RENEW.size(RENEW, renew);
        }
        throw new IllegalArgumentException("no body for " + message.type());
    }

    private static int epochSize(Epoch epoch) {
        return Fields.sizeSigned(ROUND, epoch.round())
                + Fields.sizeSigned(MAKER, epoch.maker())
                + Fields.sizeUnsigned(INCARNATION, epoch.incarnation());
    }

    private static int joinSize(Join join) {
        return Fields.sizeUnsigned(JOIN_INCARNATION, join.incarnation());
    }

    private static void writeEpoch(CodedOutputStream out, Epoch epoch) throws IOException {
        Fields.writeSigned(out, ROUND, epoch.round());
        Fields.writeSigned(out, MAKER, epoch.maker());
        Fields.writeUnsigned(out, INCARNATION, epoch.incarnation());
    }

    @Override
    public void write(RecoveryMessage message, CodedOutputStream out) throws IOException {
        if (message instanceof Beacon beacon) {
            BeaconParts.BEACON.write(out, BEACON, beacon);
        } else if (message instanceof Enclosed enclosed) {
            writeEpoch(out, enclosed.epoch());
            TokenHandoffPart.HANDOFF.write(out, HANDOFF, enclosed.handoff());
            ReadingParts.READING.write(out, READINGS, enclosed.readings());
            PrioritizedMessage body = prioritized(enclosed);
            Fields.writeDelimited(out, PRIORITIZED, inner.size(body));
            inner.write(body, out);
        } else if (message instanceof Join join) {
            writeEpoch(out, join.epoch());
            Fields.writeDelimited(out, JOIN, joinSize(join));
            Fields.writeUnsigned(out, JOIN_INCARNATION, join.incarnation());
        } else if (message instanceof Echo echo) {
            writeEpoch(out, echo.epoch());
            ReadingParts.ECHO.write(out, ECHO, echo);
        } else if (message instanceof Renew renew) {
            RenewPart.RENEW.write(out, RENEW, renew);
        }
    }

    private static PrioritizedMessage prioritized(Enclosed enclosed) {
        if (enclosed.message() instanceof PrioritizedMessage message) {
            return message;
        }
        throw new IllegalArgumentException(enclosed.type() + " is not a message of an algorithm with recovery");
    }

    // ---- reading ----------------------------------------------------------------------------------------------------

    @Override
    public RecoveryMessage read(CodedInputStream in) throws IOException {
        int round = 0;
        int maker = 0;
        long incarnation = 0;
        @Nullable TokenHandoff handoff = null;
        List<ClockReading> readings = List.of();
        @Nullable RecoveryMessage message = null;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            checkOrder(message, tag);
            switch (tag) {
                case ROUND << SHIFT | NUMBER -> round = in.readSInt32();
                case MAKER << SHIFT | NUMBER -> maker = in.readSInt32();
                case INCARNATION << SHIFT | NUMBER -> incarnation = in.readUInt64();
                case HANDOFF << SHIFT | DELIMITED -> handoff = TokenHandoffPart.HANDOFF.read(in);
                case READINGS << SHIFT | DELIMITED -> readings = ReadingParts.READING.readInto(readings, in);
                case ECHO << SHIFT | DELIMITED -> {
                    Echo echo = ReadingParts.ECHO.read(in);
                    message = new Echo(echo.seat(), new Epoch(round, maker, incarnation), echo.count());
                }
                case RENEW << SHIFT | DELIMITED -> message = RenewPart.RENEW.read(in);
                case BEACON << SHIFT | DELIMITED -> message = BeaconParts.BEACON.read(in);
                case JOIN << SHIFT | DELIMITED -> message = readJoin(new Epoch(round, maker, incarnation), in);
                case PRIORITIZED << SHIFT | DELIMITED ->
                    message = readEnclosed(new Epoch(round, maker, incarnation), handoff, readings, in);
                default -> Fields.skip(in, tag);
            }
        }
        return EpochParts.required(message, "the body of a message");
    }

    /** There is one body, and it comes last; unknown fields may be anywhere. */
    private static void checkOrder(@Nullable RecoveryMessage body, int tag) throws MalformedFrameException {
        int field = tag >>> SHIFT;
        if (body != null && field <= RENEW) {
            throw new MalformedFrameException("something after the body of a message");
        }
    }

    private static Join readJoin(Epoch epoch, CodedInputStream in) throws IOException {
        int outer = Fields.enter(in);
        long incarnation = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag == (JOIN_INCARNATION << SHIFT | NUMBER)) {
                incarnation = in.readUInt64();
            } else {
                Fields.skip(in, tag);
            }
        }
        Fields.leave(in, outer);
        return new Join(epoch, incarnation);
    }

    private Enclosed readEnclosed(
            Epoch epoch, @Nullable TokenHandoff handoff, List<ClockReading> readings, CodedInputStream in)
            throws IOException {
        int outer = Fields.enter(in);
        PrioritizedMessage message = inner.read(in);
        Fields.leave(in, outer);
        if ((handoff != null) != (message.tokens() > 0)) {
            throw new MalformedFrameException("a token needs a hand-off, and nothing else may have one");
        }
        return new Enclosed(epoch, message, handoff, readings);
    }
}
