package io.meshlock.laboratory.sweep;

import io.meshlock.laboratory.result.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Everything that determines the result of a sweep, as data: it is the first line of the journal, and a journal of
 * another plan is not continued.
 *
 * @param version of Meshlock
 * @param scenario as written, after includes and settings of the command line
 * @param vary the axes; the first one varies slowest
 * @param seed of the first run of every cell; run r has seed + r, the same in all cells
 * @param cells every combination
 */
public record Plan(
        String version,
        Map<String, @Nullable Object> scenario,
        List<Axis> vary,
        long seed,
        Replications replications,
        List<Cell> cells) {

    /**
     * One combination of values.
     *
     * @param values by path
     * @param scenario as resolved; null if there is no such scenario
     * @param impossible why there is none; null if there is one
     */
    public record Cell(
            Map<String, String> values,
            @Nullable Map<String, @Nullable Object> scenario,
            @Nullable String impossible) {

        /** Such as {@code nodes=10, algorithm=prioritized}. */
        public String label() {
            return values.entrySet().stream()
                    .map(value -> value.getKey() + "=" + value.getValue())
                    .collect(Collectors.joining(", "));
        }
    }

    /** Names the first part in which another plan differs, or null if it is the same. */
    @Nullable
    String difference(Plan other) {
        Map<String, Object> theirs = other.parts();
        for (Map.Entry<String, Object> part : parts().entrySet()) {
            // Compared as written: what was read from a file may use other types for the same numbers.
            if (!Json.line(part.getValue()).equals(Json.line(theirs.getOrDefault(part.getKey(), "")))) {
                return part.getKey();
            }
        }
        return null;
    }

    private Map<String, Object> parts() {
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put("version", version);
        parts.put("--vary", vary);
        parts.put("scenario", scenario);
        parts.put("--seed", seed);
        parts.put("number of runs", replications);
        parts.put("resolved scenario", cells);
        return parts;
    }
}
