package io.meshlock.internal;

import io.meshlock.Policy;
import io.meshlock.PoolConfig;
import io.meshlock.link.wire.PoolTerms;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;

/** Converts a pool's settings between the public form and the form in which nodes exchange them. */
final class Terms {

    /** Settings that are not valid here may have 64 options with names of 200 characters, which nobody reads in a log. */
    private static final int LONGEST = 300;

    private Terms() {}

    static PoolTerms of(String name, PoolConfig config) {
        SortedMap<String, Long> options = new TreeMap<>(config.options());
        boolean recovers = config.recovery().isOn();
        if (recovers) {
            RecoveryOptions.put(options, config.recovery(), config.lease());
        }
        PoolSettings settings = new PoolSettings(
                config.permits(),
                io.meshlock.protocol.Policy.valueOf(config.policy().name()),
                config.aging());
        return new PoolTerms(
                name,
                config.algorithm(),
                settings,
                Options.of(options),
                recovers ? 0 : config.lease().toMillis(),
                new PoolTerms.Hosts(config.hosts().first(), config.hosts().count()));
    }

    /** @throws IllegalArgumentException if there is no such algorithm here, or the settings do not suit it */
    static PoolConfig config(PoolTerms terms) {
        SortedMap<String, Long> options = new TreeMap<>(terms.options().given());
        RecoveryOptions.Taken taken = RecoveryOptions.take(options);
        if (taken.recovery().isOn() && terms.leaseMillis() != 0) {
            throw new IllegalArgumentException("a pool with recovery has one lease, not two");
        }
        PoolSettings settings = terms.settings();
        return new PoolConfig(
                settings.permits(),
                Policy.valueOf(settings.policy().name()),
                settings.aging(),
                terms.algorithm(),
                options,
                new PoolConfig.Hosts(terms.hosts().first(), terms.hosts().count()),
                taken.recovery().isOn() ? taken.lease() : Duration.ofMillis(terms.leaseMillis()),
                taken.recovery());
    }

    /** The same settings with another number of permits. */
    static PoolConfig resized(PoolConfig config, int permits) {
        return permits == config.permits()
                ? config
                : new PoolConfig(
                        permits,
                        config.policy(),
                        config.aging(),
                        config.algorithm(),
                        config.options(),
                        config.hosts(),
                        config.lease(),
                        config.recovery());
    }

    /** A neighbour's settings for error messages, even if they are not valid here. */
    static String describe(PoolTerms terms) {
        try {
            return config(terms).toString();
        } catch (IllegalArgumentException e) {
            String text = terms.settings() + ", algorithm " + terms.algorithm() + " " + terms.options();
            return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
        }
    }
}
