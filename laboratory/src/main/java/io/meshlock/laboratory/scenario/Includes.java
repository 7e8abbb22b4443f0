package io.meshlock.laboratory.scenario;

import io.meshlock.yaml.Place;
import io.meshlock.yaml.Value;
import io.meshlock.yaml.Value.Section;
import io.meshlock.yaml.Value.Text;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Resolves includes of scenarios: {@code include: base.yaml} takes everything from another file except
 * its name and description, and what stands beside it replaces what came from there, key by key.
 */
final class Includes {

    static final String KEY = "include";

    private static final String EXPECTED = "the name of a scenario file, relative to this one";

    /** Keys that describe the file itself, and are not included. */
    private static final List<String> OWN = List.of(KEY, "name", "description");

    private Includes() {}

    static Section expand(Section scenario) {
        return expand(scenario, new LinkedHashSet<>());
    }

    /** @param above the files whose inclusion led here */
    private static Section expand(Section scenario, Set<Path> above) {
        Value include = scenario.get(KEY);
        if (include == null) {
            return scenario;
        }
        Place place = include.place();
        if (!(include instanceof Text text)) {
            throw ScenarioException.at(place, KEY, "is not the name of a file", EXPECTED);
        }
        Path file = place.beside(text.text());
        if (!Files.isRegularFile(file)) {
            throw ScenarioException.at(place, KEY, "'" + text.text() + "' does not exist", EXPECTED);
        }
        Set<Path> path = new LinkedHashSet<>(above);
        path.add(identity(Path.of(place.file())));
        if (path.contains(identity(file))) {
            throw ScenarioException.at(
                    place, KEY, "'" + text.text() + "' includes itself in the end", "files that do not go in a circle");
        }
        Section base = expand(ScenarioReader.written(file), path);
        return without(overlay(without(base, OWN), scenario), List.of(KEY));
    }

    private static Path identity(Path file) {
        return file.toAbsolutePath().normalize();
    }

    private static Section without(Section section, List<String> keys) {
        Map<String, Value> entries = new LinkedHashMap<>(section.entries());
        keys.forEach(entries::remove);
        return new Section(section.place(), entries);
    }

    private static Section overlay(Section base, Section over) {
        Map<String, Value> entries = new LinkedHashMap<>(base.entries());
        over.entries().forEach((key, value) -> {
            if (value instanceof Section section && base.get(key) instanceof Section below) {
                entries.put(key, overlay(below, section));
            } else {
                entries.put(key, value);
            }
        });
        return new Section(over.place(), entries);
    }
}
