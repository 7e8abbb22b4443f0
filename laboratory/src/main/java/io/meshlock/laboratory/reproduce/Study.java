package io.meshlock.laboratory.reproduce;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measurements of which one or more figures of a paper are drawn.
 *
 * @param name such as {@code krl-load}
 * @param paper such as {@code KRL}
 * @param scenario the name of a file in {@code scenarios/}
 * @param settings that the study changes in it, by path
 * @param variants the algorithms that are compared
 * @param dimensions what else varies
 */
public record Study(
        String name,
        String paper,
        String scenario,
        Map<String, String> settings,
        List<Variant> variants,
        List<Dimension> dimensions,
        Effort quick,
        Effort full,
        List<Figure> figures) {

    /** In which shape an algorithm runs. */
    public enum Form {
        /** As the paper prints it. */
        PRINTED,
        /** As Meshlock corrects it. */
        CORRECTED,
        /** Shown for comparison; no verdict depends on it. */
        BESIDE;

        String text() {
            return this == PRINTED ? "as printed" : name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One algorithm in one form.
     *
     * @param role what the paper calls it, such as {@code KRLF}
     * @param settings that make it run, {@code algorithm} among them
     */
    public record Variant(Form form, String role, Map<String, String> settings) {

        String label() {
            return form == Form.PRINTED ? role + " as printed" : role;
        }
    }

    /**
     * Something that varies.
     *
     * @param title for people, with its unit
     */
    public record Dimension(String name, String title, List<Level> levels) {}

    /**
     * One value of a dimension.
     *
     * @param settings that it stands for, by path
     * @param quick whether it belongs to the quick reproduction
     */
    public record Level(String label, Map<String, String> settings, boolean quick) {}

    /** How much is spent on a study. */
    public record Effort(int runs, Map<String, String> settings) {}

    /** Quick or full. */
    public enum Mode {
        QUICK,
        FULL;

        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    Effort effort(Mode mode) {
        return mode == Mode.QUICK ? quick : full;
    }

    /** The dimensions with the levels of that mode. */
    List<Dimension> dimensions(Mode mode) {
        return dimensions.stream()
                .map(all -> new Dimension(
                        all.name(),
                        all.title(),
                        all.levels().stream()
                                .filter(level -> mode == Mode.FULL || level.quick())
                                .toList()))
                .toList();
    }

    Dimension dimension(String wanted) {
        return dimensions.stream()
                .filter(each -> each.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(name + ": there is no dimension " + wanted));
    }

    /** What is set in every cell. */
    Map<String, String> fixed(Mode mode) {
        Map<String, String> all = new LinkedHashMap<>(settings);
        all.putAll(effort(mode).settings());
        return all;
    }

    /** The same study for some of its figures. */
    Study only(List<Figure> wanted) {
        return new Study(name, paper, scenario, settings, variants, dimensions, quick, full, wanted);
    }
}
