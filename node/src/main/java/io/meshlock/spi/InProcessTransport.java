package io.meshlock.spi;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One node of an {@link InProcessNetwork}. */
final class InProcessTransport implements Transport {

    /** The same as the default of TCP links. */
    private static final int MAX_FRAME_BYTES = 2 << 20;

    private final InProcessNetwork network;
    private final Peer self;
    private final LinkCounters counters = new LinkCounters();
    private volatile @Nullable LinkListener listener;
    private volatile boolean closed;

    InProcessTransport(InProcessNetwork network, Peer self) {
        this.network = network;
        this.self = self;
    }

    @Override
    public Peer self() {
        return self;
    }

    @Override
    public int maxFrameBytes() {
        return MAX_FRAME_BYTES;
    }

    @Override
    public LinkCounters counters() {
        return counters;
    }

    @Override
    public void start(LinkListener newListener) {
        if (listener != null) {
            throw new IllegalStateException("node " + self + " was started already");
        }
        listener = newListener;
        network.started(this);
    }

    LinkListener listener() {
        return Objects.requireNonNull(listener);
    }

    boolean isStarted() {
        return listener != null && !closed;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        network.leave(this);
        if (network.hasOwnThread()) {
            CompletableFuture<Void> last = new CompletableFuture<>();
            network.callbacks().execute(() -> last.complete(null));
            last.join();
        }
    }
}
