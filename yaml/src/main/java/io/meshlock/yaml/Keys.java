package io.meshlock.yaml;

import io.meshlock.yaml.Value.Section;
import java.util.List;

/** The keys of a section. */
public final class Keys {

    private final Dialect dialect;
    private final Section section;
    private final String path;

    /**
     * Refuses keys that mean nothing here.
     *
     * @param path of the section, empty for the root
     * @param known keys that may stand here
     */
    public Keys(Dialect dialect, Section section, String path, List<String> known) {
        this.dialect = dialect;
        this.section = section;
        this.path = path;
        for (String key : section.entries().keySet()) {
            if (!known.contains(key)) {
                throw get(key).wrong("unknown key" + Spelling.hint(key, known), Field.oneOf(known));
            }
        }
    }

    /** The value of a key, given or not. */
    public Field get(String key) {
        Value value = section.get(key);
        return new Field(dialect, value == null ? section.place() : value.place(), path(key), value);
    }

    /** The key as if it were not given, though its place is blamed. */
    public Field absent(String key) {
        return new Field(dialect, get(key).place(), path(key), null);
    }

    /** The keys that are given, in the order of the file. */
    public List<String> given() {
        return List.copyOf(section.entries().keySet());
    }

    public String path(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
