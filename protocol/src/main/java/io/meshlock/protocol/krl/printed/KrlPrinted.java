package io.meshlock.protocol.krl.printed;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees;
import java.util.List;

/** KRL and KRLF as printed, for study. */
public final class KrlPrinted {

    private static final Guarantees GUARANTEES = new Guarantees(Guarantees.Tokens.ONE_PER_PERMIT, false, false)
            .withCapacity(Guarantees.Capacity.ONE_PER_REQUEST);

    /** The appendix, line by line, under the readings listed in the package documentation. */
    public static final Algorithm KRL = new Algorithm(
            "krl-as-printed",
            "k tokens, exactly as the paper has them; for study: requests starve and tokens are stranded",
            "[KRL], appendix, as printed",
            GUARANTEES,
            List.of(),
            setup -> new PrintedProtocol(setup, false));

    /** The same with token forwarding. */
    public static final Algorithm KRLF = new Algorithm(
            "krlf-as-printed",
            "k tokens that are forwarded when idle, exactly as the paper has them; for study: never silent",
            "[KRL], appendix with token forwarding, as printed",
            GUARANTEES,
            List.of(),
            setup -> new PrintedProtocol(setup, true));

    private KrlPrinted() {}
}
