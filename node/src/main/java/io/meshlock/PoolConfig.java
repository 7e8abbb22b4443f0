package io.meshlock;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Option;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolBounds;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.recovery.RecoverySettings;
import io.meshlock.protocol.registry.Algorithms;
import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The settings of a pool. All nodes that share the pool must use the same. Immutable.
 *
 * <pre>{@code
 * PoolConfig docks = PoolConfig.permits(5);
 * PoolConfig lanes = PoolConfig.permits(2).policy(Policy.DEADLINE).lease(Duration.ofSeconds(30));
 * }</pre>
 *
 * @param permits the number of permits k, 1 to {@link #MAX_PERMITS}
 * @param policy the order of waiting requests
 * @param aging how many grants outweigh one step of priority
 * @param algorithm the name of the algorithm, as {@code ./meshlock algorithms} lists them
 * @param options the algorithm's options that differ from their defaults
 * @param hosts the nodes that share the pool; needed only by algorithms whose nodes send to all others, as {@code
 *     lookahead}
 * @param lease how long a grant lasts without renewal, in whole milliseconds; {@link Duration#ZERO}: until it is closed
 * @param recovery how the pool recovers from crashes and partitions; needs a lease, and an algorithm that supports it
 */
public record PoolConfig(
        int permits,
        Policy policy,
        long aging,
        String algorithm,
        SortedMap<String, Long> options,
        Hosts hosts,
        Duration lease,
        Recovery recovery) {

    /** The default algorithm. */
    public static final String DEFAULT_ALGORITHM = "prioritized";

    /** The most permits of a pool. */
    public static final int MAX_PERMITS = PoolBounds.MAX_PERMITS;

    /** The shortest lease: a busy machine could not renew shorter ones in time. */
    public static final Duration SHORTEST_LEASE = Duration.ofMillis(100);

    /** The lease of pools with recovery, unless another is given. */
    public static final Duration DEFAULT_LEASE = Duration.ofSeconds(10);

    private static final Duration LONGEST_LEASE = Duration.ofDays(365);

    /**
     * A range of node numbers, without gaps.
     *
     * @param first the smallest number
     * @param count how many there are
     */
    public record Hosts(int first, int count) {

        /** All nodes of the mesh, those that join later included. */
        public static final Hosts ANYBODY = new Hosts(0, 0);

        public Hosts {
            if (first < 0 || count < 0 || count > 100_000) {
                throw new IllegalArgumentException(
                        "hosts are 1 to 100000 nodes from a number on that is not negative, not " + count + " from "
                                + first + " on");
            }
        }

        @Override
        public String toString() {
            return first + " to " + (first + count - 1);
        }
    }

    public PoolConfig {
        options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
        Algorithm named = Algorithms.named(algorithm);
        named.check(Options.of(options));
        named.check(new PoolSettings(permits, io.meshlock.protocol.Policy.valueOf(policy.name()), aging));
        boolean inRange = lease.compareTo(SHORTEST_LEASE) >= 0 && lease.compareTo(LONGEST_LEASE) <= 0;
        if (!lease.isZero() && !inRange) {
            throw new IllegalArgumentException("a lease lasts between " + SHORTEST_LEASE.toMillis() + " ms and "
                    + LONGEST_LEASE.toDays() + " days, or is zero for none; not " + lease);
        }
        if (!lease.equals(Duration.ofMillis(lease.toMillis()))) {
            throw new IllegalArgumentException("a lease has whole milliseconds, not " + lease);
        }
        checkRecovery(named, options, lease, recovery);
        recovery = recovery.isOn() ? recovery.simplified(lease) : Recovery.OFF;
    }

    private static void checkRecovery(
            Algorithm algorithm, SortedMap<String, Long> options, Duration lease, Recovery recovery) {
        for (Option option : RecoverySettings.OPTIONS) {
            if (options.containsKey(option.name())) {
                throw new IllegalArgumentException(
                        "'" + option.name() + "' cannot be set as an option: use the recovery settings");
            }
        }
        if (!recovery.isOn()) {
            return;
        }
        if (!canRecover(algorithm)) {
            throw new IllegalArgumentException("algorithm '" + algorithm.name() + "' cannot recover: recovery is off");
        }
        recovery.check(lease);
    }

    private static boolean canRecover(Algorithm algorithm) {
        return algorithm.options().containsAll(RecoverySettings.OPTIONS);
    }

    /**
     * A pool of k permits with default settings: policy {@code priority}, recovery by a majority, leases of ten
     * seconds.
     */
    public static PoolConfig permits(int k) {
        return new PoolConfig(
                k,
                Policy.PRIORITY,
                PoolSettings.DEFAULT_AGING,
                DEFAULT_ALGORITHM,
                Collections.emptySortedMap(),
                Hosts.ANYBODY,
                DEFAULT_LEASE,
                Recovery.MAJORITY);
    }

    /** One permit: under load its holder hands it straight to the next one. */
    public static PoolConfig mutex() {
        return permits(1);
    }

    /** Sets the order of waiting requests. */
    public PoolConfig policy(Policy value) {
        return new PoolConfig(permits, value, aging, algorithm, options, hosts, lease, recovery);
    }

    /** Sets how many grants outweigh one step of priority. */
    public PoolConfig aging(long value) {
        return new PoolConfig(permits, policy, value, algorithm, options, hosts, lease, recovery);
    }

    /** Sets the algorithm. If it does not support recovery, recovery is turned off, and the default lease with it. */
    public PoolConfig algorithm(String value) {
        if (canRecover(Algorithms.named(value)) || !recovery.isOn()) {
            return new PoolConfig(permits, policy, aging, value, options, hosts, lease, recovery);
        }
        return recovery(Recovery.OFF).algorithm(value);
    }

    /** Sets one of the algorithm's options. Call {@link #algorithm(String)} first. */
    public PoolConfig option(String name, long value) {
        SortedMap<String, Long> more = new TreeMap<>(options);
        more.put(name, value);
        return new PoolConfig(permits, policy, aging, algorithm, more, hosts, lease, recovery);
    }

    /** Names the nodes that share the pool: those with the numbers {@code first} … {@code first + count - 1}. */
    public PoolConfig hosts(int first, int count) {
        return new PoolConfig(permits, policy, aging, algorithm, options, new Hosts(first, count), lease, recovery);
    }

    /** Sets how long a grant lasts without renewal. */
    public PoolConfig lease(Duration value) {
        return new PoolConfig(permits, policy, aging, algorithm, options, hosts, value, recovery);
    }

    /**
     * Sets how the pool recovers. The {@linkplain #DEFAULT_LEASE default lease} is added and removed together with
     * recovery; a lease that was set explicitly stays.
     */
    public PoolConfig recovery(Recovery value) {
        Duration usual = value.isOn() ? DEFAULT_LEASE : Duration.ZERO;
        boolean given = !lease.isZero() && !lease.equals(DEFAULT_LEASE);
        return new PoolConfig(permits, policy, aging, algorithm, options, hosts, given ? lease : usual, value);
    }

    /**
     * As {@code permits 5, policy priority, aging 100, algorithm prioritized}; default lease and recovery are left out.
     */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("permits ").append(permits);
        text.append(", policy ").append(policy.label()).append(", aging ").append(aging);
        text.append(", algorithm ").append(algorithm);
        if (!options.isEmpty()) {
            text.append(' ').append(options);
        }
        if (!hosts.equals(Hosts.ANYBODY)) {
            text.append(", hosts ").append(hosts);
        }
        boolean canRecover = canRecover(Algorithms.named(algorithm));
        if (!lease.equals(recovery.isOn() ? DEFAULT_LEASE : Duration.ZERO)) {
            text.append(", lease ").append(lease.toMillis()).append(" ms");
        }
        if (canRecover && !recovery.equals(Recovery.MAJORITY)) {
            text.append(", recovery ").append(recovery);
        }
        return text.toString();
    }
}
