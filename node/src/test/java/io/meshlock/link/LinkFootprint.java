package io.meshlock.link;

import io.meshlock.link.tcp.TcpTransport;
import io.meshlock.link.tcp.TestMesh;
import io.meshlock.link.wire.PoolTerms;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.spi.Peer;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Measures the memory and traffic of idle links: a node with 1,000 pools and 10 neighbours that have them too, all
 * eleven in this process, over TLS.
 */
public final class LinkFootprint {

    private static final int POOLS = 1_000;
    private static final int NEIGHBOURS = 10;
    private static final double MEGABYTE = 1 << 20;

    private LinkFootprint() {}

    public static void main(String[] args) throws Exception {
        double before = usedMegabytes();
        int threadsBefore = Thread.activeCount();
        try (TestMesh mesh = new TestMesh(Files.createTempDirectory("link-footprint"))) {
            CountDownLatch shared = new CountDownLatch(2 * POOLS * NEIGHBOURS);
            List<PoolLinks> nodes = new ArrayList<>();
            List<TcpTransport> transports = new ArrayList<>();
            long start = System.nanoTime();
            for (int node = NEIGHBOURS + 1; node >= 1; node--) {
                int[] dials =
                        node == 1 ? IntStream.rangeClosed(2, NEIGHBOURS + 1).toArray() : new int[0];
                TcpTransport transport = mesh.calmTransport(node, dials);
                transports.add(transport);
                PoolLinks links = PoolLinks.over(transport, new Nothing(shared));
                for (int pool = 0; pool < POOLS; pool++) {
                    PoolTerms terms = PoolTerms.of("pool-" + pool, "prioritized", PoolSettings.permits(3));
                    links.open(terms, new Nothing(shared));
                }
                links.start();
                nodes.add(links);
            }
            if (!shared.await(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException(shared.getCount() + " pools were not shared");
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            System.out.printf(
                    Locale.ROOT,
                    "%d nodes, %d pools each, %d links: %.1f MB of heap, %d threads more, keys to all shared %.2f s%n",
                    nodes.size(),
                    POOLS,
                    NEIGHBOURS,
                    usedMegabytes() - before,
                    Thread.activeCount() - threadsBefore,
                    seconds);
            System.out.println(transports.get(transports.size() - 1).counters().snapshot());
            long cpu = cpuNanos();
            new CountDownLatch(1).await(10, TimeUnit.SECONDS);
            System.out.printf(Locale.ROOT, "idle: %.2f %% of a core for all%n", (cpuNanos() - cpu) / 1e8);
        }
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static double usedMegabytes() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEGABYTE;
    }

    private record Nothing(CountDownLatch shared) implements PoolReceiver, PoolOffers {
        @Override
        public void linkUp(Peer peer, long poolInstance) {
            shared.countDown();
        }

        @Override
        public void linkDown(Peer peer) {}

        @Override
        public void received(int peer, long poolInstance, Message message) {}

        @Override
        public void offered(Peer peer, PoolTerms terms) {}

        @Override
        public void refused(Peer peer, PoolTerms ours, PoolTerms theirs, long instance) {}
    }
}
