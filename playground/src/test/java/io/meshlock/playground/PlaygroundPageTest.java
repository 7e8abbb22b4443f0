package io.meshlock.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.laboratory.scenario.ScenarioReader;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.registry.Algorithms;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

/** The page in a real browser, from a file: every gesture, and no complaint. */
class PlaygroundPageTest {

    private static final String HELD = "playground.app.scenes[0].view.held";
    private static final String WAITING = "playground.app.scenes[0].view.waiting.length";
    private static final String LINKS = "playground.app.scenes[0].links.length";
    private static final String STATES = "JSON.stringify(playground.app.scenes[0].view.states)";
    private static final int MEGABYTE_AND_A_HALF = 1_500_000;

    @TempDir
    static Path folder;

    private static Chromium browser;
    private static URI page;

    @BeforeAll
    static void open() throws IOException {
        PlaygroundFiles.writeTo(folder);
        page = folder.resolve("index.html").toUri();
        browser = new Chromium();
    }

    @AfterAll
    static void close() {
        browser.close();
    }

    @AfterEach
    void nothingToComplainAbout() {
        assertThat(browser.complaints()).isEmpty();
        browser.look(1400, 1000, "light");
    }

    private static void run(double until) {
        browser.script(
                "for (const s of playground.app.scenes) { s.runUntil(arguments[0]); s.catchUp(); } playground.app.touched()",
                until);
    }

    // ---- what one sees first ----

    @Test
    void theLandingStoryPlaysByItself() throws IOException {
        browser.visit(page);
        browser.awaitTrue("playground.app.playing && playground.app.t > 1");
        browser.script("playground.app.speed = 8");
        browser.awaitTrue("document.querySelector('#pane-0 .verdict').textContent.includes('waits for ever')");
        browser.awaitTrue("document.querySelector('#pane-1 .verdict').textContent.includes('Everybody was served')");
        browser.awaitTrue("document.getElementById('caption').textContent.includes('forgets its own request')");
        browser.screenshot("landing.png");
    }

    /** 0.33 s for a message, the reading time of each caption, and nothing else: the landing story is over in half a minute. */
    @Test
    void theLandingStoryTakesLessThanThirtySeconds() {
        browser.visit(page);
        double seconds = ((Number) browser.script("""
                const app = playground.app;
                app.pause();
                app.tell(app.tale);
                app.last = 0;
                let now = 0;
                const real = performance.now;
                performance.now = () => now;
                app.hold = 0;
                while (!app.ended && now < 60000) app.frame((now += 16));
                performance.now = real;
                app.last = undefined;
                return now / 1000;
                """)).doubleValue();
        assertThat(seconds).isBetween(5.0, 30.0);
    }

    @Test
    void aStoryGoesOnByTheNextButtonAndBack() {
        browser.visit(page.resolve("#story=lost-request"));
        browser.script("playground.app.pause()");
        String first = browser.text("document.getElementById('caption').textContent");
        browser.click("#next");
        assertThat(browser.text("document.getElementById('caption').textContent"))
                .isNotEqualTo(first);
        browser.click("#forward");
        long step = browser.number("playground.app.t");
        browser.click("#back");
        assertThat(browser.number("playground.app.t")).isEqualTo(step - 1);
        for (int i = 0; i < 12 && !browser.isTrue("playground.app.ended === true"); i++) {
            browser.click("#next");
        }
        browser.awaitTrue("document.querySelector('#pane-0 .verdict').textContent.includes('waits for ever')");
        browser.click("#next");
        assertThat(browser.text("playground.app.tale.id")).isEqualTo("double-entry");
        browser.click("#again");
        browser.click("#own");
        assertThat(browser.text("playground.app.mode")).isEqualTo("free");
    }

    @ParameterizedTest
    @CsvSource({
        "deadlock,waits for ever,Everybody was served",
        "lost-request,waits for ever,Everybody was served",
        "double-entry,2 of 1 permits are held,''",
        "krl-starvation,waits for ever,Everybody was served",
        "new-token,'',''",
        "aging,'',''"
    })
    void everyStoryComesToItsEnd(String story, String left, String right) {
        browser.visit(page.resolve("#story=" + story));
        for (int i = 0; i < 15 && !browser.isTrue("playground.app.ended === true"); i++) {
            browser.script("playground.app.next()");
        }
        assertThat(browser.isTrue("playground.app.ended === true")).isTrue();
        assertThat(browser.text("playground.app.scenes[0].problem?.words ?? ''"))
                .contains(left);
        assertThat(browser.text("playground.app.scenes[1]?.problem?.words ?? ''"))
                .contains(right);
        if (story.equals("new-token")) {
            assertThat(browser.number("playground.app.scenes[0].view.tally.entries"))
                    .isGreaterThan(8);
            assertThat(browser.isTrue("playground.app.scenes[0].view.tokens[0] !== 0"))
                    .isTrue();
        } else if (story.equals("aging")) {
            assertThat(browser.text("playground.app.scenes.map((s) => s.view.holding[0].name).join()"))
                    .isEqualTo("c2,b1");
        }
    }

    @Test
    void inAStoryAClickDeliversAMessage() {
        browser.visit(page.resolve("#story=deadlock"));
        browser.script("playground.app.pause(); playground.app.forward(); playground.app.forward();");
        browser.awaitTrue("playground.app.views[0].messages.length > 0");
        long steps = browser.number("playground.app.scenes[0].view.steps");
        browser.clickMessage();
        assertThat(browser.number("playground.app.scenes[0].view.steps")).isEqualTo(steps + 1);
    }

    // ---- requests ----

    @Test
    void permitsAreAskedForHeldAndGivenBackByClick() {
        browser.free(page);
        browser.clickNode(3);
        browser.script("document.getElementById('ask-permits').value = 2");
        browser.click("#ask");
        assertThat(browser.number(WAITING)).isEqualTo(1);
        browser.script("document.getElementById('ask-permits').value = 1");
        browser.clickNode(5);
        browser.click("#ask");
        run(30);
        assertThat(browser.number(HELD)).isEqualTo(2);
        browser.press("Cancel");
        run(60);
        assertThat(browser.number(WAITING)).isZero();
        browser.clickNode(3);
        browser.press("Release");
        assertThat(browser.number(HELD)).isZero();
        browser.awaitTrue("document.getElementById('log').textContent.includes('node 3 gives back 2 permits')");
    }

    @Test
    void everythingWorksByKeyboard() {
        browser.free(page);
        browser.keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
        assertThat(browser.number("playground.app.selected")).isNotNegative();
        browser.keys(Keys.ENTER);
        assertThat(browser.number("playground.app.scenes[0].view.tally.requests"))
                .isEqualTo(1);
        browser.keys(Keys.BACK_SPACE);
        run(40);
        assertThat(browser.number(HELD) + browser.number(WAITING)).isZero();
        long x = browser.number("Math.round(playground.app.places[playground.app.selected].x)");
        browser.shift(Keys.ARROW_RIGHT);
        assertThat(browser.number("Math.round(playground.app.places[playground.app.selected].x)"))
                .isEqualTo(x + 25);
        browser.keys("l", Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER);
        long links = browser.number(LINKS);
        assertThat(links).isEqualTo(9);
        browser.keys(Keys.ESCAPE);
        browser.keys(" ");
        assertThat(browser.isTrue("playground.app.playing")).isTrue();
        browser.keys(" ");
        browser.script("document.body.focus(); document.activeElement.blur()");
        browser.one("body").sendKeys(Keys.ARROW_RIGHT);
        browser.one("body").sendKeys(Keys.HOME);
        assertThat(browser.number("playground.app.t")).isZero();
        browser.one("body").sendKeys("+");
        browser.one("body").sendKeys("p");
        assertThat(browser.text("playground.app.tool")).isEqualTo("split");
    }

    // ---- the network ----

    @Test
    void nodesAreDraggedAddedAndRemoved() {
        browser.free(page);
        long x = browser.number("Math.round(playground.app.places[2].x)");
        browser.drag(2, 60, 30);
        assertThat(browser.number("Math.round(playground.app.places[2].x)")).isGreaterThan(x + 20);
        browser.click("[data-tool=add]");
        browser.clickPlace(500, 350);
        assertThat(browser.number("playground.app.scenes[0].view.nodes")).isEqualTo(9);
        assertThat(browser.number(LINKS)).isEqualTo(10);
        run(5);
        browser.click("[data-tool=remove]");
        browser.clickNode(8);
        assertThat(browser.isTrue("playground.app.places[8].gone")).isTrue();
        assertThat(browser.number(LINKS)).isEqualTo(8);
    }

    @Test
    void linksAreDrawnAndCutAndTheMeshIsPartitioned() {
        browser.free(page);
        browser.click("[data-tool=link]");
        browser.drag(0, 4, true);
        assertThat(browser.number(LINKS)).isEqualTo(9);
        browser.click("[data-tool=cut]");
        browser.clickPlace(500, 350);
        assertThat(browser.number(LINKS)).isEqualTo(8);
        browser.draw(400, 350, 400, 10);
        assertThat(browser.number(LINKS)).isEqualTo(7);
        browser.click("[data-tool=split]");
        browser.draw(60, 345, 940, 350);
        assertThat(browser.number(LINKS)).isLessThan(7);
        browser.click("#mend");
        assertThat(browser.number(LINKS)).isEqualTo(7);
    }

    @Test
    void radioRangeDecidesWhileANodeIsDragged() {
        browser.free(page, "topology=radio", "radius=300");
        long links = browser.number(LINKS);
        browser.script("Object.assign(playground.app.places[0], {x: 500, y: 350}); playground.app.touched()");
        browser.drag(0, -150, 0);
        browser.drag(0, -160, -60);
        browser.drag(0, 300, 200);
        assertThat(browser.text("playground.app.scenes[0].log"))
                .contains("link ")
                .contains("cut ");
        assertThat(links).isPositive();
    }

    // ---- failures ----

    @Test
    void nodesCrashStandStillAndAreForgotten() {
        browser.free(page, "recovery=true");
        browser.clickNode(2);
        browser.press("Crash");
        assertThat(browser.text(STATES)).contains("\"2\":\"down\"");
        run(3);
        browser.clickNode(5);
        browser.press("Pause");
        assertThat(browser.text(STATES)).contains("\"5\":\"paused\"");
        browser.press("Go on");
        browser.press("Forget 2");
        browser.press("Leave");
        browser.press("Stay");
        run(40);
        browser.clickNode(2);
        browser.press("Restart");
        assertThat(browser.text(STATES)).isEqualTo("{}");
        browser.press("k = 3");
        run(60);
        assertThat(browser.number("playground.app.scenes[0].view.permits")).isEqualTo(3);
        assertThat(browser.text("playground.app.scenes[0].view.broken")).isEmpty();
    }

    @Test
    void nodesThatComeAndGoDoSo() {
        browser.free(page, "left=lookahead");
        browser.clickNode(1);
        browser.press("Doze");
        run(10);
        assertThat(browser.text(STATES)).contains("\"1\":\"away\"");
        browser.press("Come back");
        browser.press("Forget all");
        browser.press("Come back");
        assertThat(browser.text(STATES)).isEqualTo("{}");
    }

    // ---- time ----

    @Test
    void timeGoesOnStopsStepsAndGoesBack() {
        browser.free(page, "clients=true");
        browser.click("#play");
        browser.awaitTrue("playground.app.t > 1");
        browser.click("#play");
        assertThat(browser.isTrue("playground.app.playing")).isFalse();
        long steps = browser.number("playground.app.scenes[0].view.steps");
        browser.click("#forward");
        browser.click("#forward");
        browser.click("#back");
        assertThat(browser.number("playground.app.scenes[0].view.steps")).isEqualTo(steps + 1);
        run(50);
        String log = browser.text(
                "JSON.stringify([playground.app.scenes[0].view.holding, playground.app.scenes[0].view.tally])");
        browser.click("#start");
        assertThat(browser.number("playground.app.t")).isZero();
        browser.script(
                "const s = document.getElementById('scrubber'); s.max = 50; s.value = 50; s.dispatchEvent(new Event('input'))");
        assertThat(browser.text(
                        "JSON.stringify([playground.app.scenes[0].view.holding, playground.app.scenes[0].view.tally])"))
                .isEqualTo(log);
        browser.script(
                "const s = document.getElementById('speed'); s.value = '6'; s.dispatchEvent(new Event('change'))");
        assertThat(browser.number("playground.app.speed")).isEqualTo(6);
    }

    @Test
    void messagesTellTheirContents() {
        browser.free(page, "clients=true");
        run(40);
        browser.script(
                "for (let i = 0; i < 200 && playground.app.scenes[0].view.flights.length === 0; i++) playground.app.forward()");
        browser.awaitTrue("playground.app.views[0].messages.length > 0");
        browser.hoverMessage();
        browser.awaitTrue("!document.getElementById('tip').hidden");
        assertThat(browser.text("document.getElementById('tip').textContent")).contains("→");
    }

    // ---- algorithms, topologies, side by side ----

    @Test
    void allAlgorithmsRunBesideAnother() {
        browser.free(page, "permits=1", "clients=true", "right=prioritized");
        for (Algorithm algorithm : Algorithms.all()) {
            browser.set("left", algorithm.name());
            run(60);
            assertThat(browser.text("document.getElementById('problem').textContent"))
                    .as(algorithm.name())
                    .isEmpty();
            assertThat(browser.number("playground.app.scenes[0].view.tally.entries"))
                    .as(algorithm.name())
                    .isPositive();
            assertThat(browser.text("playground.app.scenes[0].view.broken"))
                    .as(algorithm.name())
                    .isEmpty();
        }
    }

    @Test
    void bothSidesHaveTheSameHandsAndDice() {
        browser.free(page, "right=prioritized-as-printed", "clients=true");
        browser.clickNode(3);
        browser.click("#ask");
        run(20);
        assertThat(browser.text("playground.app.scenes.map((s) => s.log).join('')")
                        .split("request 3 1", -1))
                .hasSize(3);
        assertThat(browser.isTrue("!document.getElementById('pane-1').hidden")).isTrue();
        assertThat(browser.isTrue("playground.app.scenes[0].t === playground.app.scenes[1].t"))
                .isTrue();
    }

    @Test
    void everyTopologyPolicyAndModelCanBeChosen() {
        browser.free(page);
        for (String topology : List.of("line", "star", "grid", "full", "tree", "random", "radio", "mobility")) {
            browser.set("topology", topology);
            assertThat(browser.number(LINKS)).as(topology).isPositive();
        }
        browser.set("clients", "true");
        for (String model : List.of("random-walk", "gauss-markov", "group", "static", "random-waypoint")) {
            browser.set("model", model);
            run(10);
            assertThat(browser.text("document.getElementById('problem').textContent"))
                    .as(model)
                    .isEmpty();
            assertThat(browser.isTrue("playground.app.scenes[0].view.positions.length === 16"))
                    .isTrue();
        }
        browser.set("topology", "ring");
        for (String policy : List.of("fifo", "smallest-first", "deadline", "priority")) {
            browser.set("policy", policy);
            run(30);
            assertThat(browser.number("playground.app.scenes[0].view.tally.entries"))
                    .as(policy)
                    .isPositive();
        }
        browser.set("permits", "0");
        assertThat(browser.number("playground.app.setup.permits")).isPositive();
    }

    @Test
    void heightsAreArrowsAndTokensAreInTheTable() {
        browser.free(page);
        browser.click("#arrows");
        browser.clickNode(3);
        browser.click("#ask");
        run(20);
        browser.awaitTrue("document.getElementById('tokens').textContent.includes('ledger')");
        browser.awaitTrue("playground.app.scenes[0].heights?.length === 8");
        browser.set("left", "krl");
        browser.awaitTrue("document.getElementById('tokens').textContent.includes('token')");
    }

    // ---- opening and saving ----

    @Test
    void scenariosAndNarrativesAreOpened() {
        browser.visit(page);
        Path scenario =
                Path.of("../scenarios/mobility-group.yaml").toAbsolutePath().normalize();
        browser.one("#file").sendKeys(scenario.toString());
        browser.awaitTrue("playground.app.scenes[0].facts.name === 'mobility-group'");
        run(20);
        Path narrative = Path.of("../simulator/src/test/resources/narratives/printed-preemption.txt");
        browser.one("#file").sendKeys(narrative.toAbsolutePath().normalize().toString());
        browser.awaitTrue("playground.app.scenes[0].kind === 'story' && playground.app.scenes.length === 2");
    }

    @Test
    void aRunIsKeptAsALinkAScenarioANarrativeAndAJournal() throws IOException {
        browser.free(page, "nodes=5", "topology=line");
        browser.clickNode(4);
        browser.click("#ask");
        run(30);
        browser.script("playground.app.hands.cut(0, 1)");
        run(40);
        String journal = browser.text("playground.app.scenes[0].journal()");
        browser.click("#save");
        browser.click("#save-scenario");
        browser.awaitTrue("window.playground.saved?.name === 'playground.yaml'");
        Path saved = Files.writeString(folder.resolve("saved.yaml"), browser.text("playground.saved.text"));
        assertThat(ScenarioReader.read(saved).spec().nodes()).isEqualTo(5);
        browser.click("#save-narrative");
        browser.awaitTrue("window.playground.saved?.name === 'playground.txt'");
        assertThat(browser.text("playground.saved.text"))
                .contains("request e 1")
                .contains("cut a-b");
        browser.click("#save-journal");
        browser.awaitTrue("window.playground.saved?.name === 'journal.jsonl'");
        browser.click("#save-link");
        browser.awaitTrue("location.hash.startsWith('#s=')");
        String link = browser.text("location.href");
        browser.visit(URI.create(link));
        browser.awaitTrue("playground.app.mode === 'free' && playground.app.t >= 40");
        assertThat(browser.text("playground.app.scenes[0].journal()")).isEqualTo(journal);
    }

    @Test
    void theServerOpensWhatIsGiven() throws IOException {
        String given = Given.scenario(ScenarioReader.read(Path.of("../scenarios/printed-deadlock.yaml")));
        try (PlaygroundServer server = PlaygroundServer.start(0, given)) {
            browser.visit(server.uri());
            browser.awaitTrue("playground.app.scenes[0].facts.name === 'printed-deadlock'");
        }
    }

    // ---- the same bytes ----

    @Test
    void journalsAreThoseOfTheJvm() {
        browser.visit(page);
        browser.script("playground.app.pause()");
        for (String text : CompiledSimulatorTest.texts()) {
            assertThat(browser.script("return playground.run(arguments[0], 7)", text))
                    .as(text)
                    .isEqualTo(CompiledSimulatorTest.jvm(text));
        }
    }

    // ---- for everybody ----

    @ParameterizedTest
    @CsvSource({"light,1400,''", "dark,1400,''", "light,390,#free", "dark,1400,#free", "light,2560,#free"})
    void axeFindsNothing(String scheme, int width, String hash) throws IOException {
        browser.look(width, 1000, scheme);
        browser.visit(hash.isEmpty() ? page : page.resolve(hash));
        if (!hash.isEmpty()) {
            browser.script("playground.app.askHere(3); playground.app.pause();");
        }
        browser.script(Files.readString(Path.of("target/page/npm/node_modules/axe-core/axe.min.js")));
        Object found = browser.asyncScript("""
                const done = arguments[arguments.length - 1];
                axe.run({ preload: false }).then((result) => done(result.violations.map((each) =>
                    `${each.id}: ${each.help}: ${each.nodes.map((node) => node.html + ' ' + node.failureSummary).join('; ')}`)));
                """);
        browser.screenshot("axe-" + scheme + "-" + width + (hash.isEmpty() ? "" : "-free") + ".png");
        assertThat((List<?>) found).isEmpty();
        assertThat(browser.isTrue("document.documentElement.scrollWidth <= innerWidth"))
                .as("no sideways scrolling")
                .isTrue();
    }

    @Test
    void theDialogsCanBeReadToo() throws IOException {
        browser.free(page);
        browser.script(Files.readString(Path.of("target/page/npm/node_modules/axe-core/axe.min.js")));
        for (String dialog : List.of("help-open", "save")) {
            browser.click("#" + dialog);
            Object found = browser.asyncScript(
                    "const done = arguments[arguments.length - 1]; axe.run({ preload: false }).then((r) => done(r.violations.map((v) => v.id)))");
            assertThat((List<?>) found).as(dialog).isEmpty();
            browser.script("document.querySelector('dialog[open]').close()");
        }
    }

    @Test
    void itIsSmallAndPaintedSoon() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            for (String name : PlaygroundFiles.NAMES) {
                zip.write(Objects.requireNonNull(PlaygroundFiles.load(name)));
            }
        }
        assertThat(bytes.size()).isLessThan(MEGABYTE_AND_A_HALF);
        browser.visit(page);
        browser.awaitTrue("performance.getEntriesByName('first-contentful-paint').length === 1");
        Object paint = browser.script("return performance.getEntriesByName('first-contentful-paint')[0].startTime");
        Files.writeString(Path.of("target", "first-paint.txt"), paint + " ms\n");
    }

    /** What a picture of a hundred nodes costs; the guide says what it was on a machine at rest. */
    @Test
    void aHundredNodesAndAThousandCanBeDrawn() throws IOException {
        Map<String, Long> costs = new TreeMap<>();
        for (String nodes : List.of("100", "1000")) {
            browser.free(
                    page,
                    "topology=mobility",
                    "radius=" + (nodes.equals("100") ? 150 : 60),
                    "clients=true",
                    "nodes=" + nodes);
            costs.put(nodes, browser.number("""
                    (() => {
                      const app = playground.app;
                      app.playing = true;
                      app.last = performance.now();
                      const begin = performance.now();
                      for (let i = 0; i < 30; i++) app.frame(app.last + 16.7);
                      const spent = performance.now() - begin;
                      app.playing = false;
                      app.last = undefined;
                      return Math.round((1000 * spent) / 30);
                    })()"""));
        }
        Files.writeString(Path.of("target", "frame-microseconds.txt"), costs + "\n");
        assertThat(costs.get("100")).isLessThan(250_000);
    }
}
