package io.meshlock.internal;

import io.meshlock.PoolConfig;
import io.meshlock.link.PoolTerms;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A pool's settings as nodes tell each other. Hosts, and a lease without recovery, travel among the options, under names that
 * no algorithm's option can have.
 */
final class Terms {

    private static final String LEASE = "lease millis";
    private static final String FIRST_HOST = "first host";
    private static final String HOST_COUNT = "host count";

    private Terms() {}

    static PoolTerms of(String name, PoolConfig config) {
        SortedMap<String, Long> options = new TreeMap<>(config.options());
        if (config.recovery().isOn()) {
            RecoveryOptions.put(options, config.recovery(), config.lease());
        } else if (!config.lease().isZero()) {
            options.put(LEASE, config.lease().toMillis());
        }
        if (!config.hosts().equals(PoolConfig.Hosts.ANYBODY)) {
            options.put(FIRST_HOST, (long) config.hosts().first());
            options.put(HOST_COUNT, (long) config.hosts().count());
        }
        PoolSettings settings = new PoolSettings(config.permits(), config.policy(), config.aging());
        return new PoolTerms(name, config.algorithm(), settings, Options.of(options));
    }

    /** The options that the pool's algorithm knows. */
    static Options algorithmOptions(PoolTerms terms) {
        SortedMap<String, Long> options = new TreeMap<>(terms.options().given());
        options.keySet().removeAll(List.of(LEASE, FIRST_HOST, HOST_COUNT));
        return Options.of(options);
    }

    /** @throws IllegalArgumentException if there is no such algorithm here, or the settings do not suit it */
    static PoolConfig config(PoolTerms terms) {
        SortedMap<String, Long> options = new TreeMap<>(terms.options().given());
        RecoveryOptions.Taken taken = RecoveryOptions.take(options);
        Long lease = options.remove(LEASE);
        PoolConfig.Hosts hosts = new PoolConfig.Hosts(take(options, FIRST_HOST), take(options, HOST_COUNT));
        PoolSettings settings = terms.settings();
        return new PoolConfig(
                settings.permits(),
                settings.policy(),
                settings.aging(),
                terms.algorithm(),
                options,
                hosts,
                lease == null ? taken.lease() : Duration.ofMillis(lease),
                taken.recovery());
    }

    private static int take(SortedMap<String, Long> options, String name) {
        Long value = options.remove(name);
        return value == null ? 0 : (int) Math.max(-1, Math.min(value, Integer.MAX_VALUE));
    }

    /** What a neighbour has, in words, even if it makes no sense here. */
    static String describe(PoolTerms terms) {
        try {
            return config(terms).toString();
        } catch (IllegalArgumentException e) {
            return terms.settings() + ", algorithm " + terms.algorithm() + " " + terms.options();
        }
    }
}
