package io.meshlock.daemon.config;

import io.meshlock.daemon.time.Durations;
import io.meshlock.yaml.Dialect;
import io.meshlock.yaml.Field;
import io.meshlock.yaml.Place;
import io.meshlock.yaml.Value;
import io.meshlock.yaml.Value.Section;
import io.meshlock.yaml.Value.Text;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads durations and files of a configuration, and values given by flags. */
final class ConfigValues {

    static final Dialect DIALECT = new Dialect(
            "configuration", "keys such as name, keys, listen and pools", 8, 100_000, true, true, ConfigException::new);

    static final String A_VALUE = "a single value";

    private ConfigValues() {}

    /** A value that a flag gave. */
    static Text flagged(String flag, String value) {
        return new Text(place(flag), value, false);
    }

    static Place place(String flag) {
        return new Place(flag, 0, "");
    }

    /** A section with one key replaced or added, whose name may hold dots. */
    static Section with(Section section, String key, Value value) {
        Map<String, Value> entries = new LinkedHashMap<>(section.entries());
        entries.put(key, value);
        return new Section(section.place(), entries);
    }

    /** A file or folder; in a configuration file, relative to it. */
    static Path file(Field field) {
        Path file = field.place().beside(field.text(A_VALUE));
        return field.place().line() == 0 ? file : file.toAbsolutePath();
    }

    static Duration duration(Field field, Duration least, Duration most) {
        Duration duration = field.as(Durations::parse, Durations.EXPECTED);
        if (duration.compareTo(least) < 0 || duration.compareTo(most) > 0) {
            String wrong = field.text(A_VALUE) + " is out of range";
            throw field.wrong(wrong, Durations.text(least) + " to " + Durations.text(most));
        }
        return duration;
    }
}
