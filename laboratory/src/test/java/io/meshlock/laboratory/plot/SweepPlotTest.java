package io.meshlock.laboratory.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.laboratory.plot.SweepPlot.Choice;
import io.meshlock.laboratory.scenario.ScenarioReader;
import io.meshlock.laboratory.sweep.Axis;
import io.meshlock.laboratory.sweep.Replications;
import io.meshlock.laboratory.sweep.Sweep;
import io.meshlock.laboratory.sweep.SweepException;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class SweepPlotTest {

    @TempDir
    private static Path folder;

    @BeforeAll
    static void sweep() throws IOException, InterruptedException {
        String mesh = "name: a < b & c\nnodes: 4\npermits: 1\nduration: 60\nnetwork: {topology: line}\n";
        List<Axis> axes = List.of(
                Axis.parse("workload.think=exponential 1,exponential 100,exponential 10"),
                Axis.parse("policy=fifo,priority"),
                Axis.parse("permits=1,2"));
        Sweep.of(ScenarioReader.tree("mesh.yaml", mesh), axes, 1, Replications.fixed(3), "test")
                .in(folder)
                .run();
    }

    @Test
    void linesArePutInTheOrderOfX() throws IOException {
        Chart chart = chart("workload.think", "waitMean", List.of("policy"), Map.of("permits", "2"));
        assertThat(chart.title()).isEqualTo("a < b & c");
        assertThat(chart.x().label()).isEqualTo("workload.think (exponential)");
        assertThat(chart.series()).extracting(Chart.Series::name).containsExactly("fifo", "priority");
        for (Chart.Series series : chart.series()) {
            assertThat(series.points()).extracting(Chart.Point::x).containsExactly(1.0, 10.0, 100.0);
            assertThat(series.points()).allMatch(point -> point.spread() > 0 && point.y() > 0);
            assertThat(series.points().get(0).note())
                    .matches(series.name() + ": workload.think exponential 1, waitMean [0-9.]+ ± [0-9.]+ \\(n = 3\\)");
        }
    }

    @Test
    void combinationsOfSeriesAndNames() throws IOException {
        Chart chart = chart("policy", "waitMean", List.of("permits", "workload.think"), Map.of());
        assertThat(chart.x().names()).containsExactly("fifo", "priority");
        assertThat(chart.series())
                .extracting(Chart.Series::name)
                .containsExactly(
                        "1, exponential 1",
                        "2, exponential 1",
                        "1, exponential 100",
                        "2, exponential 100",
                        "1, exponential 10",
                        "2, exponential 10");
    }

    @Test
    void anSvgIsXmlWithALineAndABandPerSeries() throws Exception {
        Chart chart = chart("workload.think", "waitMean", List.of("policy"), Map.of("permits", "1"));
        String svg = Svg.write(chart);
        assertThat(svg)
                .isEqualTo(Svg.write(chart("workload.think", "waitMean", List.of("policy"), Map.of("permits", "1"))));
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        assertThat(document.getElementsByTagName("polygon").getLength()).isEqualTo(2);
        assertThat(document.getElementsByTagName("title").getLength()).isEqualTo(6);
        NodeList texts = document.getElementsByTagName("text");
        assertThat(texts.item(0).getTextContent()).isEqualTo("a < b & c");
        assertThat(svg).doesNotContain("NaN", "Infinity");
    }

    @Test
    void aPngHasTheColoursOfItsSeries() throws IOException {
        Chart chart = chart("workload.think", "waitMean", List.of("policy"), Map.of("permits", "1"));
        byte[] png = Png.write(chart);
        assertThat(png).isEqualTo(Png.write(chart));
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
        assertThat(image.getWidth()).isEqualTo(1520);
        assertThat(count(image, 0x0072b2)).isGreaterThan(100); // its line lies under the other one
        assertThat(count(image, 0xd55e00)).isGreaterThan(1000);
        assertThat(count(image, 0x009e73)).isZero();
    }

    private static int count(BufferedImage image, int colour) {
        int count = 0;
        for (int x = 0; x < image.getWidth(); x++) {
            for (int y = 0; y < image.getHeight(); y++) {
                count += (image.getRGB(x, y) & 0xffffff) == colour ? 1 : 0;
            }
        }
        return count;
    }

    @Test
    void whatCannotBeDrawn() throws IOException {
        List<String> policy = List.of("policy");
        Map<String, String> one = Map.of("permits", "1");
        assertRefused(
                new Choice("nodes", "waitMean", policy, one, false, false),
                folder + ": does not vary nodes; expected one of workload.think, policy, permits");
        assertRefused(
                new Choice("workload.think", "waitMean", policy, Map.of(), false, false),
                folder + ": permits varies too; expected --series permits, or --where permits=1");
        assertRefused(
                new Choice("workload.think", "waitMean", policy, Map.of("permits", "3"), false, false),
                "--where permits=3: the sweep has no such value; expected one of 1, 2");
        assertRefused(
                new Choice("policy", "waitMean", List.of("workload.think"), one, true, false),
                "--log-x: policy has names, not numbers; expected an axis with numbers");
        assertRefused(
                new Choice("workload.think", "starved", policy, one, false, true),
                "--log-y: starved is 0 somewhere; expected values above 0");
        assertThatThrownBy(() -> chart("workload.think", "weight", policy, one))
                .hasMessageStartingWith(
                        "--y weight: there is no such metric in " + folder + "; expected one of entries, ");
    }

    @Test
    void whatIsNoSweep(@TempDir Path other) throws IOException {
        assertThatThrownBy(() -> SweepPlot.of(other))
                .isInstanceOf(SweepException.class)
                .hasMessage(other + ": there is no result.json; expected a finished sweep's folder");
        Path file = other.resolve("result.json");
        Files.writeString(file, "{}");
        assertThatThrownBy(() -> SweepPlot.of(other))
                .hasMessage(file + ": is not the result of a sweep; expected a sweep's folder");
        Files.writeString(file, "{");
        assertThatThrownBy(() -> SweepPlot.of(other))
                .hasMessage(file + ": is not JSON; expected the result of a sweep");
    }

    private static void assertRefused(Choice choice, String message) throws IOException {
        SweepPlot plot = SweepPlot.of(folder);
        assertThatThrownBy(() -> plot.chart(choice))
                .isInstanceOf(SweepException.class)
                .hasMessage(message);
    }

    private static Chart chart(String x, String y, List<String> series, Map<String, String> where) throws IOException {
        return SweepPlot.of(folder).chart(new Choice(x, y, series, where, false, false));
    }
}
