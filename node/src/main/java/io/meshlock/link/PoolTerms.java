package io.meshlock.link;

import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;

/**
 * What nodes must agree on to share a pool. Nodes tell each other when a link comes up.
 *
 * @param name the pool's name, 1 to {@link #MAX_NAME} characters
 * @param algorithm the algorithm's name in {@link io.meshlock.protocol.Algorithms}
 * @param settings permits, policy, aging
 * @param options the algorithm's options, as given
 */
public record PoolTerms(String name, String algorithm, PoolSettings settings, Options options) {

    /** Longest name of a pool, an algorithm or an option. */
    public static final int MAX_NAME = 200;

    public PoolTerms {
        if (name.isEmpty() || name.length() > MAX_NAME) {
            throw new IllegalArgumentException(
                    "a pool's name has 1 to " + MAX_NAME + " characters, not " + name.length());
        }
    }

    /** Terms with the algorithm's default options. */
    public static PoolTerms of(String name, String algorithm, PoolSettings settings) {
        return new PoolTerms(name, algorithm, settings, Options.DEFAULTS);
    }
}
