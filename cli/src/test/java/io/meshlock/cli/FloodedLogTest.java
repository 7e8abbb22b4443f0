package io.meshlock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.meshlock.Meshlock;
import io.meshlock.PoolConfig;
import io.meshlock.link.wire.MalformedFrameException;
import io.meshlock.link.wire.PoolFrame;
import io.meshlock.link.wire.PoolFrames;
import io.meshlock.link.wire.PoolTerms;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolBounds;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.spi.InProcessNetwork;
import io.meshlock.spi.Link;
import io.meshlock.spi.LinkEnd;
import io.meshlock.spi.LinkListener;
import io.meshlock.spi.LinkReceiver;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A neighbour that announces a pool and takes it back, again and again, has little of the log. */
@DisplayName("A log that a neighbour could fill")
class FloodedLogTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int TIMES = 2_000;
    private static final int MOST_LINES = 10; // of a slow machine: one in ten seconds

    private final InProcessNetwork network = new InProcessNetwork();
    private final Meshlock victim =
            Meshlock.builder().inProcess(network, 1, "victim").bootstrap().start();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.meshlock");

    @BeforeEach
    void listen() throws InterruptedException {
        victim.pool("docks", PoolConfig.permits(2)).acquire().close();
        logger.setLevel(Level.WARN);
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void close() {
        logger.detachAppender(log);
        logger.setLevel(null);
        victim.close();
        network.close();
    }

    /** A link of which the test sends what it wants. */
    private static final class Neighbour implements LinkListener, LinkReceiver {

        private final CompletableFuture<PoolFrame.Open> heard = new CompletableFuture<>();
        private final CompletableFuture<Link> link = new CompletableFuture<>();
        private int numbers;

        @Override
        public LinkReceiver linkUp(Link up) {
            link.complete(up);
            return this;
        }

        @Override
        public void received(byte[] bytes, int offset, int length) {
            try {
                if (PoolFrames.read(bytes, offset, length) instanceof PoolFrame.Open open) {
                    heard.complete(open);
                }
            } catch (MalformedFrameException e) {
                throw new AssertionError("the victim sent a malformed frame", e);
            }
        }

        @Override
        public void linkDown(LinkEnd why) {}

        /** Says that it has the pool, and that it has it no more. */
        void flicker(long instance, PoolTerms terms) {
            int number = numbers++;
            send(PoolFrames.write(new PoolFrame.Open(number, instance, terms)));
            send(PoolFrames.write(new PoolFrame.Close(number, instance, false, false)));
        }

        private void send(byte[] frame) {
            Link up = link.join();
            if (up.isCongested()) {
                await().atMost(LONG).until(() -> !up.isCongested());
            }
            assertThat(up.send(frame, 0, frame.length)).isTrue();
        }
    }

    private Neighbour neighbour() {
        Neighbour neighbour = new Neighbour();
        network.join(9, "loud").start(neighbour);
        network.connect(9, 1);
        return neighbour;
    }

    private void awaitRefusals(int count) throws InterruptedException {
        await().atMost(LONG).until(() -> victim.linkEvents().getOrDefault("pools_refused", 0L) >= count);
        victim.pool("docks").acquire().close(); // what was heard before is dealt with
    }

    private List<String> lines() {
        return List.copyOf(log.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    /** Options with the longest names there may be, of an algorithm that nobody has. */
    private static PoolTerms longTerms() {
        Map<String, Long> options = new TreeMap<>();
        for (int i = 0; i < PoolBounds.MAX_OPTIONS; i++) {
            options.put(String.format("%0200d", i), 1L);
        }
        return new PoolTerms(
                "docks", "nonsense", PoolSettings.permits(3), Options.of(options), 0, PoolTerms.Hosts.ANYBODY);
    }

    @Test
    void hasFewLinesOfOtherSettings() throws InterruptedException {
        Neighbour neighbour = neighbour();
        PoolTerms others = longTerms();
        for (int i = 0; i < TIMES; i++) {
            neighbour.flicker(0, others);
        }
        awaitRefusals(TIMES);
        assertThat(lines())
                .hasSizeBetween(1, MOST_LINES)
                .allSatisfy(line -> assertThat(line).contains("docks").hasSizeLessThan(1_000));
    }

    @Test
    void hasFewLinesOfYoungerInstances() throws InterruptedException {
        Neighbour neighbour = neighbour();
        PoolTerms theirs = neighbour.heard.join().terms();
        for (int i = 0; i < TIMES; i++) {
            neighbour.flicker(Long.MAX_VALUE - i, theirs);
        }
        neighbour.flicker(0, longTerms());
        awaitRefusals(1);
        assertThat(lines()).hasSizeBetween(2, MOST_LINES);
        assertThat(lines().get(0)).contains("pool 'docks' was bootstrapped twice");
    }
}
