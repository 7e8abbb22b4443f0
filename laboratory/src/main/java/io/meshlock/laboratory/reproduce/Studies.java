package io.meshlock.laboratory.reproduce;

import io.meshlock.laboratory.scenario.ScenarioReader;
import io.meshlock.laboratory.sweep.SweepException;
import io.meshlock.yaml.Spelling;
import io.meshlock.yaml.Value.Section;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** All studies, and the names of their figures. */
public final class Studies {

    /** In the order of the report. */
    private static final List<String> NAMES = List.of(
            "krl-load",
            "krl-connectivity",
            "wu-mobility",
            "wu-skew",
            "wu-load",
            "jiang-exclusion",
            "jiang-delay",
            "jiang-priority",
            "jiang-concurrency",
            "jiang-two-inside");

    private Studies() {}

    public static List<Study> all() {
        return NAMES.stream()
                .map(name -> Description.read(name + ".yaml", resource(name + ".yaml")))
                .toList();
    }

    /**
     * The studies that some figures need, each with those figures alone.
     *
     * @param wanted names such as {@code krl-fig6}, papers such as {@code krl}, or {@code fig6} for the figures 6 of
     *     all papers; all figures if there are none
     * @throws SweepException if one of them is unknown
     */
    public static List<Study> select(List<String> wanted) {
        List<Study> all = all();
        Set<String> known = new LinkedHashSet<>();
        all.stream().flatMap(study -> study.figures().stream()).forEach(figure -> known.addAll(names(figure)));
        for (String name : wanted) {
            if (!known.contains(name)) {
                throw new SweepException(
                        "'" + name + "'",
                        "there is no such figure" + Spelling.hint(name, known),
                        "some of " + String.join(", ", known));
            }
        }
        List<Study> selected = new ArrayList<>();
        for (Study study : all) {
            List<Figure> figures = study.figures().stream()
                    .filter(figure -> wanted.isEmpty() || names(figure).stream().anyMatch(wanted::contains))
                    .toList();
            if (!figures.isEmpty()) {
                selected.add(study.only(figures));
            }
        }
        return selected;
    }

    /** The full name, its paper, and what remains without the paper. */
    private static List<String> names(Figure figure) {
        int dash = figure.name().indexOf('-');
        return List.of(
                figure.name(),
                figure.name().substring(0, dash).toLowerCase(Locale.ROOT),
                figure.name().substring(dash + 1));
    }

    /** The scenario of a study; the file comes with the program. */
    static Section scenario(Study study) {
        String name = "scenarios/" + study.scenario();
        return ScenarioReader.tree(name, resource("/" + name));
    }

    static String resource(String name) {
        try (InputStream in = Studies.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the resource " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
