package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.token.RecoverableAlgorithm;

/** The corrected prioritized algorithm, in two forms. Neither handles crashes: {@code recovery} wraps them. */
public final class Prioritized {

    private static final Guarantees GUARANTEES = new Guarantees(Guarantees.Tokens.ONE, true, true)
            .withHosts(Guarantees.Hosts.LEAVE)
            .withResizing()
            .withTries()
            .withAmendments();

    /** The product's default: the token stays where it is and sends grants. */
    public static final RecoverableAlgorithm ANCHORED = new RecoverableAlgorithm(
            "prioritized",
            "h out of k by priority; the token stays while demand is spread and sends grants",
            "[Jiang-P], [Jiang-C], corrected and anchored",
            GUARANTEES,
            Tuning.ANCHORED_OPTIONS,
            (setup, leaseCheck) -> new PrioritizedNode(setup, Tuning.anchored(setup), leaseCheck));

    /** The token visits every requester, as in the papers. */
    public static final RecoverableAlgorithm MOVING = new RecoverableAlgorithm(
            "prioritized-moving",
            "h out of k by priority; the token visits every requester",
            "[Jiang-P], [Jiang-C], corrected",
            GUARANTEES,
            Tuning.MOVING_OPTIONS,
            (setup, leaseCheck) -> new PrioritizedNode(setup, Tuning.moving(setup), leaseCheck));

    private Prioritized() {}
}
