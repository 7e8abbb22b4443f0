package io.meshlock.daemon.config;

import io.meshlock.daemon.time.Durations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * One value of a configuration, with the place where it was written: a line of a file, or a flag. It is understood when it is
 * asked for.
 */
final class Setting {

    private final Origin origin;
    private final String path;

    /** A String, a List of settings, or a Map from names to settings. */
    private final Object value;

    /**
     * Where a value comes from.
     *
     * @param place as {@code node.yaml:3: }, or nothing if the path says it all
     * @param folder that of the file: what paths in it begin with
     */
    record Origin(String place, Path folder) {}

    private Setting(Origin origin, String path, Object value) {
        this.origin = origin;
        this.path = path;
        this.value = value;
    }

    static Setting text(Origin origin, String path, String value) {
        return new Setting(origin, path, value);
    }

    static Setting items(Origin origin, String path, List<Setting> values) {
        return new Setting(origin, path, List.copyOf(values));
    }

    static Setting section(Origin origin, String path, Map<String, Setting> entries) {
        return new Setting(origin, path, new LinkedHashMap<>(entries));
    }

    ConfigException wrong(String what, String expected) {
        return new ConfigException(origin.place() + path + ": " + what + "; expected " + expected);
    }

    /** Understands the value; what {@code reader} complains about is told with its place. */
    <T> T as(Function<String, T> reader, String expected) {
        String text = text();
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw new ConfigException(origin.place() + path + ": " + message
                    + (message.contains("expected") ? "" : "; expected " + expected));
        }
    }

    String text() {
        if (value instanceof String text) {
            return text;
        }
        throw wrong(value instanceof List ? "is a list" : "is a section", "a single value");
    }

    boolean flag() {
        return switch (text()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong("'" + text() + "' is neither", "true or false");
        };
    }

    long number(long least, long most) {
        String expected = "a whole number from " + least + " to " + most;
        long number;
        try {
            number = Long.parseLong(text());
        } catch (NumberFormatException e) {
            throw wrong("'" + text() + "' is no whole number", expected);
        }
        if (number < least || number > most) {
            throw wrong(number + " is out of range", expected);
        }
        return number;
    }

    Duration duration(Duration least, Duration most) {
        Duration duration = as(Durations::parse, Durations.EXPECTED);
        if (duration.compareTo(least) < 0 || duration.compareTo(most) > 0) {
            throw wrong(text() + " is out of range", Durations.text(least) + " to " + Durations.text(most));
        }
        return duration;
    }

    /** A file or folder; in a configuration file, relative to it. */
    Path file() {
        return origin.folder().resolve(text());
    }

    /** A list, or a single value as a list of one. */
    List<Setting> items() {
        if (value instanceof List<?> list) {
            return list.stream().map(Setting.class::cast).toList();
        }
        return List.of(this);
    }

    boolean isSection() {
        return value instanceof Map;
    }

    /** The keys of a section. */
    Keys keys() {
        if (!(value instanceof Map<?, ?> map)) {
            throw wrong(value instanceof List ? "is a list" : "is a single value", "a section with keys");
        }
        Map<String, Setting> entries = new LinkedHashMap<>();
        map.forEach((key, setting) -> entries.put((String) key, (Setting) setting));
        return new Keys(entries);
    }
}
