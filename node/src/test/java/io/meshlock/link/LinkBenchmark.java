package io.meshlock.link;

import io.meshlock.link.tcp.TcpTransport;
import io.meshlock.link.tcp.TestMesh;
import io.meshlock.link.wire.PoolTerms;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.prioritized.Header;
import io.meshlock.protocol.prioritized.Height;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Token;
import io.meshlock.spi.LinkCounter;
import io.meshlock.spi.Peer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures links: round trips of a token between two nodes, and messages a second one way, over TLS on this machine.
 *
 * <pre>mvn -q -pl node -am test-compile exec… or: java -cp … io.meshlock.link.LinkBenchmark [rounds] [messages]</pre>
 */
@SuppressWarnings({"SystemOut", "NullAway"})
public final class LinkBenchmark {

    private static final PoolTerms POOL = PoolTerms.of("docks", "prioritized", PoolSettings.permits(1));

    private LinkBenchmark() {}

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 200_000;
        int messages = args.length > 1 ? Integer.parseInt(args[1]) : 2_000_000;
        Path folder = Files.createTempDirectory("link-benchmark");
        try (TestMesh mesh = new TestMesh(folder)) {
            TcpTransport one = mesh.transport(1, 2);
            TcpTransport two = mesh.transport(2, 1);
            Side a = new Side(one);
            Side b = new Side(two);
            a.up.await();
            b.up.await();
            for (int i = 0; i < 3; i++) {
                pingPong(a, b, rounds);
            }
            for (int i = 0; i < 3; i++) {
                stream(a, b, messages);
            }
        }
    }

    private static Message token(long hop) {
        Key key = new Key(-hop, hop, Key.requestNumber(2, (int) hop), 1);
        return new Token(new Header(new Height(3, -hop), hop, hop), List.of(), hop, hop, 7, Keys.ofSorted(key), -1);
    }

    /** Sends one token back and forth; each side answers on the event loop, as a pool does. */
    private static void pingPong(Side a, Side b, int rounds) throws InterruptedException {
        long[] nanos = new long[rounds];
        CountDownLatch done = new CountDownLatch(1);
        AtomicLong sentAt = new AtomicLong();
        int[] round = {0};
        b.onMessage = message -> b.port.send(1, 0, message);
        a.onMessage = message -> {
            long now = System.nanoTime();
            nanos[round[0]++] = now - sentAt.get();
            if (round[0] == rounds) {
                done.countDown();
            } else {
                sentAt.set(System.nanoTime());
                a.port.send(2, 0, token(round[0]));
            }
        };
        long start = System.nanoTime();
        sentAt.set(start);
        a.port.send(2, 0, token(0));
        done.await();
        double seconds = (System.nanoTime() - start) / 1e9;
        Arrays.sort(nanos);
        System.out.printf(
                Locale.ROOT,
                "round trip: median %.1f us, p99 %.1f us, p99.9 %.1f us; %.0f messages/s one at a time%n",
                nanos[rounds / 2] / 1e3,
                nanos[rounds * 99 / 100] / 1e3,
                nanos[(int) (rounds * 0.999)] / 1e3,
                2 * rounds / seconds);
    }

    /** Sends as fast as the link accepts. */
    private static void stream(Side a, Side b, int messages) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(messages);
        b.onMessage = message -> done.countDown();
        long flushes = a.transport.counters().get(LinkCounter.FLUSHES);
        long bytes = a.transport.counters().get(LinkCounter.BYTES_SENT);
        long start = System.nanoTime();
        Message message = token(1_000_000);
        for (int i = 0; i < messages; i++) {
            while (a.port.isCongested(2)) {
                Thread.onSpinWait();
            }
            if (!a.port.send(2, 0, message)) {
                throw new IllegalStateException("the link went down");
            }
        }
        done.await();
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "one way: %.0f messages/s; %.1f messages per write, %.1f bytes per message%n",
                messages / seconds,
                (double) messages / (a.transport.counters().get(LinkCounter.FLUSHES) - flushes),
                (double) (a.transport.counters().get(LinkCounter.BYTES_SENT) - bytes) / messages);
    }

    private static final class Side implements PoolReceiver, PoolOffers {
        final CountDownLatch up = new CountDownLatch(1);
        final TcpTransport transport;
        final PoolPort port;
        volatile java.util.function.Consumer<Message> onMessage = message -> {};

        Side(TcpTransport transport) {
            this.transport = transport;
            PoolLinks links = PoolLinks.over(transport, this);
            port = links.open(POOL, this);
            links.start();
        }

        @Override
        public void linkUp(Peer peer, long poolInstance) {
            up.countDown();
        }

        @Override
        public void linkDown(Peer peer) {}

        @Override
        public void received(int peer, long poolInstance, Message message) {
            onMessage.accept(message);
        }

        @Override
        public void offered(Peer peer, PoolTerms terms) {}

        @Override
        public void refused(Peer peer, PoolTerms ours, PoolTerms theirs, long instance) {}
    }
}
