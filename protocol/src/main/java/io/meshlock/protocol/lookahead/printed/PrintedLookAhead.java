package io.meshlock.protocol.lookahead.printed;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Option;
import java.util.List;

/** The look-ahead algorithm of [Wu] as printed, for study. */
public final class PrintedLookAhead {

    static final Option RETRY = new Option(
            "retry", 50_000_000, 1, 1L << 40, "ticks, a million to the time unit, before a request is sent again");
    static final Option MATRIX_SEED =
            new Option("matrix-seed", 1, 0, Integer.MAX_VALUE, "stands for the random matrix of the initialisation");
    static final Option INSIDE_DEFERS = Option.toggle(
            "inside-defers", true, "1: a host inside defers every request, as the proof says; 0: as Figure 2 says");
    static final Option TIES =
            Option.toggle("ties", true, "1: of equal timestamps the smaller host goes first; 0: print says nothing");
    static final Option LOGICAL_CLOCK =
            Option.toggle("logical-clock", false, "1: Lamport's timestamps instead of the current time");

    /** Figure 2 and its prose, under the readings listed in the package documentation. Unsafe. */
    public static final Algorithm AS_PRINTED = new Algorithm(
            "lookahead-as-printed",
            "permissions remembered, exactly as the paper has it; for study: it lets two hosts in",
            "[Wu], Figures 1 and 2, as printed",
            new Guarantees(Guarantees.Tokens.NONE, false, true)
                    .withCapacity(Guarantees.Capacity.ONE)
                    .withReach(Guarantees.Reach.ANYBODY)
                    .withHosts(Guarantees.Hosts.COME_AND_GO),
            List.of(RETRY, MATRIX_SEED, INSIDE_DEFERS, TIES, LOGICAL_CLOCK),
            PrintedHost::new);

    private PrintedLookAhead() {}
}
