package io.meshlock.protocol;

/**
 * What an algorithm claims beyond never granting more than k; checkers hold it to its word.
 *
 * @param tokens how many tokens the pool has at all times
 * @param fencing grants are numbered over the whole pool, each decision is reported, and the numbers rise
 * @param survivesLossyLinks it survives links that die with messages in flight
 */
public record Promises(Tokens tokens, boolean fencing, boolean survivesLossyLinks) {

    /** The number of tokens, which no run may change. */
    public enum Tokens {
        NONE,
        ONE,
        ONE_PER_PERMIT;

        public int of(int permits) {
            return switch (this) {
                case NONE -> 0;
                case ONE -> 1;
                case ONE_PER_PERMIT -> permits;
            };
        }
    }
}
