package io.meshlock.laboratory.reproduce;

import io.meshlock.laboratory.reproduce.Study.Variant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The results of the runs of a study, by cell. */
final class Measurements {

    private final Map<Cell, Sample> samples = new LinkedHashMap<>();

    /**
     * One combination.
     *
     * @param levels labels by dimension
     */
    record Cell(Variant variant, Map<String, String> levels) {

        Cell with(String dimension, String level) {
            Map<String, String> changed = new LinkedHashMap<>(levels);
            changed.put(dimension, level);
            return new Cell(variant, changed);
        }

        String label() {
            List<String> parts = new ArrayList<>();
            levels.forEach((dimension, level) -> parts.add(dimension + " " + level));
            parts.add(variant.label());
            return String.join(", ", parts);
        }
    }

    /**
     * The runs of one cell.
     *
     * @param values metrics by seed
     * @param missing why there are no runs, or null
     */
    record Sample(
            TreeMap<Long, Map<String, Double>> values,
            @Nullable String missing) {

        Sample() {
            this(new TreeMap<>(), null);
        }

        /** A metric by seed; runs that do not define it are left out. */
        Map<Long, Double> metric(String name) {
            String[] parts = name.split(" / ", -1);
            Map<Long, Double> found = new TreeMap<>();
            values.forEach((seed, metrics) -> {
                Double value = metrics.get(parts[0]);
                Double divisor = parts.length > 1 ? metrics.get(parts[1]) : Double.valueOf(1);
                if (value != null && divisor != null && divisor != 0) {
                    found.put(seed, value / divisor);
                }
            });
            return found;
        }

        /** How often something was counted in all runs; a run that broke off counts as one time more. */
        double total(String counted) {
            return values.values().stream()
                    .mapToDouble(metrics -> metrics.getOrDefault(counted, 1.0))
                    .sum();
        }
    }

    void put(Cell cell, Sample sample) {
        samples.put(cell, sample);
    }

    /** The sample of a cell; an empty one if it was not measured. */
    Sample of(Cell cell) {
        return samples.getOrDefault(cell, new Sample());
    }

    List<Cell> cells() {
        return List.copyOf(samples.keySet());
    }

    /** Why cells are missing, each reason once. */
    List<String> missing() {
        TreeSet<String> reasons = new TreeSet<>();
        samples.values().forEach(sample -> {
            if (sample.missing() != null) {
                reasons.add(sample.missing());
            }
        });
        return List.copyOf(reasons);
    }
}
