package io.meshlock.link;

import com.google.protobuf.ByteString;
import io.meshlock.link.wire.FrameBuffer;
import io.meshlock.link.wire.MessageCodec;
import io.meshlock.link.wire.PoolFrames;
import io.meshlock.link.wire.PoolTerms;
import io.meshlock.protocol.Message;
import io.meshlock.spi.Link;
import io.meshlock.spi.LinkCounter;
import io.meshlock.spi.LinkEnd;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pool that this node has opened: encodes and sends its messages. */
final class OpenPool implements PoolPort {

    private static final PoolChannel[] NONE = {};

    /**
     * Datagrams are dropped if more bytes than this wait for the peer. Datagrams are useful only while they are fresh,
     * and newer ones follow. With a long queue, a thousand pools that start at the same time would receive only stale
     * ones.
     */
    private static final long MAX_BEFORE_DATAGRAM = 64 * 1024;

    private final PoolLinks links;
    private final int number;
    private final PoolTerms terms;
    private final MessageCodec<?> codec;
    private final PoolReceiver receiver;
    private final boolean routed;
    private final long fingerprint;

    /**
     * The channels to the neighbours that take part. Copied on write; few, so a linear search is faster than hashing.
     */
    private volatile PoolChannel[] channels = NONE;

    private volatile boolean closed;
    private volatile boolean destroyed;

    /** The last datagram, encoded. Beacons go to all neighbours alike. */
    private volatile @Nullable Encoded last;

    private record Encoded(Message message, byte[] body) {}

    OpenPool(PoolLinks links, int number, PoolTerms terms, MessageCodec<?> codec, PoolReceiver receiver) {
        this.links = links;
        this.number = number;
        this.terms = terms;
        this.codec = codec;
        this.receiver = receiver;
        this.routed = terms.isRouted();
        this.fingerprint = terms.fingerprint();
    }

    /** The number that this node gave the pool on the wire. */
    int number() {
        return number;
    }

    @Override
    public PoolTerms terms() {
        return terms;
    }

    MessageCodec<?> codec() {
        return codec;
    }

    /** True if its messages are routed: they may come from any node, not only from neighbours that share the pool. */
    boolean isRouted() {
        return routed;
    }

    /** A hash of the terms. */
    long fingerprint() {
        return fingerprint;
    }

    PoolReceiver receiver() {
        return receiver;
    }

    boolean isClosed() {
        return closed;
    }

    /** True if it was closed because somebody has destroyed the pool. */
    boolean isDestroyed() {
        return destroyed;
    }

    @Override
    public boolean send(int peer, long poolInstance, Message message) {
        if (routed) {
            return route(codec, peer, poolInstance, message);
        }
        PoolChannel channel = channel(peer);
        return channel != null && write(codec, channel, poolInstance, message);
    }

    private <M extends Message> boolean route(MessageCodec<M> family, int node, long poolInstance, Message message) {
        ByteString content = PoolFrames.content(poolInstance, family, cast(family, message));
        return links.router().send(node, terms.name(), fingerprint, content);
    }

    private <M extends Message> M cast(MessageCodec<M> family, Message message) {
        if (!family.family().isInstance(message)) {
            throw new IllegalArgumentException(
                    message.type() + " is not a message of algorithm '" + terms.algorithm() + "'");
        }
        return family.family().cast(message);
    }

    private <M extends Message> boolean write(
            MessageCodec<M> family, PoolChannel channel, long poolInstance, Message message) {
        M told = cast(family, message);
        if (message.isDatagram() && channel.link().queuedBytes() > MAX_BEFORE_DATAGRAM) {
            links.transport().counters().count(LinkCounter.DATAGRAMS_DROPPED);
            return false;
        }
        FrameBuffer buffer = FrameBuffer.ofThisThread();
        if (message.isDatagram()) {
            byte[] body = body(family, told);
            PoolFrames.writeMessage(buffer, channel.theirNumber(), poolInstance, family.field(), body);
        } else {
            PoolFrames.writeMessage(buffer, channel.theirNumber(), poolInstance, family, told);
        }
        int limit = links.transport().maxFrameBytes();
        if (buffer.length() > limit) {
            return writeInParts(family, channel, poolInstance, told, limit);
        }
        return channel.link().send(buffer.bytes(), 0, buffer.length());
    }

    @SuppressWarnings("ReferenceEquality") // messages are immutable: the same object has the same bytes
    private <M extends Message> byte[] body(MessageCodec<M> family, M message) {
        Encoded before = last;
        if (before != null && before.message == message) {
            return before.body;
        }
        byte[] body = PoolFrames.body(family, message);
        last = new Encoded(message, body);
        return body;
    }

    private <M extends Message> boolean writeInParts(
            MessageCodec<M> family, PoolChannel channel, long poolInstance, M message, int limit) {
        if (!message.isDatagram()) {
            throw new IllegalArgumentException(
                    message.type() + " is too long: a frame has at most " + limit + " bytes");
        }
        FrameBuffer buffer = FrameBuffer.ofThisThread();
        List<M> parts = family.split(message, limit);
        for (M part : parts) {
            PoolFrames.writeMessage(buffer, channel.theirNumber(), poolInstance, family, part);
            if (!channel.link().send(buffer.bytes(), 0, buffer.length())) {
                return false;
            }
        }
        return !parts.isEmpty();
    }

    @Override
    public boolean isCongested(int peer) {
        PoolChannel channel = channel(peer);
        return channel != null && channel.link().isCongested();
    }

    private @Nullable PoolChannel channel(int peer) {
        for (PoolChannel channel : channels) {
            if (channel.link().peer().number() == peer) {
                return channel;
            }
        }
        return null;
    }

    synchronized void add(PoolChannel channel) {
        PoolChannel[] more = Arrays.copyOf(channels, channels.length + 1);
        more[channels.length] = channel;
        channels = more;
    }

    synchronized void remove(PoolChannel gone) {
        channels =
                Arrays.stream(channels).filter(channel -> !channel.equals(gone)).toArray(PoolChannel[]::new);
    }

    @Override
    public void announceAgain() {
        links.announceAgain(this, false);
    }

    @Override
    public void announceToAll() {
        if (channels.length < links.peerCount()) {
            links.announceAgain(this, true);
        }
    }

    @Override
    public void accuse(int peer) {
        Link link = links.linkTo(peer);
        if (link != null) {
            link.close(LinkEnd.FAILED);
        }
    }

    @Override
    public void destroy() {
        destroyed = true;
        close();
    }

    @Override
    public void close() {
        closed = true;
        links.retire(this);
    }
}
