package io.meshlock.laboratory.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.laboratory.reproduce.Study.Mode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The report in a real browser. */
class ReportPageTest {

    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    @TempDir
    private static Path folder;

    private static Browser browser;

    @BeforeAll
    static void makeReport() throws Exception {
        new Reproduction(TinyStudies.all(), Mode.QUICK, 1, "test").run(folder).writeTo(folder);
        browser = Browser.open(1400, 1000);
    }

    @AfterAll
    static void closeBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void visit() {
        browser.resize(1400, 1000);
        browser.prefer("light");
        browser.visit(folder.resolve("report.html"));
    }

    @Test
    void everyFigureIsThereAndNothingIsWrong() throws Exception {
        assertThat(browser.all("section.figure"))
                .extracting(section -> section.getAttribute("id"))
                .containsExactly("tiny-wait", "tiny-safe");
        assertThat(browser.all("#tiny-wait .panel svg")).hasSize(2).allMatch(WebElement::isDisplayed);
        assertThat(browser.all("#tiny-wait .panel svg polygon"))
                .as("confidence bands")
                .isNotEmpty();
        assertThat(browser.all("tr.claim")).hasSize(2);
        assertThat(browser.all("tr.claim .verdict"))
                .hasSize(2)
                .allMatch(badge -> !badge.getText().isEmpty());
        assertThat(browser.all("nav.contents a"))
                .extracting(link -> link.getAttribute("href").replaceAll(".*#", ""))
                .contains("tiny-wait", "tiny-safe");
        assertThat(browser.one("p.words").getText())
                .startsWith("Of 2 claims of 1 paper, ")
                .endsWith(".");
        assertThat(browser.all("tr.claim .quantity"))
                .isNotEmpty()
                .allMatch(quantity -> quantity.getText().contains(", must be "));
        browser.screenshot(SCREENSHOTS.resolve("wide-light.png"));
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void pointsTellTheirFigures() {
        WebElement point = browser.one("#tiny-wait .point[data-note]");
        browser.script("arguments[0].dispatchEvent(new PointerEvent('pointerover', {bubbles: true}))", point);
        assertThat(browser.one("#tip").getText())
                .isEqualTo(point.getAttribute("data-note"))
                .contains("±", "n = 3");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void theKeyboardGoesFromPointToPoint() {
        WebElement panel = browser.one("#tiny-wait .panel");
        panel.sendKeys(Keys.ARROW_RIGHT);
        String first = browser.one("#tip").getText();
        panel.sendKeys(Keys.ARROW_RIGHT);
        String second = browser.one("#tip").getText();
        panel.sendKeys(Keys.ARROW_DOWN);
        assertThat(List.of(first, second, browser.one("#tip").getText()))
                .doesNotHaveDuplicates()
                .allMatch(text -> text.contains("think"));
        browser.script("scrollBy(0, 40); dispatchEvent(new Event('scroll'))");
        assertThat(browser.one("#tip").isDisplayed()).as("after scrolling").isTrue();
        panel.sendKeys(Keys.ESCAPE);
        assertThat(browser.one("#tip").isDisplayed()).isFalse();
    }

    @Test
    void aLineCanBeHidden() {
        WebElement button = browser.all("#tiny-wait .legend button").get(0);
        String selector = "#tiny-wait .series[data-series=\"" + button.getAttribute("data-series") + "\"] .point";
        assertThat(browser.all(selector)).isNotEmpty().allMatch(WebElement::isDisplayed);
        button.sendKeys(Keys.ENTER);
        assertThat(button.getAttribute("aria-pressed")).isEqualTo("false");
        assertThat(browser.all(selector)).noneMatch(WebElement::isDisplayed);
        button.click();
        assertThat(browser.all(selector)).allMatch(WebElement::isDisplayed);
    }

    @Test
    void aPhoneShowsItWithoutScrollingSideways() throws Exception {
        browser.resize(360, 760);
        assertThat((Long) browser.script("return document.documentElement.scrollWidth"))
                .isLessThanOrEqualTo(360);
        browser.screenshot(SCREENSHOTS.resolve("narrow-light.png"));
    }

    @Test
    void darkIsAsTheSystemSaysAndCanBeChanged() throws Exception {
        browser.prefer("dark");
        browser.visit(folder.resolve("report.html"));
        assertThat(ground()).isEqualTo("rgb(22, 24, 27)");
        browser.screenshot(SCREENSHOTS.resolve("wide-dark.png"));
        browser.one("#theme").click();
        assertThat(ground()).isEqualTo("rgb(255, 255, 255)");
    }

    private static Object ground() {
        return browser.script("return getComputedStyle(document.body).backgroundColor");
    }
}
