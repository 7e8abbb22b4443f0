package io.meshlock.yaml;

import io.meshlock.yaml.Numbers.Bounds;
import io.meshlock.yaml.Value.Items;
import io.meshlock.yaml.Value.Section;
import io.meshlock.yaml.Value.Text;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One value of a file, or its absence, with its place. It is parsed and checked by the getters; a value that is absent or
 * of another kind is an error there.
 */
public final class Field {

    private final Dialect dialect;
    private final Place place;
    private final String path;
    private final @Nullable Value value;

    /**
     * @param place for error messages: that of the value, or of the section that lacks it
     * @param path keys joined by dots
     * @param value null if it is not given
     */
    public Field(Dialect dialect, Place place, String path, @Nullable Value value) {
        this.dialect = dialect;
        this.place = place;
        this.path = path;
        this.value = value;
    }

    public Place place() {
        return place;
    }

    public boolean isGiven() {
        return value != null;
    }

    public boolean isSection() {
        return value instanceof Section;
    }

    /** As it was written; null if it was not. */
    public @Nullable Value value() {
        return value;
    }

    /** To be thrown. */
    public RuntimeException wrong(String what, String expected) {
        return dialect.wrong(place, path, what, expected);
    }

    public String text(String expected) {
        return scalar(expected).text();
    }

    /** One of some words; {@code what} they are is for messages. */
    public String choice(String what, List<String> allowed) {
        String text = text(oneOf(allowed));
        if (!allowed.contains(text)) {
            throw wrong("unknown " + what + " '" + text + "'" + Spelling.hint(text, allowed), oneOf(allowed));
        }
        return text;
    }

    public boolean toggle() {
        String text = text("true or false");
        if (!text.equals("true") && !text.equals("false")) {
            throw wrong("'" + text + "' is neither", "true or false");
        }
        return text.equals("true");
    }

    public long whole(Bounds bounds) {
        Text text = scalar("a whole number " + bounds);
        return (long) checked(text, Numbers.whole(numeral(text)), "a whole number", bounds);
    }

    public double number(Bounds bounds) {
        Text text = scalar("a number " + bounds);
        return checked(text, Numbers.any(numeral(text)), "a number", bounds);
    }

    private Text numeral(Text text) {
        return dialect.quotedNumbers() ? new Text(text.place(), text.text(), false) : text;
    }

    private double checked(Text given, double value, String kind, Bounds bounds) {
        String expected = kind + " " + bounds;
        if (Double.isNaN(value)) {
            String written = given.text().isEmpty() ? "nothing" : "'" + given.text() + "'";
            throw wrong(written + " is not " + kind, expected);
        }
        if (bounds.isTooSmall(value)) {
            throw wrong(given.text() + " is too small", expected);
        }
        if (bounds.isTooLarge(value)) {
            throw wrong(given.text() + " is too large", expected);
        }
        return value;
    }

    /**
     * Understands a text; an {@link IllegalArgumentException} of the parser becomes a mistake with its message.
     *
     * @param expected unless the message itself says {@code ; expected …}
     */
    public <T> T as(Function<String, T> parser, String expected) {
        String text = text(expected);
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            String[] parts = String.valueOf(e.getMessage()).split("; expected ", 2);
            throw wrong(parts[0], parts.length > 1 ? parts[1] : expected);
        }
    }

    /** The values of a list; a single value stands for a list of one. */
    public List<Field> items() {
        List<Value> values = value instanceof Items items ? items.values() : List.of(Objects.requireNonNull(value));
        return values.stream()
                .map(item -> new Field(dialect, item.place(), path, item))
                .toList();
    }

    public Section section() {
        if (value instanceof Section section) {
            return section;
        }
        throw wrong("is not a section", "keys and values, as in {key: value}");
    }

    /** The keys of a section; any other is a mistake. */
    public Keys keys(List<String> known) {
        return new Keys(dialect, section(), path, known);
    }

    /** The keys of a section whose keys are names that the user chose. */
    public Keys names() {
        return keys(List.copyOf(section().entries().keySet()));
    }

    private Text scalar(String expected) {
        if (value == null) {
            throw wrong("missing", expected);
        }
        if (value instanceof Text text) {
            return text;
        }
        throw wrong(value instanceof Items ? "is a list" : "is a section", expected);
    }

    /** {@code one of a, b, c}. */
    public static String oneOf(List<String> names) {
        return names.size() == 1 ? names.get(0) : "one of " + String.join(", ", names);
    }
}
