package io.meshlock.yaml;

import java.util.function.Function;

/**
 * A kind of file.
 *
 * @param name what it is, for messages: {@code scenario}
 * @param example what such a file holds, for messages about files that hold something else
 * @param maxDepth deeper than any such file; stops aliases that contain themselves
 * @param maxValues more than any such file has; stops aliases of aliases of aliases
 * @param mayBeEmpty whether a file without keys is one without settings, and not a mistake
 * @param quotedNumbers whether a number in quotes is still a number, and not a text
 * @param exception what a mistake in such a file becomes
 */
public record Dialect(
        String name,
        String example,
        int maxDepth,
        int maxValues,
        boolean mayBeEmpty,
        boolean quotedNumbers,
        Function<Mistake, ? extends RuntimeException> exception) {

    RuntimeException wrong(Place place, String key, String wrong, String expected) {
        return exception.apply(new Mistake(place, key, wrong, expected));
    }
}
