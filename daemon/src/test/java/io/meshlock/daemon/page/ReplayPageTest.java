package io.meshlock.daemon.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.daemon.Timeouts;
import io.meshlock.journal.RecordedJournal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** A recorded run in a real browser. */
class ReplayPageTest {

    /** The page's time, which its scrubber says in words. */
    private static final String TIME = "parseFloat(document.querySelector('#time').textContent)";

    @TempDir
    private static Path folder;

    private static RecordedRun run;
    private static PageServer server;
    private static PageBrowser browser;

    @BeforeAll
    static void open() throws Exception {
        Path journal = Files.write(folder.resolve("journal-1.jsonl"), SampleRun.journal(12, 2_000, 1));
        run = RecordedRun.open(RecordedJournal.find(journal), new RecordedRun.Facts("a run", "", pool -> 5, null));
        server = PageServer.start(Page.of(run), 0);
        browser = new PageBrowser();
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
        server.close();
        run.close();
    }

    @BeforeEach
    void visit() throws Exception {
        run.awaitEnd(Timeouts.LONG);
        browser.look(1400, 1000, "light");
        browser.visit(server.uri());
        browser.awaitText("#mode", "replay");
        browser.awaitText("#mesh-facts", "12 nodes, 12 links");
    }

    @Test
    void playsAndPauses() throws Exception {
        browser.awaitTrue(TIME + " > 0");
        assertThat(browser.text("#log"))
                .as("it opens where something is to be seen")
                .contains(" gets ");
        Object opened = browser.script("return " + TIME);
        browser.one("#play").click();
        browser.awaitTrue(TIME + " > arguments[0] + 1", opened);
        browser.awaitTrue("document.querySelector('#play').ariaLabel === 'Pause'");
        browser.one("#play").click();
        browser.awaitTrue("document.querySelector('#play').ariaLabel === 'Play'");
        Object paused = browser.script("return " + TIME);
        browser.script("return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
        assertThat(browser.script("return " + TIME)).isEqualTo(paused);
        browser.screenshot("replay-light.png");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void jumpsAnywhere() {
        scrub(500);
        browser.awaitTrue(TIME + " > 700 && " + TIME + " < 900");
        browser.awaitTrue("document.querySelectorAll('#holders tr').length === 3");
        browser.one("body").sendKeys(Keys.HOME);
        browser.awaitTrue(TIME + " === 0");
        browser.awaitText("#holders", "nobody");
        browser.one("body").sendKeys(Keys.END);
        browser.awaitTrue(TIME + " > 1600");
        browser.awaitText("#log", "the end");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void stepsOneEventAtATime() {
        scrub(300);
        browser.awaitTrue(TIME + " > 400");
        String before = browser.text("#time");
        browser.one("#forward").click();
        browser.one("#forward").click();
        browser.awaitTrue("document.querySelector('#time').textContent !== arguments[0]", before);
        String after = browser.text("#time");
        browser.one("body").sendKeys(Keys.ARROW_RIGHT);
        browser.awaitTrue("document.querySelector('#log li') !== null");
        browser.one("body").sendKeys(Keys.ARROW_LEFT);
        browser.awaitText("#time", after);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void goesFasterAndSlower() {
        String usual = String.valueOf(browser.script("return document.querySelector('#speed').value"));
        browser.one("body").sendKeys("+");
        browser.awaitTrue("document.querySelector('#speed').value === String(2 * arguments[0])", Double.valueOf(usual));
        browser.one("body").sendKeys("-");
        browser.one("body").sendKeys("-");
        browser.awaitTrue("document.querySelector('#speed').value === String(arguments[0] / 2)", Double.valueOf(usual));
        browser.one("body").sendKeys(" ");
        browser.awaitTrue("document.querySelector('#play').dataset.playing === 'true'");
    }

    /** Only what is looked at is fetched: the run has many more chunks than a page needs to show one moment. */
    @Test
    void aBrowserNeverHasTheWholeRun() {
        scrub(500);
        browser.awaitTrue(TIME + " > 700");
        Object fetched = browser.script(
                "return performance.getEntriesByType('resource').filter(e => e.name.includes('/chunks/')).length");
        Object all = browser.script("return fetch('../feed/about').then(a => a.json()).then(a => a.chunks.length)");
        assertThat((Long) all).isGreaterThan(10);
        assertThat((Long) fetched).isLessThanOrEqualTo(6);
    }

    @Test
    void nothingComesFromElsewhereAndNobodyElseReads() throws Exception {
        HttpResponse<String> page = get(server.uri());
        assertThat(page.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy).startsWith("default-src 'none'; script-src 'self'"));
        assertThat(page.body()).doesNotContain("http://", "https://");
        assertThat(get(server.uri().resolve("/")).uri()).isEqualTo(server.uri());
        assertThat(get(server.uri().resolve("/page/other.js")).statusCode()).isEqualTo(404);
        assertThat(get(server.uri().resolve("/feed/chunks/99999")).statusCode()).isEqualTo(404);
        assertThat(get(server.uri().resolve("/feed/chunks/x")).statusCode()).isEqualTo(404);
        try (java.net.Socket socket = new java.net.Socket(
                java.net.InetAddress.getLoopbackAddress(), server.uri().getPort())) {
            socket.getOutputStream()
                    .write("GET /feed/about HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                            .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 403");
        }
    }

    private static HttpResponse<String> get(URI uri) throws Exception {
        HttpClient client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static void scrub(int thousandths) {
        browser.script(
                "const s = document.querySelector('#scrubber'); s.value = arguments[0];"
                        + "s.dispatchEvent(new Event('input'))",
                thousandths);
    }
}
