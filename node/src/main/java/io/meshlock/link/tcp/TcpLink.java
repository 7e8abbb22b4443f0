package io.meshlock.link.tcp;

import io.meshlock.spi.Link;
import io.meshlock.spi.LinkCounter;
import io.meshlock.spi.LinkCounters;
import io.meshlock.spi.LinkEnd;
import io.meshlock.spi.LinkReceiver;
import io.meshlock.spi.Peer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** A connection that has become the link to a peer. */
@SuppressWarnings("FutureReturnValueIgnored") // what a write or a close comes to, the channel tells
final class TcpLink implements Link {

    private final TcpTransport transport;
    private final Channel channel;
    private final Peer peer;
    private final long instance;
    private final long session;
    private final SendBuffer sendBuffer;
    private final KeepAlive keepAlive;
    private final int congestedBytes;
    private final Runnable flush = this::flush;

    /** Set by the transport when the listener has answered; the event loop's alone. */
    private @Nullable LinkReceiver receiver;

    TcpLink(TcpTransport transport, Channel channel, Peer peer, long instance, long session, long now) {
        this.transport = transport;
        this.channel = channel;
        this.peer = peer;
        this.instance = instance;
        this.session = session;
        LinkLimits limits = transport.settings().limits();
        sendBuffer = new SendBuffer(channel.alloc(), limits.maxQueuedBytes());
        congestedBytes = limits.maxQueuedBytes() / 4;
        keepAlive = new KeepAlive(transport.settings().timings(), now);
    }

    @Override
    public Peer peer() {
        return peer;
    }

    @Override
    public long instance() {
        return instance;
    }

    /** The number that the arbiter gave this link: the same at both ends. */
    long session() {
        return session;
    }

    Channel channel() {
        return channel;
    }

    KeepAlive keepAlive() {
        return keepAlive;
    }

    private LinkCounters counters() {
        return transport.counters();
    }

    // ---- from any thread --------------------------------------------------------------------------------------------

    @Override
    public boolean send(byte[] frame, int offset, int length) {
        if (length > transport.maxFrameBytes()) {
            throw new IllegalArgumentException(
                    "a frame of " + length + " bytes; expected at most " + transport.maxFrameBytes());
        }
        SendBuffer.Result result = sendBuffer.add(frame, offset, length);
        if (result == SendBuffer.Result.FIRST) {
            // A task of the loop runs after what the loop is busy with: frames of one moment leave together.
            onLoop(flush);
        } else if (result == SendBuffer.Result.FULL) {
            close(LinkEnd.CONGESTED);
        }
        boolean sent = result == SendBuffer.Result.FIRST || result == SendBuffer.Result.ADDED;
        if (sent) {
            counters().count(LinkCounter.FRAMES_SENT);
        }
        return sent;
    }

    @Override
    public boolean isCongested() {
        return sendBuffer.queued() > congestedBytes;
    }

    @Override
    public long queuedBytes() {
        return sendBuffer.queued();
    }

    @Override
    public void execute(Runnable task) {
        onLoop(() -> {
            if (receiver != null && !sendBuffer.isClosed()) {
                guarded(task);
            }
        });
    }

    @Override
    public void close(LinkEnd why) {
        sendBuffer.close();
        onLoop(() -> transport.lower(this, why));
    }

    /** Once the node has shut down nothing is left to be done for this link. */
    private void onLoop(Runnable task) {
        try {
            channel.eventLoop().execute(task);
        } catch (RejectedExecutionException e) {
            TcpTransport.LOG.debug("link {} with {} is down already", instance, peer);
        }
    }

    // ---- on the event loop ------------------------------------------------------------------------------------------

    void setReceiver(LinkReceiver value) {
        receiver = value;
    }

    void deliver(byte[] frame, int offset, int length) {
        LinkReceiver told = receiver;
        if (told != null && !sendBuffer.isClosed()) {
            counters().count(LinkCounter.FRAMES_RECEIVED);
            try {
                told.received(frame, offset, length);
            } catch (RuntimeException e) {
                failed(e);
            }
        }
    }

    /** Tells the receiver, once, and takes nothing more. */
    void end(LinkEnd why) {
        sendBuffer.close();
        LinkReceiver told = receiver;
        receiver = null;
        if (told != null) {
            guarded(() -> told.linkDown(why));
        }
    }

    void guarded(Runnable callback) {
        try {
            callback.run();
        } catch (RuntimeException e) {
            failed(e);
        }
    }

    private void failed(RuntimeException bug) {
        TcpTransport.LOG.error("a callback about {} failed; its link goes down", peer, bug);
        close(LinkEnd.FAILED);
    }

    private void flush() {
        ByteBuf batch = sendBuffer.take();
        if (batch == null) {
            return;
        }
        int bytes = batch.readableBytes();
        counters().count(LinkCounter.FLUSHES);
        counters().add(LinkCounter.BYTES_SENT, bytes);
        keepAlive.said(transport.now());
        channel.writeAndFlush(batch).addListener(done -> sendBuffer.sent(bytes));
    }
}
