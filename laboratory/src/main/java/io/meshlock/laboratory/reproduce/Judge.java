package io.meshlock.laboratory.reproduce;

import io.meshlock.laboratory.reproduce.Claim.Amount;
import io.meshlock.laboratory.reproduce.Claim.Bend;
import io.meshlock.laboratory.reproduce.Claim.Bounds;
import io.meshlock.laboratory.reproduce.Claim.Never;
import io.meshlock.laboratory.reproduce.Claim.Outcome;
import io.meshlock.laboratory.reproduce.Claim.Ratio;
import io.meshlock.laboratory.reproduce.Claim.Spread;
import io.meshlock.laboratory.reproduce.Measurements.Cell;
import io.meshlock.laboratory.reproduce.Measurements.Sample;
import io.meshlock.laboratory.reproduce.Study.Form;
import io.meshlock.laboratory.reproduce.Study.Variant;
import io.meshlock.simulator.metrics.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Judges claims by the measurements. */
final class Judge {

    static final String ALGORITHM = "algorithm";

    private final Study study;
    private final Measurements measurements;

    Judge(Study study, Measurements measurements) {
        this.study = study;
        this.measurements = measurements;
    }

    /** One number that had to be within bounds. */
    private record Comparison(String where, Interval interval, Outcome outcome, double strain) {}

    /**
     * The result for one form of the algorithm.
     *
     * @param number the number that decided, with its interval and where it was found
     * @param comparisons how many numbers there were
     * @param starved requests in all cells that were looked at
     * @param cells that were looked at
     */
    record Evidence(Outcome outcome, String number, int comparisons, double starved, Set<Cell> cells) {}

    /** @return null if the claim does not speak of that form */
    @Nullable
    Evidence judge(Claim claim, Form form) {
        Set<Cell> looked = new LinkedHashSet<>();
        List<Comparison> comparisons = new ArrayList<>();
        List<Cell> candidates = measurements.cells().stream()
                .filter(cell -> cell.variant().form() == form)
                .filter(cell -> matches(cell, claim.at()))
                .toList();
        if (study.variants().stream().noneMatch(variant -> variant.form() == form)) {
            return null;
        }
        Claim.Test test = claim.test();
        if (test instanceof Ratio ratio) {
            ratios(candidates, ratio, looked, comparisons);
        } else if (test instanceof Spread spread) {
            spreads(candidates, spread, looked, comparisons);
        } else if (test instanceof Bend bend) {
            bends(candidates, bend, looked, comparisons);
        } else if (test instanceof Amount amount) {
            amounts(candidates, amount, looked, comparisons);
        } else if (test instanceof Never never) {
            looked.addAll(candidates);
            return evidence(never, looked);
        }
        return evidence(comparisons, looked);
    }

    private static boolean matches(Cell cell, Map<String, List<String>> at) {
        return at.entrySet().stream().allMatch(entry -> entry.getValue().contains(level(cell, entry.getKey())));
    }

    private static @Nullable String level(Cell cell, String dimension) {
        return dimension.equals(ALGORITHM)
                ? cell.variant().role()
                : cell.levels().get(dimension);
    }

    private void ratios(List<Cell> candidates, Ratio ratio, Set<Cell> looked, List<Comparison> comparisons) {
        for (Cell upper : candidates) {
            Cell lower = moved(upper, ratio.to());
            if (!upper.equals(moved(upper, ratio.of())) || lower == null || !candidates.contains(lower)) {
                continue;
            }
            looked.add(upper);
            looked.add(lower);
            comparisons.add(quotient(upper, lower, ratio.metric(), ratio.bounds()));
        }
    }

    private Comparison quotient(Cell upper, Cell lower, String metric, Bounds bounds) {
        Map<Long, Double> above = measurements.of(upper).metric(metric);
        Map<Long, Double> below = new LinkedHashMap<>(measurements.of(lower).metric(metric));
        above.keySet().retainAll(below.keySet());
        below.keySet().retainAll(above.keySet());
        Interval interval = Interval.ratio(List.copyOf(above.values()), List.copyOf(below.values()));
        return compare(upper.label(), interval, bounds, List.of(upper, lower));
    }

    /** The cell that differs from this one in some levels; null if there is no such variant. */
    private @Nullable Cell moved(Cell cell, Map<String, String> levels) {
        Cell moved = cell;
        for (Map.Entry<String, String> level : levels.entrySet()) {
            if (level.getKey().equals(ALGORITHM)) {
                Variant variant = study.variants().stream()
                        .filter(each -> each.form() == cell.variant().form()
                                && each.role().equals(level.getValue()))
                        .findFirst()
                        .orElse(null);
                if (variant == null) {
                    return null;
                }
                moved = new Cell(variant, moved.levels());
            } else {
                moved = moved.with(level.getKey(), level.getValue());
            }
        }
        return moved;
    }

    private void spreads(List<Cell> candidates, Spread spread, Set<Cell> looked, List<Comparison> comparisons) {
        Map<Cell, List<Cell>> rows = new LinkedHashMap<>();
        for (Cell cell : candidates) {
            rows.computeIfAbsent(cell.with(spread.along(), "any"), unused -> new ArrayList<>())
                    .add(cell);
        }
        for (List<Cell> row : rows.values()) {
            looked.addAll(row);
            Comparator<Cell> byMean = Comparator.comparingDouble(cell -> mean(cell, spread.metric()));
            List<Cell> sorted = row.stream().sorted(byMean).toList();
            comparisons.add(quotient(sorted.get(sorted.size() - 1), sorted.get(0), spread.metric(), spread.bounds()));
        }
    }

    private void bends(List<Cell> candidates, Bend bend, Set<Cell> looked, List<Comparison> comparisons) {
        for (Cell first : candidates) {
            if (!bend.from().equals(first.levels().get(bend.along()))) {
                continue;
            }
            Cell middle = first.with(bend.along(), bend.middle());
            Cell last = first.with(bend.along(), bend.to());
            looked.addAll(List.of(first, middle, last));
            Map<Long, Double> low = measurements.of(first).metric(bend.metric());
            Map<Long, Double> half = measurements.of(middle).metric(bend.metric());
            Map<Long, Double> high = measurements.of(last).metric(bend.metric());
            List<Double> early = new ArrayList<>();
            List<Double> late = new ArrayList<>();
            half.forEach((seed, value) -> {
                Double before = low.get(seed);
                Double after = high.get(seed);
                if (before != null && after != null) {
                    early.add(value - before);
                    late.add(after - value);
                }
            });
            comparisons.add(
                    compare(first.label(), Interval.ratio(late, early), bend.bounds(), List.of(first, middle, last)));
        }
    }

    private void amounts(List<Cell> candidates, Amount amount, Set<Cell> looked, List<Comparison> comparisons) {
        for (Cell cell : candidates) {
            looked.add(cell);
            List<Double> values =
                    List.copyOf(measurements.of(cell).metric(amount.metric()).values());
            comparisons.add(compare(cell.label(), Interval.mean(values), amount.bounds(), List.of(cell)));
        }
    }

    private double mean(Cell cell, String metric) {
        return Interval.mean(List.copyOf(measurements.of(cell).metric(metric).values()))
                .value();
    }

    /** A number that no run defines, such as a cost per entry without entries, decides nothing. */
    private Comparison compare(String where, Interval interval, Bounds bounds, List<Cell> cells) {
        boolean measured =
                cells.stream().noneMatch(cell -> measurements.of(cell).values().isEmpty());
        Outcome outcome = measured ? bounds.judge(interval) : Outcome.NOT_MEASURED;
        return new Comparison(where, interval, outcome, bounds.strain(interval.value()));
    }

    /** All must hold; the number to show is the one that decided, or came nearest to failing. */
    private Evidence evidence(List<Comparison> comparisons, Set<Cell> looked) {
        for (Outcome outcome : List.of(Outcome.NOT_MEASURED, Outcome.NO, Outcome.UNDECIDED, Outcome.YES)) {
            Comparison worst = comparisons.stream()
                    .filter(comparison -> comparison.outcome() == outcome)
                    .max(Comparator.comparingDouble(Comparison::strain))
                    .orElse(null);
            if (worst != null) {
                String figure = Double.isNaN(worst.interval().value())
                        ? "undefined"
                        : worst.interval().text();
                String number = outcome == Outcome.NOT_MEASURED ? why(looked) : figure + " at " + worst.where();
                return new Evidence(outcome, number, comparisons.size(), starved(looked), looked);
            }
        }
        return new Evidence(Outcome.NOT_MEASURED, why(looked), 0, 0, looked);
    }

    private Evidence evidence(Never never, Set<Cell> looked) {
        long runs = looked.stream()
                .mapToLong(cell -> measurements.of(cell).values().size())
                .sum();
        boolean incomplete =
                looked.stream().anyMatch(cell -> measurements.of(cell).values().isEmpty());
        if (runs == 0 || incomplete) {
            return new Evidence(Outcome.NOT_MEASURED, why(looked), 0, 0, looked);
        }
        double total = 0;
        for (Cell cell : looked) {
            total += measurements.of(cell).total(never.metric());
        }
        String number = Numerals.brief(total) + " in " + runs + " runs";
        return new Evidence(total == 0 ? Outcome.YES : Outcome.NO, number, looked.size(), starved(looked), looked);
    }

    private double starved(Set<Cell> looked) {
        return looked.stream()
                .mapToDouble(cell -> measurements.of(cell).total(Metric.STARVED.label()))
                .sum();
    }

    private String why(Set<Cell> looked) {
        return looked.stream()
                .map(measurements::of)
                .map(Sample::missing)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("no run defines it");
    }
}
