package io.meshlock.laboratory.reproduce;

import io.meshlock.laboratory.plot.Png;
import io.meshlock.laboratory.plot.Svg;
import io.meshlock.laboratory.reproduce.Judge.Evidence;
import io.meshlock.laboratory.reproduce.Measurements.Cell;
import io.meshlock.laboratory.reproduce.Panels.Panel;
import io.meshlock.laboratory.reproduce.Study.Mode;
import io.meshlock.laboratory.result.Json;
import io.meshlock.simulator.metrics.Metric;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The results of a reproduction. The same studies, mode, seed and version give the same files, byte for byte. */
public final class Findings {

    public static final String HTML = "report.html";
    public static final String JSON = "report.json";
    private static final String FIGURES = "figures";

    private final List<Item> items;
    private final Mode mode;
    private final long seed;
    private final String version;

    Findings(List<Item> items, Mode mode, long seed, String version) {
        this.items = List.copyOf(items);
        this.mode = mode;
        this.seed = seed;
        this.version = version;
    }

    /** A figure with all that belongs to it. */
    record Item(Study study, Figure figure, Measurements measurements, List<Judged> claims) {}

    /** A claim with what was measured for both forms; null for a form that it does not speak of. */
    record Judged(
            Claim claim,
            @Nullable Evidence printed,
            @Nullable Evidence corrected) {

        Verdict verdict() {
            return Verdict.of(
                    printed == null ? null : printed.outcome(), corrected == null ? null : corrected.outcome());
        }

        Set<Cell> cells() {
            Set<Cell> cells = new LinkedHashSet<>();
            if (printed != null) {
                cells.addAll(printed.cells());
            }
            if (corrected != null) {
                cells.addAll(corrected.cells());
            }
            return cells;
        }
    }

    /**
     * One line of the results.
     *
     * @param figure such as {@code krl-fig6}
     * @param claim in our words
     * @param printed the number behind it for the printed form, or what stands in its place; likewise corrected
     */
    public record Line(String paper, String figure, String claim, Verdict verdict, String printed, String corrected) {}

    /** All claims in the order of the report. */
    public List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        for (Item item : items) {
            for (Judged judged : item.claims()) {
                lines.add(new Line(
                        item.study().paper(),
                        item.figure().name(),
                        judged.claim().says(),
                        judged.verdict(),
                        number(judged.printed()),
                        number(judged.corrected())));
            }
        }
        return lines;
    }

    List<Item> items() {
        return items;
    }

    Mode mode() {
        return mode;
    }

    long seed() {
        return seed;
    }

    String version() {
        return version;
    }

    /** The command that makes the same report again. */
    String command() {
        Set<String> names = new LinkedHashSet<>();
        items.forEach(item -> names.add(item.figure().name()));
        Set<String> every = new LinkedHashSet<>();
        Studies.all().forEach(study -> study.figures().forEach(figure -> every.add(figure.name())));
        return "./meshlock reproduce" + (names.equals(every) ? "" : " " + String.join(" ", names)) + " --" + mode.text()
                + (seed == 1 ? "" : " --seed " + seed) + " --out report";
    }

    /** The commands that measure again what a claim was judged by. */
    List<String> commands(Item item, Judged judged) {
        return Part.covering(item.study(), mode, judged.cells()).stream()
                .map(part -> part.command(seed))
                .toList();
    }

    static String number(@Nullable Evidence evidence) {
        return evidence == null ? "-" : evidence.number();
    }

    /** The findings as one document. */
    public Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("version", version);
        document.put("mode", mode.text());
        document.put("seed", seed);
        document.put("command", command());
        List<Object> claims = new ArrayList<>();
        for (Item item : items) {
            for (Judged judged : item.claims()) {
                Map<String, Object> claim = new LinkedHashMap<>();
                claim.put("paper", item.study().paper());
                claim.put("figure", item.figure().name());
                claim.put("claim", judged.claim().name());
                claim.put("says", judged.claim().says());
                claim.put("verdict", judged.verdict().text());
                claim.put("printed", document(judged.printed()));
                claim.put("corrected", document(judged.corrected()));
                claim.put("commands", commands(item, judged));
                claims.add(claim);
            }
        }
        document.put("claims", claims);
        return document;
    }

    private static Map<String, Object> document(@Nullable Evidence evidence) {
        Map<String, Object> document = new LinkedHashMap<>();
        if (evidence != null) {
            document.put(
                    "outcome",
                    evidence.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' '));
            document.put("number", evidence.number());
            document.put("comparisons", evidence.comparisons());
            document.put(Metric.STARVED.label(), evidence.starved());
        }
        return document;
    }

    /** Writes {@value #HTML}, {@value #JSON}, and every figure as SVG, PNG and CSV. */
    public void writeTo(Path folder) throws IOException {
        Path figures = folder.resolve(FIGURES);
        Files.createDirectories(figures);
        for (Item item : items) {
            List<Panel> panels = Panels.of(item, mode);
            for (Panel panel : panels) {
                String name = panel.fileName();
                write(figures.resolve(name + ".svg"), Svg.write(panel.chart()).getBytes(StandardCharsets.UTF_8));
                if (Png.isPossible()) {
                    write(figures.resolve(name + ".png"), Png.write(panel.chart()));
                }
            }
            write(
                    figures.resolve(item.figure().name() + ".csv"),
                    Table.of(item).csv().getBytes(StandardCharsets.UTF_8));
        }
        write(folder.resolve(JSON), Json.write(document()).getBytes(StandardCharsets.UTF_8));
        write(folder.resolve(HTML), new HtmlReport(this).text().getBytes(StandardCharsets.UTF_8));
    }

    /** Files are replaced atomically. */
    private static void write(Path file, byte[] bytes) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.write(part, bytes);
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
