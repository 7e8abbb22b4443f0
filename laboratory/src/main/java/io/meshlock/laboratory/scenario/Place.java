package io.meshlock.laboratory.scenario;

/**
 * Where a value was written.
 *
 * @param source the file as the user named it, or a flag such as {@code --set}
 * @param line counted from 1; 0 if the source has no lines
 */
public record Place(String source, int line) {

    /** As {@code FILE:LINE}, the form that editors and terminals turn into a link. */
    @Override
    public String toString() {
        return line == 0 ? source : source + ":" + line;
    }
}
