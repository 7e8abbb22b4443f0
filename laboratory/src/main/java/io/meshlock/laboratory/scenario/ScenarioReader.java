package io.meshlock.laboratory.scenario;

import io.meshlock.yaml.Dialect;
import io.meshlock.yaml.Place;
import io.meshlock.yaml.Value;
import io.meshlock.yaml.Value.Section;
import io.meshlock.yaml.YamlReader;
import java.nio.file.Path;

/** Reads scenario files. */
public final class ScenarioReader {

    static final Dialect DIALECT = new Dialect(
            "scenario",
            "keys such as nodes, permits, duration, network and workload",
            16,
            1_000_000,
            false,
            false,
            ScenarioException::new);

    private static final YamlReader READER = new YamlReader(DIALECT);

    private ScenarioReader() {}

    /** Reads and resolves a scenario file. */
    public static Scenario read(Path file) {
        return Scenario.resolve(tree(file));
    }

    /** Reads a scenario file, and those that it includes, without interpreting keys. */
    public static Section tree(Path file) {
        return Includes.expand(written(file));
    }

    /** Parses a scenario's text; {@code source} stands for it in messages, and relative files are relative to it. */
    public static Section tree(String source, String yaml) {
        return Includes.expand(READER.read(source, yaml));
    }

    /** One file alone. */
    static Section written(Path file) {
        return READER.read(file);
    }

    /** Parses one value as it would stand behind a key; {@code origin} is the flag that it came from. */
    static Value value(Place origin, String yaml) {
        return READER.value(origin, yaml);
    }

    static String text(Path file) {
        return READER.text(file);
    }
}
