package io.meshlock.benchmark;

/**
 * Messages that wander about a mesh: each is delivered one time unit after it was sent, and goes on at once to a uniformly
 * random neighbour of where it is. Every node starts the same number of them.
 */
interface Wanderers {

    /** Lets time pass; returns how many messages were delivered meanwhile. */
    long run(int units);

    /** The next state of a node's random generator: SplitMix64, the same for all engines. */
    static long roll(long state) {
        return state + 0x9E3779B97F4A7C15L;
    }

    /** A random number: uniform in 0 … bound − 1, but for a bias of less than bound / 2³². */
    static int below(int bound, long state) {
        long z = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return (int) (((z >>> Integer.SIZE) * bound) >>> Integer.SIZE);
    }
}
