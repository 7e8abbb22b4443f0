package io.meshlock.simulator.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.util.Objects;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** The picture of a trace. */
class SpaceTimeDiagramTest {

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isWellFormedAndShowsEveryDelivery(boolean lossy) throws Exception {
        Meshes mesh = Meshes.of("prioritized-as-printed", "ring:3").changes(1);
        Trace trace =
                Objects.requireNonNull((lossy ? mesh.lossy() : mesh).explore().violation());
        Document svg = parse(SpaceTimeDiagram.draw(trace.narrative()));
        long delivered = trace.events().stream().filter(Trace.Event::delivered).count();
        assertThat(count(svg, "line", "a")).isGreaterThanOrEqualTo((int) delivered);
        assertThat(count(svg, "line", "n")).isEqualTo(3);
        assertThat(count(svg, "line", "b")).isPositive();
        assertThat(count(svg, "text", "")).isGreaterThan(trace.events().size());
        assertThat(svg.getDocumentElement().getTextContent())
                .contains(trace.flaw().message());
    }

    @Test
    void ofMessagesThatOvertakeAndAreLost() throws Exception {
        Document told = parse(SpaceTimeDiagram.draw("""
                # Two of three arrive.
                mesh line a b algorithm=prioritized k=1
                ----

                request b 1
                deliver all
                release b1
                request b 1
                cut a-b losing
                ----

                """));
        assertThat(count(told, "line", "b")).as("inside").isEqualTo(1);
        assertThat(count(told, "line", "a")).as("arrived").isEqualTo(2);
        assertThat(count(told, "line", "x")).as("lost").isPositive();
    }

    @Test
    void ofNoNarrativeIsRefused() {
        assertThatThrownBy(() -> SpaceTimeDiagram.draw("a text"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no narrative: no line of it begins with 'mesh'");
    }

    @Test
    void wordsAreEscaped() throws Exception {
        String narrative = "# a < b & c > d\nmesh line a b algorithm=prioritized k=1\n----\n\n";
        assertThat(parse(SpaceTimeDiagram.draw(narrative)).getDocumentElement().getTextContent())
                .contains("a < b & c > d");
    }

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private static int count(Document svg, String element, String style) {
        var found = svg.getElementsByTagName(element);
        int count = 0;
        for (int i = 0; i < found.getLength(); i++) {
            var name = found.item(i).getAttributes().getNamedItem("class");
            count += name != null && name.getNodeValue().equals(style) ? 1 : 0;
        }
        return count;
    }
}
