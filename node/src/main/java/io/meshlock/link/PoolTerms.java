package io.meshlock.link;

import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.Promises;
import io.meshlock.protocol.registry.Algorithms;

/**
 * What nodes must agree on to share a pool. Nodes tell each other when a link comes up.
 *
 * @param name the pool's name, 1 to {@link #MAX_NAME} characters
 * @param algorithm the algorithm's name in {@link io.meshlock.protocol.registry.Algorithms}
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

    /** A number that differs for different terms, but for one chance in 2^64, and is the same at every node. */
    public long fingerprint() {
        long hash = 0xCBF29CE484222325L; // FNV-1a
        String all = String.join("\n", name, algorithm, settings.toString(), options.toString());
        for (int i = 0; i < all.length(); i++) {
            hash = (hash ^ all.charAt(i)) * 0x100000001B3L;
        }
        return hash;
    }

    /** True if the pool's nodes write to anybody: something has to carry their messages over several links. */
    public boolean isRouted() {
        return Algorithms.named(algorithm).promises().reach() == Promises.Reach.ANYBODY;
    }

    /** Terms with the algorithm's default options. */
    public static PoolTerms of(String name, String algorithm, PoolSettings settings) {
        return new PoolTerms(name, algorithm, settings, Options.DEFAULTS);
    }
}
