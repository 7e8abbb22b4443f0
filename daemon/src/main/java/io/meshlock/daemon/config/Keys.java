package io.meshlock.daemon.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The keys of a section. It remembers which it was asked for: what is left at the end is a mistake. */
final class Keys {

    private final Map<String, Setting> entries;
    private final Set<String> known = new TreeSet<>();

    Keys(Map<String, Setting> entries) {
        this.entries = new LinkedHashMap<>(entries);
    }

    @Nullable
    Setting get(String key) {
        known.add(key);
        return entries.get(key);
    }

    Map<String, Setting> all() {
        known.addAll(entries.keySet());
        return entries;
    }

    /** The same keys with one replaced or added. */
    void put(String key, Setting setting) {
        entries.put(key, setting);
    }

    /** Refuses keys that nobody asked for. */
    void checkNothingIsLeft() {
        entries.forEach((key, setting) -> {
            if (!known.contains(key)) {
                throw setting.wrong("is not known", "one of " + String.join(", ", known));
            }
        });
    }
}
