package io.meshlock.daemon.config;

import io.meshlock.Policy;
import io.meshlock.PoolConfig;
import io.meshlock.Recovery;
import io.meshlock.RecoveryPolicy;
import io.meshlock.yaml.Field;
import io.meshlock.yaml.Keys;
import io.meshlock.yaml.Numbers.Bounds;
import io.meshlock.yaml.Value.Section;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The pools of a configuration: {@code docks: 5}, or {@code docks: {permits: 5, policy: fifo, lease: 30s}}. */
final class PoolSettings {

    private static final List<String> KEYS =
            List.of("permits", "policy", "algorithm", "aging", "options", "lease", "recovery");

    /** Bounds of any option; the algorithm checks its own range. */
    private static final Bounds OPTIONS = Bounds.between(-999_999_999_999_999.0, 999_999_999_999_999.0);

    private static final Duration LONGEST_LEASE = Duration.ofDays(365);

    private PoolSettings() {}

    /** The pools and one more, which was given as {@code name=permits}. */
    static Section with(Field pools, String flag, String value) {
        int equals = value.lastIndexOf('=');
        if (equals < 1) {
            throw new Field(ConfigValues.DIALECT, ConfigValues.place(flag), flag, null)
                    .wrong("'" + value + "' is no pool", "a name and a number of permits, as docks=5");
        }
        Section entries = pools.isGiven() ? pools.section() : new Section(ConfigValues.place(flag), Map.of());
        String permits = value.substring(equals + 1);
        return ConfigValues.with(entries, value.substring(0, equals), ConfigValues.flagged(flag, permits));
    }

    static Map<String, PoolConfig> read(Field pools) {
        Map<String, PoolConfig> configs = new LinkedHashMap<>();
        if (pools.isGiven()) {
            Keys names = pools.names();
            names.given().forEach(name -> configs.put(name, pool(names.get(name))));
        }
        return configs;
    }

    private static PoolConfig pool(Field pool) {
        try {
            return pool.isSection() ? described(pool.keys(KEYS)) : PoolConfig.permits(permits(pool));
        } catch (IllegalArgumentException e) {
            throw pool.wrong(String.valueOf(e.getMessage()), "settings that the algorithm can serve");
        }
    }

    private static int permits(Field field) {
        return (int) field.whole(Bounds.between(1, PoolConfig.MAX_PERMITS));
    }

    private static PoolConfig described(Keys keys) {
        PoolConfig config = PoolConfig.permits(permits(keys.get("permits")));
        Field policy = keys.get("policy");
        if (policy.isGiven()) {
            config = config.policy(policy.as(Policy::named, "priority, deadline, smallest-first or fifo"));
        }
        Field algorithm = keys.get("algorithm");
        if (algorithm.isGiven()) {
            config = algorithm.as(config::algorithm, "a name that './meshlock algorithms' lists");
        }
        Field aging = keys.get("aging");
        if (aging.isGiven()) {
            config = config.aging(aging.whole(Bounds.between(1, Integer.MAX_VALUE)));
        }
        Field options = keys.get("options");
        if (options.isGiven()) {
            Keys names = options.names();
            for (String name : names.given()) {
                config = config.option(name, names.get(name).whole(OPTIONS));
            }
        }
        Field lease = keys.get("lease");
        if (lease.isGiven()) {
            config = config.lease(ConfigValues.duration(lease, PoolConfig.SHORTEST_LEASE, LONGEST_LEASE));
        }
        Field recovery = keys.get("recovery");
        if (recovery.isGiven()) {
            config = config.recovery(
                    Recovery.of(recovery.as(RecoveryPolicy::named, "off, majority, never or operator")));
        }
        return config;
    }
}
