package io.meshlock.laboratory.scenario;

import io.meshlock.yaml.Place;
import io.meshlock.yaml.Value.Section;
import java.util.List;

/**
 * One value of a scenario given by a flag instead of its file, such as {@code --set network.density=0.4}.
 *
 * @param flag as typed, for messages
 * @param path keys joined by dots
 * @param value as it would stand behind the key in a file; {@code none} takes the key away
 */
public record Setting(String flag, String path, String value) {

    private static final String EXAMPLE = "PATH=VALUE, such as network.density=0.4";

    /** Understands {@code PATH=VALUE}; throws {@link ScenarioException} if it is something else. */
    public static Setting parse(String flag, String assignment) {
        int equals = assignment.indexOf('=');
        if (equals < 0) {
            throw ScenarioException.of(flag + " " + assignment, "there is no '='", EXAMPLE);
        }
        Setting setting = new Setting(
                flag,
                assignment.substring(0, equals).trim(),
                assignment.substring(equals + 1).trim());
        if (setting.value.isEmpty()) {
            throw ScenarioException.of(setting.toString(), "there is no value", EXAMPLE);
        }
        for (String key : setting.path.split("\\.", -1)) {
            if (key.isBlank()) {
                throw ScenarioException.of(setting.toString(), "'" + setting.path + "' lacks a key", EXAMPLE);
            }
        }
        return setting;
    }

    /** The scenario with this value; whether that makes sense is seen when it is resolved. */
    public Section applyTo(Section scenario) {
        Place place = new Place(toString(), 0, scenario.place().file());
        return scenario.with(path, ScenarioReader.value(place, value));
    }

    /** The scenario with several values, the later ones over the earlier ones. */
    public static Section applyAll(List<Setting> settings, Section scenario) {
        Section changed = scenario;
        for (Setting setting : settings) {
            changed = setting.applyTo(changed);
        }
        return changed;
    }

    /** As typed. */
    @Override
    public String toString() {
        return flag + " " + path + "=" + value;
    }
}
