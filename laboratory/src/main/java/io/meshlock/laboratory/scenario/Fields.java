package io.meshlock.laboratory.scenario;

import io.meshlock.simulator.engine.Distribution;
import io.meshlock.yaml.Field;
import io.meshlock.yaml.Keys;
import io.meshlock.yaml.Numbers;
import io.meshlock.yaml.Numbers.Bounds;
import io.meshlock.yaml.Place;
import io.meshlock.yaml.Value;
import io.meshlock.yaml.Value.Items;
import io.meshlock.yaml.Value.Section;
import io.meshlock.yaml.Value.Text;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads one section of a scenario key by key. Every value read, given or default, is also kept as resolved, in the
 * order of reading: so the resolved scenario never lacks a default, and reads back to the same scenario.
 *
 * <p>A fallback of null means that the key must be given. The word {@code none} stands for a key that is not given, so
 * that an override can take a value away.
 */
final class Fields {

    static final String NONE = "none";

    private final Keys keys;
    private final Map<String, Object> resolved = new LinkedHashMap<>();

    /**
     * @param path of the section, empty for the root
     * @param known keys that may stand here
     */
    Fields(Section section, String path, List<String> known) {
        keys = new Keys(ScenarioReader.DIALECT, section, path, known);
    }

    /** What was read so far, in JSON's types. */
    Map<String, Object> resolved() {
        return resolved;
    }

    /** Keeps a value that was found in another way than by the methods below. */
    void resolve(String key, Object value) {
        resolved.put(key, value);
    }

    /** The place of a key for error messages: where it is written, or its section if it is not. */
    Place place(String key) {
        return keys.get(key).place();
    }

    RuntimeException wrong(String key, String what, String expected) {
        return keys.get(key).wrong(what, expected);
    }

    /** Refuses a key that means nothing here because of another one. */
    void refuse(String key, String why, String expected) {
        if (isGiven(key)) {
            throw wrong(key, why, expected);
        }
    }

    boolean isGiven(String key) {
        return given(key).isGiven();
    }

    String text(String key, @Nullable String fallback, String expected) {
        return kept(key, otherwise(fallback, given(key), field -> field.text(expected)));
    }

    String choice(String key, @Nullable String fallback, List<String> allowed) {
        return kept(key, otherwise(fallback, given(key), field -> field.choice(key, allowed)));
    }

    boolean toggle(String key, boolean fallback) {
        return kept(key, otherwise(fallback, given(key), Field::toggle));
    }

    long whole(String key, @Nullable Long fallback, Bounds bounds) {
        return kept(key, otherwise(fallback, given(key), field -> field.whole(bounds)));
    }

    double number(String key, @Nullable Double fallback, Bounds bounds) {
        double value = otherwise(fallback, given(key), field -> field.number(bounds));
        resolve(key, Numbers.plain(value));
        return value;
    }

    Distribution distribution(String key, @Nullable Distribution fallback, Distributions kind) {
        Distribution value = otherwise(fallback, given(key), field -> field.as(kind::parse, kind.expected()));
        resolve(key, value.toString());
        return value;
    }

    private static <T> T otherwise(@Nullable T fallback, Field field, Function<Field, T> reader) {
        return field.isGiven() || fallback == null ? reader.apply(field) : fallback;
    }

    private <T> T kept(String key, T value) {
        resolve(key, value);
        return value;
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
        Value given = given(key).value();
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
                throw at(item, key).wrong("'" + written + "' is no such number", expected);
            }
            if (!numbers.add((int) number)) {
                throw at(item, key).wrong(written + " is there twice", expected);
            }
        }
        resolve(key, List.copyOf(numbers));
        return List.copyOf(numbers);
    }

    /** Two numbers in a list; one number stands for two that are equal. */
    double[] pair(String key, double @Nullable [] fallback, Bounds bounds, String expected) {
        String wanted = expected + ", numbers " + bounds;
        Value given = given(key).value();
        List<Value> parts = given instanceof Items items ? items.values() : List.of();
        double[] pair = new double[2];
        if (given == null) {
            if (fallback == null) {
                throw wrong(key, "missing", wanted);
            }
            pair = fallback.clone();
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
        Field given = given(key);
        return given.isGiven() ? given.section() : null;
    }

    /** An inner section, for which a plain word may stand: the value of its first key. Empty if not given. */
    Section sectionOrWord(String key, String firstKey) {
        if (given(key).value() instanceof Text word) {
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
        return keys.path(key);
    }

    /** An item of a list, for error messages about it alone. */
    private Field at(Value item, String key) {
        return new Field(ScenarioReader.DIALECT, item.place(), path(key), item);
    }

    private Field given(String key) {
        Field field = keys.get(key);
        return field.value() instanceof Text text && text.text().equals(NONE) ? keys.absent(key) : field;
    }
}
