package io.meshlock.laboratory.scenario;

import io.meshlock.laboratory.scenario.Numbers.Bounds;
import io.meshlock.laboratory.scenario.Value.Items;
import io.meshlock.laboratory.scenario.Value.Section;
import io.meshlock.laboratory.scenario.Value.Text;
import io.meshlock.simulator.engine.Distribution;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads one section of a scenario key by key. Every value read, given or default, is also kept as resolved, in the order
 * of reading: so the resolved scenario never lacks a default, and reads back to the same scenario.
 *
 * <p>A fallback of null means that the key must be given. The word {@code none} stands for a key that is not given, so
 * that an override can take a value away.
 */
final class Fields {

    static final String NONE = "none";

    private final Section section;
    private final String path;
    private final Map<String, Object> resolved = new LinkedHashMap<>();

    /**
     * @param path of the section, empty for the root
     * @param known keys that may stand here
     * @param planned keys that the format has but this version does not
     */
    Fields(Section section, String path, List<String> known, List<String> planned) {
        this.section = section;
        this.path = path;
        for (String key : section.entries().keySet()) {
            if (planned.contains(key)) {
                throw wrong(key, "not supported yet by this version", oneOf(known));
            }
            if (!known.contains(key)) {
                throw wrong(key, "unknown key" + Spelling.hint(key, known), oneOf(known));
            }
        }
    }

    /** What was read so far, in JSON's types. */
    Map<String, Object> resolved() {
        return resolved;
    }

    /** Keeps a value that was found in another way than by the methods below. */
    void resolve(String key, Object value) {
        resolved.put(key, value);
    }

    /** The place to blame for a key: where it is written, or its section if it is not. */
    Place place(String key) {
        Value value = section.get(key);
        return value == null ? section.place() : value.place();
    }

    ScenarioException wrong(String key, String what, String expected) {
        return ScenarioException.at(place(key), path(key), what, expected);
    }

    /** Complains about a key that means nothing here because of another one. */
    void refuse(String key, String why, String expected) {
        if (isGiven(key)) {
            throw wrong(key, why, expected);
        }
    }

    boolean isGiven(String key) {
        return given(key) != null;
    }

    String text(String key, @Nullable String fallback, String expected) {
        Text given = scalar(key, fallback, expected);
        String value = given == null ? present(fallback) : given.text();
        resolve(key, value);
        return value;
    }

    String choice(String key, @Nullable String fallback, List<String> allowed) {
        String expected = oneOf(allowed);
        Text given = scalar(key, fallback, expected);
        String value = given == null ? present(fallback) : given.text();
        if (!allowed.contains(value)) {
            throw wrong(key, "unknown " + key + " '" + value + "'" + Spelling.hint(value, allowed), expected);
        }
        resolve(key, value);
        return value;
    }

    boolean toggle(String key, boolean fallback) {
        Text given = scalar(key, fallback, "true or false");
        boolean value = given == null ? fallback : given.text().equals("true");
        if (given != null && !value && !given.text().equals("false")) {
            throw wrong(key, "'" + given.text() + "' is neither", "true or false");
        }
        resolve(key, value);
        return value;
    }

    long whole(String key, @Nullable Long fallback, Bounds bounds) {
        Text given = scalar(key, fallback, "a whole number " + bounds);
        long value = given == null
                ? present(fallback)
                : (long) checked(given, Numbers.whole(given), key, "a whole number", bounds);
        resolve(key, value);
        return value;
    }

    double number(String key, @Nullable Double fallback, Bounds bounds) {
        Text given = scalar(key, fallback, "a number " + bounds);
        double value = given == null ? present(fallback) : checked(given, Numbers.any(given), key, "a number", bounds);
        resolve(key, Numbers.plain(value));
        return value;
    }

    Distribution distribution(String key, @Nullable Distribution fallback, Distributions kind) {
        Text given = scalar(key, fallback, kind.expected());
        try {
            Distribution value = given == null ? present(fallback) : kind.parse(given.text());
            resolve(key, value.toString());
            return value;
        } catch (IllegalArgumentException e) {
            throw wrong(key, String.valueOf(e.getMessage()), kind.expected());
        }
    }

    @Nullable
    Distribution optionalDistribution(String key, Distributions kind) {
        if (isGiven(key)) {
            return distribution(key, null, kind);
        }
        resolve(key, NONE);
        return null;
    }

    /** A list of different whole numbers, or null for the word {@code all}. */
    @Nullable
    List<Integer> wholesOrAll(String key, Bounds bounds) {
        String expected = "all, or a list of different whole numbers " + bounds;
        Value given = given(key);
        if (given == null || (given instanceof Text text && text.text().equals("all"))) {
            resolve(key, "all");
            return null;
        }
        if (!(given instanceof Items items) || items.values().isEmpty()) {
            throw wrong(key, "is not a list of numbers", expected);
        }
        Set<Integer> numbers = new LinkedHashSet<>();
        for (Value item : items.values()) {
            String written = item instanceof Text text ? text.text() : "a list or section";
            double number = item instanceof Text text ? Numbers.whole(text) : Double.NaN;
            if (Double.isNaN(number) || bounds.isTooSmall(number) || bounds.isTooLarge(number)) {
                throw ScenarioException.at(item.place(), path(key), "'" + written + "' is no such number", expected);
            }
            if (!numbers.add((int) number)) {
                throw ScenarioException.at(item.place(), path(key), written + " is there twice", expected);
            }
        }
        resolve(key, List.copyOf(numbers));
        return List.copyOf(numbers);
    }

    /** Two numbers in a list; one number stands for two that are equal. */
    double[] pair(String key, double @Nullable [] fallback, Bounds bounds, String expected) {
        String wanted = expected + ", numbers " + bounds;
        Value given = given(key);
        List<Value> parts = given instanceof Items items ? items.values() : List.of();
        double[] pair = new double[2];
        if (given == null && fallback == null) {
            throw wrong(key, "missing", wanted);
        } else if (given == null) {
            pair = present(fallback).clone();
        } else if (given instanceof Text || parts.size() == 2) {
            for (int i = 0; i < 2; i++) {
                Value part = given instanceof Text ? given : parts.get(i);
                pair[i] = part instanceof Text text ? Numbers.any(text) : Double.NaN;
                if (Double.isNaN(pair[i]) || bounds.isTooSmall(pair[i]) || bounds.isTooLarge(pair[i])) {
                    String written = part instanceof Text text ? "'" + text.text() + "'" : "a list or section";
                    throw wrong(key, written + " is no such number", wanted);
                }
            }
        } else {
            throw wrong(key, "is neither a number nor a list of two", wanted);
        }
        resolve(key, List.of(Numbers.plain(pair[0]), Numbers.plain(pair[1])));
        return pair;
    }

    /** An inner section, or null if it is not given; the caller keeps what it resolves to. */
    @Nullable
    Section section(String key) {
        Value given = given(key);
        if (given == null || given instanceof Section) {
            return (Section) given;
        }
        throw wrong(key, "is not a section", "keys and values, as in {key: value}");
    }

    /** An inner section, for which a plain word may stand: the value of its first key. Empty if not given. */
    Section sectionOrWord(String key, String firstKey) {
        Value given = given(key);
        if (given instanceof Text word) {
            return new Section(word.place(), Map.of(firstKey, word));
        }
        return sectionOrEmpty(key);
    }

    /** An inner section that is empty if it is not given. */
    Section sectionOrEmpty(String key) {
        Section given = section(key);
        return given == null ? new Section(place(key), Map.of()) : given;
    }

    String path(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    static String oneOf(List<String> names) {
        return names.size() == 1 ? names.get(0) : "one of " + String.join(", ", names);
    }

    private @Nullable Value given(String key) {
        Value value = section.get(key);
        return value instanceof Text text && text.text().equals(NONE) ? null : value;
    }

    /** The value of a key that is neither a list nor a section, or null if the fallback holds. */
    private @Nullable Text scalar(String key, @Nullable Object fallback, String expected) {
        Value given = given(key);
        if (given == null && fallback == null) {
            throw wrong(key, "missing", expected);
        }
        if (given == null || given instanceof Text) {
            return (Text) given;
        }
        throw wrong(key, given instanceof Items ? "is a list" : "is a section", expected);
    }

    private double checked(Text given, double value, String key, String kind, Bounds bounds) {
        String expected = kind + " " + bounds;
        if (Double.isNaN(value)) {
            String written = given.text().isEmpty() ? "nothing" : "'" + given.text() + "'";
            throw wrong(key, written + " is not " + kind, expected);
        }
        if (bounds.isTooSmall(value)) {
            throw wrong(key, given.text() + " is too small", expected);
        }
        if (bounds.isTooLarge(value)) {
            throw wrong(key, given.text() + " is too large", expected);
        }
        return value;
    }

    private static <T> T present(@Nullable T fallback) {
        if (fallback == null) {
            throw new IllegalStateException("a key without a fallback is always given");
        }
        return fallback;
    }
}
