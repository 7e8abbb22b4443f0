package io.meshlock.daemon.config;

import io.meshlock.Policy;
import io.meshlock.PoolConfig;
import io.meshlock.Recovery;
import io.meshlock.RecoveryPolicy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pools of a configuration: {@code docks: 5}, or {@code docks: {permits: 5, policy: fifo, lease: 30s}}. */
final class PoolSettings {

    private static final Duration LONGEST_LEASE = Duration.ofDays(365);

    private PoolSettings() {}

    /** The pools and one more, which was given as {@code name=permits}. */
    static Setting with(@Nullable Setting pools, Setting.Origin origin, String flag, String value) {
        Setting written = Setting.text(origin, flag, value);
        int equals = value.lastIndexOf('=');
        if (equals < 1) {
            throw written.wrong("'" + value + "' is no pool", "a name and a number of permits, as docks=5");
        }
        Keys entries = pools == null ? new Keys(Map.of()) : pools.keys();
        entries.put(value.substring(0, equals), Setting.text(origin, flag, value.substring(equals + 1)));
        return Setting.section(origin, "pools", entries.all());
    }

    static Map<String, PoolConfig> read(@Nullable Setting pools) {
        Map<String, PoolConfig> configs = new LinkedHashMap<>();
        if (pools != null) {
            pools.keys().all().forEach((name, setting) -> configs.put(name, pool(setting)));
        }
        return configs;
    }

    private static PoolConfig pool(Setting setting) {
        try {
            return setting.isSection() ? described(setting) : PoolConfig.permits(permits(setting));
        } catch (IllegalArgumentException e) {
            throw setting.wrong(String.valueOf(e.getMessage()), "settings that the algorithm can serve");
        }
    }

    private static int permits(Setting setting) {
        return (int) setting.number(1, Integer.MAX_VALUE);
    }

    private static PoolConfig described(Setting setting) {
        Keys keys = setting.keys();
        Setting permits = keys.get("permits");
        if (permits == null) {
            throw setting.wrong("has no permits", "permits, a whole number");
        }
        PoolConfig config = PoolConfig.permits(permits(permits));
        Setting policy = keys.get("policy");
        if (policy != null) {
            config = config.policy(policy.as(Policy::named, "priority, deadline, smallest-first or fifo"));
        }
        Setting algorithm = keys.get("algorithm");
        if (algorithm != null) {
            config = algorithm.as(config::algorithm, "a name that './meshlock algorithms' lists");
        }
        Setting aging = keys.get("aging");
        if (aging != null) {
            config = config.aging(aging.number(1, Integer.MAX_VALUE));
        }
        Setting options = keys.get("options");
        if (options != null) {
            for (var option : options.keys().all().entrySet()) {
                config = config.option(option.getKey(), option.getValue().number(Long.MIN_VALUE, Long.MAX_VALUE));
            }
        }
        Setting lease = keys.get("lease");
        if (lease != null) {
            config = config.lease(lease.duration(PoolConfig.SHORTEST_LEASE, LONGEST_LEASE));
        }
        Setting recovery = keys.get("recovery");
        if (recovery != null) {
            config = config.recovery(
                    Recovery.of(recovery.as(RecoveryPolicy::named, "off, majority, never or operator")));
        }
        keys.checkNothingIsLeft();
        return config;
    }
}
