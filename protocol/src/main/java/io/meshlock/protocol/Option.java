package io.meshlock.protocol;

/**
 * A number that tunes an algorithm; switches are 0 or 1.
 *
 * @param name as written in scenarios and configuration
 * @param defaultValue the value unless one is given
 * @param min smallest allowed value
 * @param max largest allowed value
 * @param meaning one line for people
 */
public record Option(String name, long defaultValue, long min, long max, String meaning) {

    /** An option that is 0 (off) or 1 (on). */
    public static Option toggle(String name, boolean on, String meaning) {
        return new Option(name, on ? 1 : 0, 0, 1, meaning);
    }
}
