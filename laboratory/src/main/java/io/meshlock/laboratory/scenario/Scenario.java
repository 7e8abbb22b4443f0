package io.meshlock.laboratory.scenario;

import io.meshlock.simulator.WorldSpec;
import io.meshlock.yaml.Value;
import io.meshlock.yaml.Value.Section;
import java.util.List;
import java.util.Map;

/** A scenario that can be run: understood, checked, every default filled in. Immutable. */
public final class Scenario {

    private final Section source;
    private final String name;
    private final String description;
    private final WorldSpec spec;
    private final Map<String, Object> resolved;

    Scenario(Section source, String name, String description, WorldSpec spec, Map<String, Object> resolved) {
        this.source = source;
        this.name = name;
        this.description = description;
        this.spec = spec;
        this.resolved = resolved;
    }

    /** Understands what was written; throws {@link ScenarioException} at the first mistake. */
    public static Scenario resolve(Section source) {
        return ScenarioResolver.resolve(source);
    }

    /** The same scenario with some settings changed. They are checked together, since one may need the other. */
    public Scenario with(List<Setting> settings) {
        return resolve(Setting.applyAll(settings, source));
    }

    public String name() {
        return name;
    }

    public String description() {
        return description;
    }

    public WorldSpec spec() {
        return spec;
    }

    /**
     * All settings with their defaults, in a fixed order, as maps, lists, texts, numbers and booleans. Written as JSON
     * (or YAML) and read again, they give the same scenario.
     */
    public Map<String, Object> resolved() {
        return resolved;
    }

    /** What was written, with its places. */
    public Section source() {
        return source;
    }

    /** An error about a setting that turned out to be impossible only when the world was made. */
    public ScenarioException impossible(String path, String what, String expected) {
        Value at = source;
        for (String key : path.split("\\.", -1)) {
            Value inner = at instanceof Section section ? section.get(key) : null;
            at = inner == null ? at : inner;
        }
        return ScenarioException.at(at.place(), path, what, expected);
    }
}
