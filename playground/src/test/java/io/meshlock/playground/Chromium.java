package io.meshlock.playground;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.awaitility.Awaitility;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Debian's Chromium with the playground in it, and hands to play with. */
final class Chromium implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(90); // machines that run tests are busy
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    private final ChromeDriver driver;

    Chromium() {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary("/usr/bin/chromium");
        // No sandbox: containers run tests as root, and the only page is our own.
        options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu");
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(Path.of("/usr/bin/chromedriver").toFile())
                        .withTimeout(PATIENCE)
                        .build(),
                options);
        driver.manage().timeouts().scriptTimeout(PATIENCE);
        look(1400, 1000, "light");
    }

    void look(int width, int height, String scheme) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    void visit(URI address) {
        driver.get("about:blank");
        complaints();
        driver.get(address.toString());
        awaitTrue("window.playground !== undefined && playground.app.scenes.length > 0");
    }

    /** Visits the page for a mesh of one's own, with some settings, and time standing still. */
    void free(URI page, String... settings) {
        visit(page.resolve("#free"));
        script("playground.app.pause()");
        for (String setting : settings) {
            String[] pair = setting.split("=", 2);
            set(pair[0], pair[1]);
        }
    }

    /** Fills in a field of the form, as a person would leave it. */
    void set(String field, String value) {
        script("""
                const field = document.getElementById('setup').elements[arguments[0]];
                if (field.type === 'checkbox') field.checked = arguments[1] === 'true';
                else field.value = arguments[1];
                field.dispatchEvent(new Event('change', { bubbles: true }));
                playground.app.pause();
                """, field, value);
    }

    WebElement one(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    void click(String selector) {
        one(selector).click();
    }

    /** A button by its words. */
    void press(String words) {
        awaitTrue("[...document.querySelectorAll('button')].some((b) => b.textContent === arguments[0])", words);
        script("""
                [...document.querySelectorAll('button')].find((b) => b.textContent === arguments[0] && b.offsetParent).click();
                """, words);
    }

    void keys(CharSequence... keys) {
        one("#mesh-0").sendKeys(keys);
    }

    Object script(String script, Object... arguments) {
        return ((JavascriptExecutor) driver).executeScript(script, arguments);
    }

    Object asyncScript(String script, Object... arguments) {
        return ((JavascriptExecutor) driver).executeAsyncScript(script, arguments);
    }

    long number(String expression) {
        return ((Number) script("return " + expression)).longValue();
    }

    boolean isTrue(String expression) {
        return Boolean.TRUE.equals(script("return " + expression));
    }

    String text(String expression) {
        return String.valueOf(script("return " + expression));
    }

    void awaitTrue(String expression, Object... arguments) {
        Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> Boolean.TRUE.equals(script("return " + expression, arguments)));
    }

    // ---- hands ----

    /** Where a node is drawn, from the middle of its canvas. */
    private int[] spot(int node) {
        return place("playground.app.views[0].at[" + node + "]");
    }

    private int[] place(String expression) {
        awaitTrue("Boolean(" + expression + ")");
        Object found = script("const [x, y] = " + expression + "; const c = document.getElementById('mesh-0');"
                + " return [Math.round(x - c.clientWidth / 2), Math.round(y - c.clientHeight / 2)];");
        List<?> pair = (List<?>) found;
        return new int[] {((Number) pair.get(0)).intValue(), ((Number) pair.get(1)).intValue()};
    }

    private void stroke(int[] from, int[] to) {
        WebElement canvas = one("#mesh-0");
        new Actions(driver, Duration.ofMillis(20))
                .moveToElement(canvas, from[0], from[1])
                .clickAndHold()
                .moveToElement(canvas, (from[0] + to[0]) / 2, (from[1] + to[1]) / 2)
                .moveToElement(canvas, to[0], to[1])
                .release()
                .perform();
    }

    void drag(int node, int dx, int dy) {
        int[] from = spot(node);
        stroke(from, new int[] {from[0] + dx, from[1] + dy});
    }

    void drag(int node, int other, boolean toOther) {
        int[] to = spot(other);
        stroke(spot(node), toOther ? to : spot(node));
    }

    /** Draws a line over the canvas, from and to places of the mesh. */
    void draw(int x1, int y1, int x2, int y2) {
        stroke(
                place("playground.app.views[0].toScreen({x: " + x1 + ", y: " + y1 + "})"),
                place("playground.app.views[0].toScreen({x: " + x2 + ", y: " + y2 + "})"));
    }

    void clickNode(int node) {
        clickAt(spot(node));
    }

    void clickPlace(int x, int y) {
        clickAt(place("playground.app.views[0].toScreen({x: " + x + ", y: " + y + "})"));
    }

    void clickMessage() {
        clickAt(place("playground.app.views[0].messages[0]?.slice(0, 2)"));
    }

    void hoverMessage() {
        int[] at = place("playground.app.views[0].messages[0]?.slice(0, 2)");
        new Actions(driver, Duration.ofMillis(20))
                .moveToElement(one("#mesh-0"), at[0], at[1])
                .perform();
    }

    private void clickAt(int[] at) {
        new Actions(driver, Duration.ofMillis(20))
                .moveToElement(one("#mesh-0"), at[0], at[1])
                .click()
                .perform();
    }

    void shift(Keys arrow) {
        keys(Keys.chord(Keys.SHIFT, arrow));
    }

    /** What the page complained about, and what it asked for in vain. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(entry -> entry.getLevel() + " " + entry.getMessage())
                .toList();
    }

    void screenshot(String name) throws IOException {
        Files.createDirectories(SCREENSHOTS);
        Files.write(SCREENSHOTS.resolve(name), driver.getScreenshotAs(OutputType.BYTES));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
