package io.meshlock.protocol;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Values for an algorithm's {@link Option}s; options that are not given have their defaults. Immutable. */
public final class Options {

    /** Every option at its default. */
    public static final Options DEFAULTS = new Options(new TreeMap<>());

    private final SortedMap<String, Long> values;

    private Options(SortedMap<String, Long> values) {
        this.values = Collections.unmodifiableSortedMap(values);
    }

    /** Options with these values; names and ranges are checked when an algorithm is created with them. */
    public static Options of(Map<String, Long> values) {
        return new Options(new TreeMap<>(values));
    }

    public long get(Option option) {
        Long value = values.get(option.name());
        return value == null ? option.defaultValue() : value;
    }

    public boolean isOn(Option option) {
        return get(option) != 0;
    }

    /** The values that were given, by name. */
    public SortedMap<String, Long> given() {
        return values;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Options that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
