package io.meshlock.protocol.prioritized.printed;

import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSettings;
import java.math.BigDecimal;

/**
 * The paper's priorities as whole numbers of hundredths of a step, so that adding ε again and again stays exact and two
 * requests never change places by rounding.
 */
final class Priorities {

    private static final long HUNDREDTHS = 100;

    /**
     * Deadlines beyond this count as equally late: this leaves room for scaling and for more aging than any run needs.
     */
    private static final long LATEST = Long.MAX_VALUE / (4 * HUNDREDTHS);

    private Priorities() {}

    /** The priority with which a request enters the algorithm; larger is served first. */
    static long of(PoolSettings pool, PermitRequest request) {
        long steps = switch (pool.policy()) {
            case PRIORITY -> request.priority();
            case FIFO -> 0;
            case SMALLEST_FIRST -> -request.permits();
            case DEADLINE -> -Math.max(-LATEST, Math.min(LATEST, request.deadline()));
        };
        return steps * HUNDREDTHS;
    }

    /** For people: in steps. */
    static String show(long hundredths) {
        BigDecimal steps = BigDecimal.valueOf(hundredths, 2);
        return hundredths % HUNDREDTHS == 0 ? Long.toString(hundredths / HUNDREDTHS) : steps.toPlainString();
    }
}
