package io.meshlock.link.wire;

import static io.meshlock.link.wire.Fields.DELIMITED;
import static io.meshlock.link.wire.Fields.NUMBER;
import static io.meshlock.link.wire.Fields.SHIFT;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.link.wire.proto.PoolClose;
import io.meshlock.link.wire.proto.PoolHosts;
import io.meshlock.link.wire.proto.PoolOpen;
import io.meshlock.link.wire.proto.PoolsFrame;
import io.meshlock.link.wire.proto.RoutedMessage;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.Policy;
import io.meshlock.protocol.PoolSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@code meshlock.wire.PoolsFrame}. */
public final class PoolFrames {

    private static final int FRAME_OPEN = 1;
    private static final int FRAME_CLOSE = 2;
    private static final int FRAME_MESSAGE = 3;
    private static final int FRAME_ADVERT = 4;
    private static final int FRAME_ROUTED = 5;

    private static final int MESSAGE_NUMBER = 1;
    private static final int MESSAGE_INSTANCE = 2;

    /** By field number: every message is looked up here. */
    private static final @Nullable MessageCodec<?>[] CODECS = new MessageCodec<?>[16];

    static {
        for (MessageCodec<?> codec : MessageCodecs.all()) {
            CODECS[codec.field()] = codec;
        }
    }

    private PoolFrames() {}

    // ---- writing ----------------------------------------------------------------------------------------------------

    public static byte[] write(PoolFrame.Open open) {
        PoolTerms terms = open.terms();
        PoolOpen.Builder out = PoolOpen.newBuilder()
                .setNumber(open.number())
                .setInstance(open.poolInstance())
                .setName(terms.name())
                .setAlgorithm(terms.algorithm())
                .setPermits(terms.settings().permits())
                .setPolicy(terms.settings().policy().label())
                .setAging(terms.settings().aging())
                .putAllOptions(terms.options().given())
                .setLeaseMillis(terms.leaseMillis());
        if (!terms.hosts().equals(PoolTerms.Hosts.ANYBODY)) {
            out.setHosts(PoolHosts.newBuilder()
                    .setFirst(terms.hosts().first())
                    .setCount(terms.hosts().count()));
        }
        return PoolsFrame.newBuilder().setOpen(out).build().toByteArray();
    }

    public static byte[] write(PoolFrame.Close close) {
        PoolClose.Builder out = PoolClose.newBuilder()
                .setNumber(close.number())
                .setInstance(close.poolInstance())
                .setOtherTerms(close.otherTerms())
                .setDestroyed(close.destroyed());
        return PoolsFrame.newBuilder().setClose(out).build().toByteArray();
    }

    public static byte[] write(PoolFrame.Routed routed) {
        RoutedMessage.Builder out = RoutedMessage.newBuilder()
                .setSource(routed.source())
                .setTarget(routed.target())
                .setHops(routed.hops())
                .setPool(routed.pool())
                .setTerms(routed.terms())
                .setMessage(routed.message());
        return PoolsFrame.newBuilder().setRouted(out).build().toByteArray();
    }

    /** The content of a routed message: a message without pool number, which only neighbours know. */
    public static <M extends Message> ByteString content(long poolInstance, MessageCodec<M> codec, M message) {
        FrameBuffer buffer = FrameBuffer.ofThisThread();
        writeMessage(buffer, 0, poolInstance, codec, message);
        return ByteString.copyFrom(buffer.bytes(), 0, buffer.length());
    }

    /** Encodes a message into {@code buffer}, from index 0. */
    public static <M extends Message> void writeMessage(
            FrameBuffer buffer, int number, long poolInstance, MessageCodec<M> codec, M message) {
        int body = codec.size(message);
        try {
            CodedOutputStream out = beginMessage(buffer, number, poolInstance, codec.field(), body);
            codec.write(message, out);
            out.checkNoSpaceLeft();
        } catch (IOException e) {
            throw new IllegalStateException("the size of " + message.type() + " was computed wrongly", e);
        }
    }

    /** The same for a message that was encoded before, by {@link #body}: it goes to several neighbours. */
    public static void writeMessage(FrameBuffer buffer, int number, long poolInstance, int field, byte[] body) {
        try {
            CodedOutputStream out = beginMessage(buffer, number, poolInstance, field, body.length);
            out.writeRawBytes(body);
            out.checkNoSpaceLeft();
        } catch (IOException e) {
            throw new IllegalStateException("the size of a message was computed wrongly", e);
        }
    }

    /** A message without the pool's number and instance. */
    public static <M extends Message> byte[] body(MessageCodec<M> codec, M message) {
        byte[] body = new byte[codec.size(message)];
        CodedOutputStream out = CodedOutputStream.newInstance(body);
        try {
            codec.write(message, out);
            out.checkNoSpaceLeft();
        } catch (IOException e) {
            throw new IllegalStateException("the size of " + message.type() + " was computed wrongly", e);
        }
        return body;
    }

    private static CodedOutputStream beginMessage(
            FrameBuffer buffer, int number, long poolInstance, int field, int body) throws IOException {
        int content = Fields.sizeUnsigned(MESSAGE_NUMBER, number)
                + Fields.sizeUnsigned(MESSAGE_INSTANCE, poolInstance)
                + Fields.sizeDelimited(field, body);
        CodedOutputStream out = buffer.begin(Fields.sizeDelimited(FRAME_MESSAGE, content));
        Fields.writeDelimited(out, FRAME_MESSAGE, content);
        Fields.writeUnsigned(out, MESSAGE_NUMBER, number);
        Fields.writeUnsigned(out, MESSAGE_INSTANCE, poolInstance);
        Fields.writeDelimited(out, field, body);
        return out;
    }

    // ---- reading ----------------------------------------------------------------------------------------------------

    /** Decodes a frame; null if this version does not know its kind. */
    public static @Nullable PoolFrame read(byte[] bytes, int offset, int length) throws MalformedFrameException {
        try {
            CodedInputStream in = CodedInputStream.newInstance(bytes, offset, length);
            PoolFrame frame = null;
            List<UnreadAdvert> adverts = new ArrayList<>(0);
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case FRAME_MESSAGE << SHIFT | DELIMITED -> frame = only(frame, readMessage(in));
                    case FRAME_OPEN << SHIFT | DELIMITED ->
                        frame = only(frame, open(PoolOpen.parseFrom(in.readByteBuffer())));
                    case FRAME_CLOSE << SHIFT | DELIMITED ->
                        frame = only(frame, close(PoolClose.parseFrom(in.readByteBuffer())));
                    case FRAME_ADVERT << SHIFT | DELIMITED -> adverts.add(advert(in, adverts.size()));
                    case FRAME_ROUTED << SHIFT | DELIMITED ->
                        frame = only(frame, routed(RoutedMessage.parseFrom(in.readByteBuffer())));
                    default -> Fields.skip(in, tag);
                }
            }
            return adverts.isEmpty() ? frame : only(frame, new PoolFrame.Say(adverts));
        } catch (MalformedFrameException e) {
            throw e;
        } catch (IOException | IllegalArgumentException e) {
            throw new MalformedFrameException(String.valueOf(e.getMessage()), e);
        }
    }

    private static PoolFrame only(@Nullable PoolFrame before, PoolFrame frame) throws MalformedFrameException {
        if (before != null) {
            throw new MalformedFrameException("two frames in one");
        }
        return frame;
    }

    private static UnreadAdvert advert(CodedInputStream in, int before) throws IOException {
        if (before >= LinkStateAdverts.MAX_ADVERTS) {
            throw new MalformedFrameException("a frame of more than " + LinkStateAdverts.MAX_ADVERTS + " adverts");
        }
        return UnreadAdvert.of(in.readBytes());
    }

    private static @Nullable MessageCodec<?> codec(int tag) {
        int field = tag >>> SHIFT;
        return field < CODECS.length && tag == (field << SHIFT | DELIMITED) ? CODECS[field] : null;
    }

    private static PoolFrame.Carry readMessage(CodedInputStream in) throws IOException {
        int outer = Fields.enter(in);
        int number = 0;
        long poolInstance = 0;
        int field = 0;
        Message message = null;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case MESSAGE_NUMBER << SHIFT | NUMBER -> number = in.readUInt32();
                case MESSAGE_INSTANCE << SHIFT | NUMBER -> poolInstance = in.readUInt64();
                default -> {
                    MessageCodec<?> codec = codec(tag);
                    if (codec == null) {
                        Fields.skip(in, tag);
                        continue;
                    }
                    if (message != null) {
                        throw new MalformedFrameException("two messages in one");
                    }
                    int inner = Fields.enter(in);
                    message = codec.read(in);
                    Fields.leave(in, inner);
                    field = codec.field();
                }
            }
        }
        Fields.leave(in, outer);
        if (message == null) {
            throw new MalformedFrameException("a message of no algorithm that is known here");
        }
        return new PoolFrame.Carry(number, poolInstance, field, message);
    }

    /** Terms check themselves, and whatever they find is malformed. */
    private static PoolFrame.Open open(PoolOpen in) {
        Map<String, Long> options = in.getOptionsMap();
        PoolSettings settings = new PoolSettings(in.getPermits(), Policy.named(in.getPolicy()), in.getAging());
        PoolTerms.Hosts hosts =
                new PoolTerms.Hosts(in.getHosts().getFirst(), in.getHosts().getCount());
        PoolTerms terms = new PoolTerms(
                in.getName(), in.getAlgorithm(), settings, Options.of(options), in.getLeaseMillis(), hosts);
        return new PoolFrame.Open(in.getNumber(), in.getInstance(), terms);
    }

    private static PoolFrame.Routed routed(RoutedMessage in) {
        return new PoolFrame.Routed(
                in.getSource(), in.getTarget(), in.getHops(), in.getPool(), in.getTerms(), in.getMessage());
    }

    private static PoolFrame.Close close(PoolClose in) {
        return new PoolFrame.Close(in.getNumber(), in.getInstance(), in.getOtherTerms(), in.getDestroyed());
    }
}
