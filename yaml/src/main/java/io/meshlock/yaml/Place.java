package io.meshlock.yaml;

import java.io.Serializable;
import java.nio.file.Path;

/**
 * Where a value was written.
 *
 * @param source the file as the user named it, or a flag with its value, such as {@code --set nodes=30}
 * @param line counted from 1; 0 if the source has no lines
 * @param file what relative names in the value are relative to: the file itself, or the one that a flag changes
 */
public record Place(String source, int line, String file) implements Serializable {

    /** In a file. */
    public Place(String file, int line) {
        this(file, line, file);
    }

    /** A file that is named relative to this place. */
    public Path beside(String name) {
        return Path.of(file).resolveSibling(name);
    }

    /** As {@code FILE:LINE}, the form that editors and terminals turn into a link. */
    @Override
    public String toString() {
        return line == 0 ? source : source + ":" + line;
    }
}
