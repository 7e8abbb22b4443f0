package io.meshlock.protocol.prioritized.printed;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Option;
import java.util.List;

/** The prioritized h-out-of-k algorithm of [Jiang-P] for study: as printed, and with the fewest repairs. */
public final class Printed {

    /** Reliable links, and grants that each node numbers for itself. */
    private static final Guarantees GUARANTEES = new Guarantees(Guarantees.Tokens.ONE, false, false);

    private static final String EPSILON = "epsilon-percent";

    private static final Option EPSILON_PRINTED = epsilon(10);

    /** Off, because aging is one of the flaws; it can be turned on again to watch that flaw alone. */
    private static final Option EPSILON_REPAIRED = epsilon(0);

    /** The appendix, line by line, under the readings listed in the package documentation. Loses requests. */
    public static final Algorithm AS_PRINTED = new Algorithm(
            "prioritized-as-printed",
            "one moving token, exactly as the paper has it; for study: it loses requests",
            "[Jiang-P], appendix, as printed",
            GUARANTEES,
            List.of(EPSILON_PRINTED),
            setup -> new PrintedProtocol(setup, false, setup.options().get(EPSILON_PRINTED)));

    /** The same code with the five repairs listed in the package documentation. */
    public static final Algorithm MINIMAL_REPAIR = new Algorithm(
            "prioritized-minimal-repair",
            "one moving token, the paper's code with five small repairs; for comparison",
            "[Jiang-P], appendix, minimally repaired",
            GUARANTEES,
            List.of(EPSILON_REPAIRED),
            setup -> new PrintedProtocol(setup, true, setup.options().get(EPSILON_REPAIRED)));

    private Printed() {}

    private static Option epsilon(long defaultValue) {
        return new Option(
                EPSILON,
                defaultValue,
                0,
                1_000_000,
                "aging: what each call of aging(Q) adds to every queued priority, in hundredths of a priority step");
    }
}
