package io.meshlock.simulator.explore;

import static org.assertj.core.api.Assertions.assertThat;

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
        Document svg = parse(SpaceTimeDiagram.draw(trace));
        long delivered = trace.events().stream().filter(Trace.Event::delivered).count();
        assertThat(count(svg, "line", "a")).isEqualTo(delivered);
        assertThat(count(svg, "line", "n")).isEqualTo(3);
        assertThat(count(svg, "line", "b")).isPositive();
        assertThat(count(svg, "text", "")).isEqualTo(trace.events().size() + 1);
    }

    @Test
    void wordsAreEscaped() throws Exception {
        Trace trace =
                new Trace(new Flaw(Flaw.Rule.ORDER, "a < b & c > d"), "", java.util.List.of("a"), java.util.List.of());
        assertThat(parse(SpaceTimeDiagram.draw(trace)).getDocumentElement().getTextContent())
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
