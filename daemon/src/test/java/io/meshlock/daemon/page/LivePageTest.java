package io.meshlock.daemon.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.Grant;
import io.meshlock.Meshlock;
import io.meshlock.MeshlockBuilder;
import io.meshlock.PoolConfig;
import io.meshlock.Request;
import io.meshlock.daemon.Timeouts;
import io.meshlock.spi.InProcessNetwork;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** A live mesh in a real browser. */
class LivePageTest {

    private static PageBrowser browser;

    @BeforeAll
    static void openBrowser() {
        browser = new PageBrowser();
    }

    @AfterAll
    static void closeBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void nodesLinksTokenGrantsAndWaitsAreShown() throws Exception {
        try (InProcessNetwork network = new InProcessNetwork();
                LiveFeed feed = LiveFeed.open("five drones").permits(pool -> 3);
                Ring ring = new Ring(network, feed, 5);
                PageServer server = PageServer.start(Page.of(feed), 0)) {
            browser.look(1400, 1000, "light");
            browser.visit(server.uri());
            browser.awaitText("#mode", "live");
            browser.awaitText("#mesh-facts", "5 nodes, 5 links");
            Grant grant =
                    ring.nodes.get(2).pool("docks").acquire(Request.permits(3).priority(40));
            CompletableFuture<Grant> waiting = ring.nodes
                    .get(4)
                    .pool("docks")
                    .acquireAsync(Request.permits(2).priority(70));
            browser.awaitText("#holders", "drone-3");
            browser.awaitText("#waiters", "drone-5");
            browser.awaitText("#pools", "3/3");
            assertThat(browser.text("#holders")).contains("3 (1, 2, 3)", "40");
            assertThat(browser.text("#waiters")).contains("70");
            browser.awaitTrue("[...document.querySelectorAll('#node-rows tr')].some("
                    + "row => row.cells[0].textContent === 'drone-1' && row.cells[1].textContent === 'here')");
            browser.awaitText("#log", "drone-3 gets 3 permits (1, 2, 3)");
            browser.screenshot("live-5-light.png");

            network.cut(1, 2);
            browser.awaitText("#mesh-facts", "5 nodes, 4 links");
            grant.close();
            waiting.get(Timeouts.SECONDS, TimeUnit.SECONDS).close();
            browser.awaitText("#holders", "nobody");
            browser.awaitText("#waiters", "nobody");
            browser.awaitText("#rate-facts", "grants per second");
            browser.awaitTrue("document.querySelector('#urgency')?.rows.length === 2");
            assertThat(browser.complaints()).isEmpty();
        }
        browser.awaitText("#mode", "ended");
    }

    /** The page of one node: whose it is, who is out of reach, and why a pool grants nothing. */
    @Test
    void aNodesPageTellsWhatIsWrong() throws Exception {
        try (InProcessNetwork network = new InProcessNetwork();
                LiveFeed feed = LiveFeed.open("");
                Meshlock near = Meshlock.builder()
                        .inProcess(network, 1, "near")
                        .journal(feed.journal())
                        .start();
                Meshlock far = Meshlock.builder()
                        .inProcess(network, 2, "far")
                        .bootstrap()
                        .ephemeral()
                        .start();
                PageServer server = PageServer.start(Page.of(feed), 0)) {
            feed.followMap(near);
            near.pool("docks", PoolConfig.permits(3));
            browser.look(1400, 1000, "light");
            browser.visit(server.uri());
            browser.awaitText("#title", "node near");
            browser.awaitTrue("document.title === 'near – Meshlock'");
            browser.awaitText("#problems", "this node has not heard of a node that bootstrapped it");
            network.connect(1, 2);
            browser.awaitTrue("document.querySelector('#problems').hidden");
            browser.awaitText("#mesh-facts", "2 nodes, 1 link");
            far.pool("docks", PoolConfig.permits(3)).acquire(1).close();
            browser.awaitTrue(
                    "[...document.querySelectorAll('#node-rows tr')].filter("
                            + "row => row.cells[2].textContent === 'yes').map(row => row.cells[0].textContent).join() === 'far'");
            network.cut(1, 2);
            browser.awaitText("#log", "far is out of reach");
            browser.awaitText("#problems", "pool 'docks' grants nothing: 0 of 1 voter in reach (missing far for ");
            browser.awaitTrue("[...document.querySelectorAll('#node-rows tr')].every("
                    + "row => row.cells[1].textContent !== 'here')");
            browser.screenshot("live-problem.png");
            assertThat(browser.complaints()).isEmpty();
        }
    }

    /** Everything that the drawing shows can be reached without a mouse, and is said in words. */
    @Test
    void theKeyboardIsEnough() throws Exception {
        try (InProcessNetwork network = new InProcessNetwork();
                LiveFeed feed = LiveFeed.open("three drones").permits(pool -> 3);
                Ring ring = new Ring(network, feed, 3);
                PageServer server = PageServer.start(Page.of(feed), 0)) {
            browser.look(1400, 1000, "light");
            browser.visit(server.uri());
            browser.awaitText("#mesh-facts", "3 nodes, 3 links");
            try (Grant grant = ring.nodes.get(0).pool("docks").acquire(2)) {
                browser.awaitText("#holders", "drone-1");
                browser.one("#mesh").sendKeys(Keys.ARROW_RIGHT);
                browser.awaitTrue("!document.querySelector('#card').hidden");
                browser.awaitText("#card", "drone-1");
                browser.awaitText("#card", "holds " + grant.permits() + " permits");
                browser.awaitText("#announcement", "drone-1");
                browser.one("#mesh").sendKeys(Keys.ESCAPE);
                browser.awaitTrue("document.querySelector('#card').hidden");
                browser.awaitText("#announcement", "docks: 2 permits out, held by drone-1");
            }
            assertThat(browser.script("return [...document.querySelectorAll('button, select, input, canvas[role=img], "
                            + "[role=region]')].filter(e => !e.ariaLabel && !e.getAttribute('aria-labelledby') "
                            + "&& !e.textContent.trim() && !e.labels?.length).map(e => e.outerHTML)"))
                    .as("everything that can be used or read has a name")
                    .isEqualTo(List.of());
            browser.one("body").sendKeys("d");
            browser.awaitTrue("document.documentElement.dataset.theme === 'dark'");
            browser.one("body").sendKeys("d");
            browser.awaitTrue("document.documentElement.dataset.theme === 'light'");
            assertThat(browser.complaints()).isEmpty();
        }
    }

    /** Ten thousand events a second for a few seconds: the page goes on drawing, and says what it does not show. */
    @Test
    void tenThousandEventsASecondAreBearable() throws Exception {
        ScheduledExecutorService storm = Executors.newSingleThreadScheduledExecutor();
        try (LiveFeed feed = LiveFeed.open("storm").permits(pool -> 50);
                PageServer server = PageServer.start(Page.of(feed), 0)) {
            Storm lines = new Storm(feed, 200);
            browser.look(1400, 1000, "dark");
            browser.visit(server.uri());
            browser.awaitText("#mesh-facts", "200 nodes");
            var unused = storm.scheduleAtFixedRate(() -> lines.blow(100), 0, 10, TimeUnit.MILLISECONDS);
            browser.awaitText("#state", "not shown");
            browser.script(
                    "window.frames0 = 0; (function count() { window.frames0++; requestAnimationFrame(count); })()");
            long before = lines.written.get();
            browser.awaitTrue("window.frames0 > 40");
            assertThat(lines.written.get() - before).as("it went on meanwhile").isGreaterThan(2_000);
            browser.one("body").sendKeys("d"); // whoever uses the page is answered meanwhile
            browser.awaitTrue("document.documentElement.dataset.theme === 'light'");
            browser.one("body").sendKeys("d");
            browser.awaitTrue("document.documentElement.dataset.theme === 'dark'");
            browser.screenshot("live-200-dark.png");
            assertThat(feed.missed()).isZero();
            assertThat(browser.complaints()).isEmpty();
        } finally {
            storm.shutdownNow();
        }
    }

    @Test
    void aNarrowWindowDoesNotScrollSideways() throws Exception {
        try (InProcessNetwork network = new InProcessNetwork();
                LiveFeed feed = LiveFeed.open("five drones").permits(pool -> 3);
                Ring ring = new Ring(network, feed, 5);
                PageServer server = PageServer.start(Page.of(feed), 0)) {
            browser.look(380, 800, "light");
            browser.visit(server.uri());
            browser.awaitText("#mesh-facts", ring.nodes.size() + " nodes");
            assertThat((Long) browser.script("return document.documentElement.scrollWidth"))
                    .isLessThanOrEqualTo(380);
            for (String button : List.of("beacons", "help-open", "theme")) {
                assertThat(browser.script("return document.getElementById('" + button
                                + "').getBoundingClientRect().top < document.querySelector('h1')"
                                + ".getBoundingClientRect().bottom"))
                        .as(button + " is in the first line")
                        .isEqualTo(true);
            }
            browser.screenshot("live-narrow.png");
        }
    }

    /** Nodes in a ring that share docks. */
    private static final class Ring implements AutoCloseable {

        private final List<Meshlock> nodes = new ArrayList<>();

        Ring(InProcessNetwork network, LiveFeed feed, int size) {
            for (int i = 1; i <= size; i++) {
                MeshlockBuilder builder =
                        Meshlock.builder().inProcess(network, i, "drone-" + i).journal(feed.journal());
                nodes.add(i == 1 ? builder.bootstrap().start() : builder.start());
            }
            for (int i = 1; i <= size; i++) {
                network.connect(i, i % size + 1);
            }
            nodes.forEach(node -> node.pool("docks", PoolConfig.permits(3)));
        }

        @Override
        public void close() {
            nodes.forEach(Meshlock::close);
        }
    }

    /** A mesh that never rests: most of what happens are messages, the rest are requests. */
    private static final class Storm {

        private final LiveFeed feed;
        private final OutputStream source;
        private final int nodes;
        private final AtomicLong written = new AtomicLong();

        Storm(LiveFeed feed, int nodes) throws Exception {
            this.feed = feed;
            this.nodes = nodes;
            source = feed.journal().open("docks", "n0");
            for (int i = 0; i < nodes; i++) {
                write("\"e\":\"linkUp\",\"n\":%d,\"to\":%d".formatted(i, (i + 1) % nodes));
                write("\"e\":\"linkUp\",\"n\":%d,\"to\":%d".formatted(i, (i * 7 + 3) % nodes));
            }
            write("\"e\":\"tokens\",\"n\":0,\"held\":1");
        }

        void blow(int lines) {
            for (int i = 0; i < lines; i++) {
                long number = written.get();
                long node = number * 31 % nodes;
                long request = number / 20;
                try {
                    switch ((int) (number % 20)) {
                        case 0 ->
                            write("\"e\":\"requested\",\"n\":%d,\"r\":%d,\"h\":1,\"p\":%d"
                                    .formatted(request % nodes, request, request % 10));
                        case 1 ->
                            write("\"e\":\"granted\",\"n\":%d,\"r\":%d,\"g\":%d,\"h\":1"
                                    .formatted(request % nodes, request, request));
                        case 2 ->
                            write("\"e\":\"released\",\"n\":%d,\"r\":%d,\"g\":%d,\"h\":1"
                                    .formatted((request + nodes - 40) % nodes, request - 40, request - 40));
                        default ->
                            write("\"e\":\"sent\",\"n\":%d,\"to\":%d,\"m\":\"REQUEST\",\"bytes\":9,\"text\":\"\""
                                    .formatted(node, (node + 1) % nodes));
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        }

        private void write(String fields) throws Exception {
            written.incrementAndGet();
            double now = feed.journal().micros() / 1e6;
            source.write(String.format(java.util.Locale.ROOT, "{\"t\":%.6f,%s}%n", now, fields)
                    .getBytes(StandardCharsets.US_ASCII));
        }
    }
}
