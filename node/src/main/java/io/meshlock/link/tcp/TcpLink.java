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

/** The link to a peer over an accepted connection. */
@SuppressWarnings("FutureReturnValueIgnored") // failures of writes and closes are reported by the channel
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

    /** Set by the transport when the listener has returned it. Used on the event loop only. */
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

    /** The number that the arbiter gave this link; the same at both ends. */
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
            // The task runs after the loop's current work, so that frames added meanwhile leave in the same batch.
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
                call(task);
            }
        });
    }

    @Override
    public void close(LinkEnd why) {
        sendBuffer.close();
        onLoop(() -> transport.lower(this, why));
    }

    /** Runs a task on the event loop; does nothing if the node has shut down. */
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

    /** Calls the receiver's {@code linkDown}, once, and accepts no more frames. */
    void end(LinkEnd why) {
        sendBuffer.close();
        LinkReceiver told = receiver;
        receiver = null;
        if (told != null) {
            call(() -> told.linkDown(why));
        }
    }

    void call(Runnable callback) {
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
