package io.meshlock.yaml;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A part of a file as it was written, not yet understood; immutable. Its place is that of its key, if it has one.
 * Serializable, so that work on another computer reports errors with the same place.
 */
public sealed interface Value extends Serializable {

    Place place();

    /**
     * @param text without quotes
     * @param quoted true if it was written in quotes, which makes even {@code "30"} a text
     */
    record Text(Place place, String text, boolean quoted) implements Value {}

    record Items(Place place, List<Value> values) implements Value {
        public Items {
            values = List.copyOf(values);
        }
    }

    /** Keys and values in the order of the file. */
    record Section(Place place, Map<String, Value> entries) implements Value {
        public Section {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }

        /** The value of a direct key, if written. */
        public @Nullable Value get(String key) {
            return entries.get(key);
        }

        /** Whether all was written in one file: nothing was included, nothing set by a flag. */
        public boolean isFromOneSource() {
            return entries.values().stream()
                    .allMatch(value -> value.place().source().equals(place.source())
                            && (!(value instanceof Section section) || section.isFromOneSource()));
        }

        /** What was written, in JSON's types; numbers, true and false unless in quotes. */
        public Map<String, @Nullable Object> document() {
            Map<String, @Nullable Object> document = new LinkedHashMap<>();
            entries.forEach((key, value) -> document.put(key, plain(value)));
            return document;
        }

        private static Object plain(Value value) {
            if (value instanceof Section section) {
                return section.document();
            }
            if (value instanceof Items items) {
                return items.values().stream().map(Section::plain).toList();
            }
            Text text = (Text) value;
            if (!text.quoted() && List.of("true", "false").contains(text.text())) {
                return Boolean.valueOf(text.text());
            }
            double number = Numbers.any(text);
            return Double.isNaN(number) ? text.text() : Numbers.plain(number);
        }

        /**
         * The same tree with one value replaced or added. Sections on the way are made as needed, also in the place of
         * a plain value: {@code network.churn.mean} can be set where {@code churn: none} was written.
         *
         * @param path keys joined by dots, such as {@code network.density}
         */
        public Section with(String path, Value value) {
            int dot = path.indexOf('.');
            Map<String, Value> changed = new LinkedHashMap<>(entries);
            if (dot < 0) {
                changed.put(path, value);
            } else {
                String key = path.substring(0, dot);
                Section inner =
                        entries.get(key) instanceof Section found ? found : new Section(value.place(), Map.of());
                changed.put(key, inner.with(path.substring(dot + 1), value));
            }
            return new Section(place, changed);
        }
    }
}
