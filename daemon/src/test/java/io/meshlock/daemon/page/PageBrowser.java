package io.meshlock.daemon.page;

import static io.meshlock.daemon.Timeouts.await;

import io.meshlock.daemon.Timeouts;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Debian's Chromium, looking at a page that is served here. */
final class PageBrowser implements AutoCloseable {

    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    private final ChromeDriver driver;

    PageBrowser() {
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
                        .withTimeout(Timeouts.LONG) // to start
                        .build(),
                options);
        look(1400, 1000, "light");
    }

    /** The size of the page, and what the system is said to prefer, {@code dark} or {@code light}. */
    void look(int width, int height, String scheme) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** Goes to a page; what an earlier one complained about is forgotten. */
    void visit(URI address) {
        driver.get("about:blank");
        complaints();
        driver.get(address.toString());
    }

    WebElement one(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    String text(String selector) {
        return String.valueOf(script("return document.querySelector(arguments[0])?.textContent", selector));
    }

    Object script(String script, Object... arguments) {
        return ((JavascriptExecutor) driver).executeScript(script, arguments);
    }

    /** Waits until a script says true. */
    void awaitTrue(String script, Object... arguments) {
        await().until(() -> Boolean.TRUE.equals(script("return " + script, arguments)));
    }

    /** Waits until an element has this among its text. */
    void awaitText(String selector, String words) {
        awaitTrue("document.querySelector(arguments[0])?.textContent.includes(arguments[1])", selector, words);
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
