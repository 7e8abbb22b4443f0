package io.meshlock.spi;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A link with its two ends. Callbacks run on the network's thread. */
final class InProcessLink {

    private static final Logger LOG = LoggerFactory.getLogger(InProcessLink.class);

    private static final long MAX_QUEUED_BYTES = 8 << 20;

    private final InProcessNetwork network;
    private final End low;
    private final End high;
    private final long instance;
    private final AtomicBoolean down = new AtomicBoolean();

    InProcessLink(InProcessNetwork network, InProcessTransport low, InProcessTransport high, long instance) {
        this.network = network;
        this.low = new End(low);
        this.high = new End(high);
        this.low.other = this.high;
        this.high.other = this.low;
        this.instance = instance;
    }

    /** Tells both ends that the link is up. Runs on the network's thread. */
    void raise() {
        low.raise();
        high.raise();
    }

    /** Takes both ends down. */
    void close(LinkEnd why) {
        end(why, why);
    }

    /** The node at one end leaves the network. */
    void leave(InProcessTransport node) {
        boolean isLow = node == low.node;
        end(isLow ? LinkEnd.SHUT_DOWN : LinkEnd.CLOSED_BY_PEER, isLow ? LinkEnd.CLOSED_BY_PEER : LinkEnd.SHUT_DOWN);
    }

    private void end(LinkEnd atLow, LinkEnd atHigh) {
        if (down.compareAndSet(false, true)) {
            network.callbacks().execute(() -> {
                low.lower(atLow);
                high.lower(atHigh);
                boolean bug = isBug(atLow) || isBug(atHigh);
                network.ended(this, low.node.self().number(), high.node.self().number(), !bug);
            });
        }
    }

    private static boolean isBug(LinkEnd why) {
        return why == LinkEnd.FAILED || why == LinkEnd.MALFORMED;
    }

    private final class End implements Link {

        final InProcessTransport node;
        private final AtomicLong queuedBytes = new AtomicLong();
        private @Nullable LinkReceiver receiver;
        private @Nullable End other;

        End(InProcessTransport node) {
            this.node = node;
        }

        private End other() {
            return Objects.requireNonNull(other);
        }

        void raise() {
            if (!down.get()) {
                node.counters().count(LinkCounter.LINKS_UP);
                call(() -> receiver = node.listener().linkUp(this));
            }
        }

        void lower(LinkEnd why) {
            LinkReceiver told = receiver;
            receiver = null;
            if (told != null) {
                node.counters().count(why);
                told.linkDown(why);
            }
        }

        @Override
        public Peer peer() {
            return other().node.self();
        }

        @Override
        public long instance() {
            return instance;
        }

        @Override
        public boolean send(byte[] frame, int offset, int length) {
            if (down.get()) {
                return false;
            }
            if (queuedBytes.addAndGet(length) > MAX_QUEUED_BYTES) {
                end(low == this ? LinkEnd.CONGESTED : LinkEnd.BROKEN, low == this ? LinkEnd.BROKEN : LinkEnd.CONGESTED);
                return false;
            }
            node.counters().count(LinkCounter.FRAMES_SENT);
            node.counters().add(LinkCounter.BYTES_SENT, length);
            byte[] copy = Arrays.copyOfRange(frame, offset, offset + length);
            network.callbacks().execute(() -> {
                queuedBytes.addAndGet(-copy.length);
                other().deliver(copy);
            });
            return true;
        }

        private void deliver(byte[] frame) {
            LinkReceiver told = receiver;
            if (told == null || down.get()) {
                return;
            }
            node.counters().count(LinkCounter.FRAMES_RECEIVED);
            node.counters().add(LinkCounter.BYTES_RECEIVED, frame.length);
            call(() -> told.received(frame, 0, frame.length));
        }

        @Override
        public void execute(Runnable task) {
            network.callbacks().execute(() -> {
                if (receiver != null && !down.get()) {
                    call(task);
                }
            });
        }

        private void call(Runnable callback) {
            try {
                callback.run();
            } catch (RuntimeException e) {
                LOG.error("a callback of {} about {} failed; the link goes down", node.self(), peer(), e);
                close(LinkEnd.FAILED);
            }
        }

        @Override
        public boolean isCongested() {
            return queuedBytes.get() > MAX_QUEUED_BYTES / 4;
        }

        @Override
        public long queuedBytes() {
            return queuedBytes.get();
        }

        @Override
        public void close(LinkEnd why) {
            end(low == this ? why : LinkEnd.CLOSED_BY_PEER, low == this ? LinkEnd.CLOSED_BY_PEER : why);
        }
    }
}
