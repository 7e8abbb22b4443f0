package io.meshlock.protocol.lookahead;

import io.meshlock.protocol.Option;
import io.meshlock.protocol.Options;
import java.util.List;

/**
 * The parameters that the paper leaves open.
 *
 * @param retry how long a host waits for an answer before it writes again, for the first time
 * @param retryLimit each further wait is twice as long, up to this
 */
record Tuning(long retry, long retryLimit) {

    private static final Option RETRY = new Option(
            "retry",
            50_000_000,
            1,
            1L << 40,
            "ticks, a million to the time unit, before what got no answer is sent again");
    private static final Option RETRY_LIMIT = new Option(
            "retry-limit", 800_000_000, 1, 1L << 40, "ticks that this wait, doubled every time, grows to at most");
    static final Option MATRIX_SEED = new Option(
            "matrix-seed",
            1,
            0,
            Integer.MAX_VALUE,
            "stands for the random matrix that says who has which fork at first");

    static final List<Option> OPTIONS = List.of(RETRY, RETRY_LIMIT, MATRIX_SEED);

    /** Beyond this many doublings a shift would overflow. */
    private static final int MOST_DOUBLINGS = 20;

    static Tuning of(Options options) {
        return new Tuning(options.get(RETRY), options.get(RETRY_LIMIT));
    }

    /** The wait after so many attempts. */
    long delay(int attempts) {
        return Math.max(retry, Math.min(retryLimit, retry << Math.min(attempts, MOST_DOUBLINGS)));
    }

    /** True if a further attempt would wait longer. */
    boolean growsAfter(int attempts) {
        return delay(attempts) < delay(attempts + 1);
    }
}
