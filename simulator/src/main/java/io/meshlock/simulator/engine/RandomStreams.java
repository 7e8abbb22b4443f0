package io.meshlock.simulator.engine;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.core.source64.SplitMix64;
import org.apache.commons.rng.core.source64.XoShiRo256PlusPlus;

/**
 * Independent streams of random numbers, one per concern, all from one seed: the network behaves the same however often
 * the workload draws.
 */
public final class RandomStreams {

    /** Step of SplitMix64: the golden ratio, so that neighbouring seeds end far apart. */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final long seed;

    public RandomStreams(long seed) {
        this.seed = seed;
    }

    /**
     * The concerns that have a stream of their own. Streams are derived from these names: renaming one changes every
     * run.
     */
    public enum Concern {
        TOPOLOGY,
        CHURN,
        PARTITION,
        DELAY,
        WORKLOAD,
        MOBILITY,
        LOSS,
        CHANNEL,
        HOSTS,
        CLOCKS,
        MACHINES,
        DATAGRAMS,
        TWINS
    }

    /** The generator of a concern, at its beginning. */
    public UniformRandomProvider of(Concern concern) {
        long state = seedOf(concern);
        long[] words = new long[4];
        for (int i = 0; i < words.length; i++) {
            state += GOLDEN;
            words[i] = mix(state);
        }
        return new XoShiRo256PlusPlus(words);
    }

    /** A seed for generators that a concern makes itself, one per client say. */
    public long seedOf(Concern concern) {
        return mix(mix(seed + GOLDEN) + concern.name().hashCode());
    }

    /** A seed for one of many members of a concern; those of neighbouring members end far apart. */
    public static long memberSeed(long seed, int member) {
        return mix(seed ^ mix(nextState(member)));
    }

    /** The generator of one of many members of a concern, at its beginning. */
    public static UniformRandomProvider member(long seed, int member) {
        return new SplitMix64(memberSeed(seed, member));
    }

    /** An exponential span of this mean, in ticks; at least one, so that time passes. */
    public static long exponentialTicks(long mean, UniformRandomProvider random) {
        return Math.max(1, Math.round(-mean * StrictMath.log(1 - random.nextDouble())));
    }

    /** The next state of a SplitMix64 generator; {@link #mix} turns it into a number. */
    public static long nextState(long state) {
        return state + GOLDEN;
    }

    /** The output function of SplitMix64: spreads every bit of its argument over all bits of the result. */
    public static long mix(long state) {
        long z = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
