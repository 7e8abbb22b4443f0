package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.DELIMITED;
import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.prioritized.PrioritizedMessage;
import io.meshlock.protocol.recovery.RecoveryMessage;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import io.meshlock.protocol.recovery.RecoveryMessage.Enclosed;
import io.meshlock.protocol.recovery.RecoveryMessage.Join;
import io.meshlock.protocol.recovery.TokenHandoff;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages of pools with recovery: beacons, and what belongs to an epoch, the messages of the algorithm most of all.
 */
final class RecoveryCodec implements MessageCodec<RecoveryMessage> {

    private static final int ROUND = 1;
    private static final int MAKER = 2;
    private static final int HANDOFF = 3;
    private static final int BEACON = 4;
    private static final int JOIN = 5;
    private static final int PRIORITIZED = 8;

    /** Room for the frame around a beacon's parts: tags, lengths, the pool's number and founding. */
    private static final int FRAME = 64;

    private final PrioritizedCodec inner = new PrioritizedCodec();

    @Override
    public int field() {
        return 15;
    }

    /** The algorithms that can be wrapped. Without recovery they speak their own messages. */
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
                    + Fields.sizeDelimited(PRIORITIZED, inner.size(prioritized(enclosed)));
        } else if (message instanceof Join join) {
            return epochSize(join.epoch()) + Fields.sizeDelimited(JOIN, 0);
        }
        throw new IllegalArgumentException("no body for " + message.type());
    }

    private static int epochSize(Epoch epoch) {
        return Fields.sizeSigned(ROUND, epoch.round()) + Fields.sizeSigned(MAKER, epoch.maker());
    }

    private static void writeEpoch(CodedOutputStream out, Epoch epoch) throws IOException {
        Fields.writeSigned(out, ROUND, epoch.round());
        Fields.writeSigned(out, MAKER, epoch.maker());
    }

    @Override
    public void write(RecoveryMessage message, CodedOutputStream out) throws IOException {
        if (message instanceof Beacon beacon) {
            BeaconParts.BEACON.write(out, BEACON, beacon);
        } else if (message instanceof Enclosed enclosed) {
            writeEpoch(out, enclosed.epoch());
            TokenHandoffPart.HANDOFF.write(out, HANDOFF, enclosed.handoff());
            PrioritizedMessage body = prioritized(enclosed);
            Fields.writeDelimited(out, PRIORITIZED, inner.size(body));
            inner.write(body, out);
        } else if (message instanceof Join join) {
            writeEpoch(out, join.epoch());
            Fields.writeDelimited(out, JOIN, 0);
        }
    }

    private static PrioritizedMessage prioritized(Enclosed enclosed) {
        if (enclosed.message() instanceof PrioritizedMessage message) {
            return message;
        }
        throw new IllegalArgumentException(enclosed.type() + " is no message of an algorithm with recovery");
    }

    // ---- reading ----------------------------------------------------------------------------------------------------

    @Override
    public RecoveryMessage read(CodedInputStream in) throws IOException {
        int round = 0;
        int maker = 0;
        @Nullable TokenHandoff handoff = null;
        @Nullable RecoveryMessage message = null;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            checkOrder(message, tag);
            switch (tag) {
                case ROUND << SHIFT | NUMBER -> round = in.readSInt32();
                case MAKER << SHIFT | NUMBER -> maker = in.readSInt32();
                case HANDOFF << SHIFT | DELIMITED -> handoff = TokenHandoffPart.HANDOFF.read(in);
                case BEACON << SHIFT | DELIMITED -> message = BeaconParts.BEACON.read(in);
                case JOIN << SHIFT | DELIMITED -> message = readJoin(new Epoch(round, maker), in);
                case PRIORITIZED << SHIFT | DELIMITED -> message = readEnclosed(new Epoch(round, maker), handoff, in);
                default -> Fields.skip(in, tag);
            }
        }
        return EpochParts.required(message, "the body of a message");
    }

    /** There is one body, and it comes last; what is not known here may stand anywhere. */
    private static void checkOrder(@Nullable RecoveryMessage body, int tag) throws MalformedFrameException {
        int field = tag >>> SHIFT;
        if (body != null && (field <= JOIN || field == PRIORITIZED)) {
            throw new MalformedFrameException("something after the body of a message");
        }
    }

    private static Join readJoin(Epoch epoch, CodedInputStream in) throws IOException {
        int outer = Fields.enter(in);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            Fields.skip(in, tag);
        }
        Fields.leave(in, outer);
        return new Join(epoch);
    }

    private Enclosed readEnclosed(Epoch epoch, @Nullable TokenHandoff handoff, CodedInputStream in) throws IOException {
        int outer = Fields.enter(in);
        PrioritizedMessage message = inner.read(in);
        Fields.leave(in, outer);
        if ((handoff != null) != (message.tokens() > 0)) {
            throw new MalformedFrameException("a token has a passport, and nothing else has one");
        }
        return new Enclosed(epoch, message, handoff);
    }
}
