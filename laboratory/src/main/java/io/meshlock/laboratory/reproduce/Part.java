package io.meshlock.laboratory.reproduce;

import io.meshlock.laboratory.reproduce.Measurements.Cell;
import io.meshlock.laboratory.reproduce.Study.Dimension;
import io.meshlock.laboratory.reproduce.Study.Level;
import io.meshlock.laboratory.reproduce.Study.Mode;
import io.meshlock.laboratory.reproduce.Study.Variant;
import io.meshlock.laboratory.sweep.Axis;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * One sweep of a study. What sets a single key becomes an axis; what sets several keys together, such as more hosts on
 * a larger field, becomes a part for each of its levels.
 *
 * @param folder a name for its files
 * @param settings the same in all its cells, by path
 * @param axes what varies
 * @param cells by the values of the axes, in their order
 */
record Part(
        Study study,
        int runs,
        String folder,
        Map<String, String> settings,
        List<Axis> axes,
        Map<List<String>, Cell> cells) {

    /** A choice among several settings: a dimension, or the algorithms. */
    private record Choice(String name, Map<String, Map<String, String>> settings) {

        /** The one key that every option sets, or the empty text. */
        String path() {
            Set<Set<String>> keys = new LinkedHashSet<>();
            settings.values().forEach(each -> keys.add(each.keySet()));
            Set<String> first = keys.iterator().next();
            return keys.size() == 1 && first.size() == 1 ? first.iterator().next() : "";
        }
    }

    /** All sweeps of a study. */
    static List<Part> of(Study study, Mode mode) {
        return of(study, mode, study.variants(), study.dimensions(mode));
    }

    /** The sweeps that cover these cells; they may contain further cells. */
    static List<Part> covering(Study study, Mode mode, Set<Cell> wanted) {
        List<Variant> variants = study.variants().stream()
                .filter(variant ->
                        wanted.stream().anyMatch(cell -> cell.variant().equals(variant)))
                .toList();
        List<Dimension> dimensions = new ArrayList<>();
        for (Dimension dimension : study.dimensions(mode)) {
            List<Level> levels = dimension.levels().stream()
                    .filter(level -> wanted.stream()
                            .anyMatch(cell -> level.label().equals(cell.levels().get(dimension.name()))))
                    .toList();
            dimensions.add(new Dimension(dimension.name(), dimension.title(), levels));
        }
        return of(study, mode, variants, dimensions);
    }

    private static List<Part> of(Study study, Mode mode, List<Variant> variants, List<Dimension> dimensions) {
        List<Choice> choices = choices(variants, dimensions);
        List<Choice> axes =
                choices.stream().filter(choice -> !choice.path().isEmpty()).toList();
        List<Choice> whole =
                choices.stream().filter(choice -> choice.path().isEmpty()).toList();
        List<Part> parts = new ArrayList<>();
        for (Map<String, String> outer : combinations(whole)) {
            Map<String, String> settings = new LinkedHashMap<>(study.fixed(mode));
            whole.forEach(choice -> settings.putAll(option(choice, outer)));
            Map<List<String>, Cell> cells = new LinkedHashMap<>();
            for (Map<String, String> inner : combinations(axes)) {
                List<String> values = axes.stream()
                        .map(choice -> option(choice, inner).values().iterator().next())
                        .toList();
                Map<String, String> all = new LinkedHashMap<>(outer);
                all.putAll(inner);
                cells.put(values, cell(all, variants, dimensions));
            }
            List<String> names = new ArrayList<>(List.of(study.name()));
            names.addAll(outer.values());
            String folder = String.join("-", names).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-");
            int runs = study.effort(mode).runs();
            parts.add(new Part(study, runs, folder, settings, axes(axes), cells));
        }
        return parts;
    }

    private static List<Choice> choices(List<Variant> variants, List<Dimension> dimensions) {
        List<Choice> choices = new ArrayList<>();
        for (Dimension dimension : dimensions) {
            Map<String, Map<String, String>> settings = new LinkedHashMap<>();
            dimension.levels().forEach(level -> settings.put(level.label(), level.settings()));
            choices.add(new Choice(dimension.name(), settings));
        }
        Map<String, Map<String, String>> algorithms = new LinkedHashMap<>();
        variants.forEach(variant -> algorithms.put(variant.label(), variant.settings()));
        choices.add(new Choice(Judge.ALGORITHM, algorithms));
        return choices;
    }

    private static Map<String, String> option(Choice choice, Map<String, String> chosen) {
        return choice.settings().getOrDefault(chosen.getOrDefault(choice.name(), ""), Map.of());
    }

    private static List<Map<String, String>> combinations(List<Choice> choices) {
        List<Map<String, String>> all = List.of(Map.of());
        for (Choice choice : choices) {
            List<Map<String, String>> longer = new ArrayList<>();
            for (Map<String, String> chosen : all) {
                for (String label : choice.settings().keySet()) {
                    Map<String, String> one = new LinkedHashMap<>(chosen);
                    one.put(choice.name(), label);
                    longer.add(one);
                }
            }
            all = longer;
        }
        return all;
    }

    private static List<Axis> axes(List<Choice> choices) {
        return choices.stream()
                .map(choice -> new Axis(
                        choice.path(),
                        choice.settings().values().stream()
                                .map(each -> each.values().iterator().next())
                                .toList()))
                .toList();
    }

    private static Cell cell(Map<String, String> chosen, List<Variant> variants, List<Dimension> dimensions) {
        Map<String, String> levels = new LinkedHashMap<>();
        dimensions.forEach(dimension -> levels.put(dimension.name(), chosen.getOrDefault(dimension.name(), "")));
        Variant variant = variants.stream()
                .filter(each -> each.label().equals(chosen.get(Judge.ALGORITHM)))
                .findFirst()
                .orElseThrow();
        return new Cell(variant, levels);
    }

    /** The command that runs the same sweep again. */
    String command(long seed) {
        StringBuilder command = new StringBuilder("./meshlock sweep scenarios/" + study.scenario());
        settings.forEach((path, value) -> command.append(" --set ").append(quoted(path + "=" + value)));
        for (Axis axis : axes) {
            command.append(" --vary ").append(quoted(axis.path() + "=" + String.join(",", axis.values())));
        }
        return command + " --runs " + runs + " --seed " + seed;
    }

    private static String quoted(String word) {
        return word.matches("[\\w.=+,/-]+") ? word : "'" + word + "'";
    }
}
