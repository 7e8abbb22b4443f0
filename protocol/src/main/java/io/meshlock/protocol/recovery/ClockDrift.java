package io.meshlock.protocol.recovery;

/**
 * Bounded clock drift: each clock runs up to {@code ppm} millionths too fast or too slow. So no clock shows more than q
 * times what another shows in the meantime, q = (1 + ρ) / (1 − ρ).
 *
 * @param ppm ρ in millionths
 */
record ClockDrift(long ppm) {

    private static final long MILLION = 1_000_000;

    /** The least time that another clock shows while this one shows {@code span}: span / q, rounded down. */
    long atLeast(long span) {
        return scale(span, MILLION - ppm, MILLION + ppm, 0);
    }

    /** The most time that another clock shows while this one shows {@code span}: span · q, rounded up. */
    long atMost(long span) {
        return scale(span, MILLION + ppm, MILLION - ppm, MILLION - ppm - 1);
    }

    /** Computes span · up / down without overflow as long as the result fits. */
    private static long scale(long span, long up, long down, long round) {
        if (span <= 0) {
            return 0;
        }
        return span / down * up + (span % down * up + round) / down;
    }
}
