package io.meshlock.laboratory.trace;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file and how to read it.
 *
 * @param granularity of {@code contacts} in the form {@code t i j}: how long such a contact lasts; null for
 *     {@code a b start end}
 * @param from the file's time at which the simulation begins; null for 0, or, for contacts, for the first one's
 *     beginning
 * @param nodes how many nodes there are to be; null for as many as the file names
 */
public record TraceSource(
        Path file,
        TraceFormat format,
        @Nullable Double granularity,
        @Nullable Double from,
        @Nullable Integer nodes) {

    public static TraceSource of(Path file, TraceFormat format) {
        return new TraceSource(file, format, null, null, null);
    }
}
