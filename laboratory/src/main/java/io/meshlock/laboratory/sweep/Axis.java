package io.meshlock.laboratory.sweep;

import io.meshlock.laboratory.scenario.Setting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * A setting that a sweep varies.
 *
 * @param path keys joined by dots, such as {@code workload.think}
 * @param values as a scenario would have them, in the order of the sweep
 */
public record Axis(String path, List<String> values) {

    static final String FLAG = "--vary";

    private static final String EXPECTED = "different values separated by commas, as in nodes=10,30,100";

    public Axis {
        values = List.copyOf(values);
    }

    /**
     * Understands {@code path=value,value,…}. Commas inside quotes, brackets and braces belong to a value.
     *
     * @throws io.meshlock.laboratory.scenario.ScenarioException if there is no path or no value
     */
    public static Axis parse(String written) {
        Setting whole = Setting.parse(FLAG, written);
        Axis axis = new Axis(whole.path(), split(whole.value()));
        if (axis.values.stream().anyMatch(String::isEmpty)) {
            throw new SweepException(whole.toString(), "a value is empty", EXPECTED);
        }
        if (new HashSet<>(axis.values).size() < axis.values.size()) {
            throw new SweepException(whole.toString(), "a value is there twice", EXPECTED);
        }
        return axis;
    }

    private static List<String> split(String values) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        int depth = 0;
        char quote = 0;
        for (int i = 0; i < values.length(); i++) {
            char c = values.charAt(i);
            if (c == ',' && depth == 0 && quote == 0) {
                parts.add(part.toString().trim());
                part.setLength(0);
                continue;
            }
            part.append(c);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '[' || c == '{') {
                depth++;
            } else if (c == ']' || c == '}') {
                depth--;
            }
        }
        parts.add(part.toString().trim());
        return parts;
    }

    /** The setting with one of the values. */
    Setting at(int index) {
        return new Setting(FLAG, path, values.get(index));
    }
}
