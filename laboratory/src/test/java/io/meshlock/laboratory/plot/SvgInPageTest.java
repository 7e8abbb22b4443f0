package io.meshlock.laboratory.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.laboratory.plot.Chart.Axis;
import io.meshlock.laboratory.plot.Chart.Look;
import io.meshlock.laboratory.plot.Chart.Point;
import io.meshlock.laboratory.plot.Chart.Series;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Charts inside a page. */
class SvgInPageTest {

    private static final Chart CHART = new Chart(
            "title",
            new Axis("x", false, List.of()),
            new Axis("y", false, List.of()),
            List.of(
                    new Series("a", List.of(point(1, "first"), point(2, "5 < \"6\" & $1")), new Look(2, 1)),
                    new Series("b", List.of(), new Look(2, 0)),
                    new Series("c", List.of(point(1, "third")))));

    private static Point point(double x, String note) {
        return new Point(x, 3 * x, 0.5, note);
    }

    @Test
    void thePageDecidesOnColours() {
        assertThat(Svg.inPage(CHART, "label")).doesNotContain("#").contains("currentColor", "class=\"grid\"");
        assertThat(Svg.write(CHART)).contains("#009e73").doesNotContain("currentColor");
    }

    @Test
    void titleAndLegendAreThePages() {
        assertThat(Svg.inPage(CHART, "label")).doesNotContain("title", ">a<", ">c<");
        assertThat(Svg.write(CHART)).contains("title", ">a<", ">c<");
    }

    @Test
    void everySeriesHasItsGroupsAndEveryPointItsNote() throws Exception {
        byte[] svg = Svg.inPage(CHART, "a \"label\"").getBytes(StandardCharsets.UTF_8);
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(svg));
        assertThat(document.getDocumentElement().getAttribute("aria-label")).isEqualTo("a \"label\"");
        assertThat(notes(document, "0", "series colour-2")).containsExactly("first", "5 < \"6\" & $1");
        assertThat(notes(document, "1", "series colour-2")).isEmpty();
        assertThat(notes(document, "2", "series colour-2")).containsExactly("third");
    }

    private static List<String> notes(Document document, String series, String style) {
        List<String> notes = new ArrayList<>();
        NodeList circles = document.getElementsByTagName("circle");
        for (int i = 0; i < circles.getLength(); i++) {
            Element circle = (Element) circles.item(i);
            Element group = (Element) circle.getParentNode();
            if (group.getAttribute("data-series").equals(series)) {
                assertThat(group.getAttribute("class")).isEqualTo(style);
                assertThat(circle.getAttribute("class")).isEqualTo("point");
                notes.add(circle.getAttribute("data-note"));
            }
        }
        return notes;
    }

    @Test
    void aChartWithoutPointsCanBeDrawn() throws Exception {
        assertThat(Png.write(CHART)).isNotEmpty();
    }
}
