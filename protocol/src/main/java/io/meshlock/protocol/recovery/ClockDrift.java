package io.meshlock.protocol.recovery;

/**
 * How far clocks run apart: each up to {@code ppm} millionths too fast or too slow, so that no clock shows more than q times
 * what another shows in the meantime, q = (1 + ρ) / (1 − ρ).
 *
 * @param ppm ρ in millionths
 */
record ClockDrift(long ppm) {

    private static final long MILLION = 1_000_000;

    /** What another clock shows at least while this one shows {@code span}: span / q, rounded down. */
    long atLeast(long span) {
        return scale(span, MILLION - ppm, MILLION + ppm, 0);
    }

    /** What another clock shows at most while this one shows {@code span}: span · q, rounded up. */
    long atMost(long span) {
        return scale(span, MILLION + ppm, MILLION - ppm, MILLION - ppm - 1);
    }

    /** Without overflow as long as the result fits. */
    private static long scale(long span, long up, long down, long round) {
        if (span <= 0) {
            return 0;
        }
        return span / down * up + (span % down * up + round) / down;
    }
}
