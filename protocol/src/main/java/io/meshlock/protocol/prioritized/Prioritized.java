package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Promises;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.recovery.Gate;
import io.meshlock.protocol.recovery.RecoveringNode;
import io.meshlock.protocol.recovery.Settings;

/** The corrected prioritized algorithm, in two forms. */
public final class Prioritized {

    private static final Promises PROMISES = new Promises(Promises.Tokens.ONE, true, true)
            .withHosts(Promises.Hosts.LEAVE)
            .withResizing();

    /** The product's default: the token stays where it is and sends grants. */
    public static final Algorithm ANCHORED = new Algorithm(
            "prioritized",
            "h out of k by priority; the token stays while demand is spread and sends grants",
            "[Jiang-P], [Jiang-C], corrected and anchored",
            PROMISES,
            Tuning.ANCHORED_OPTIONS,
            setup -> node(setup, Tuning.anchored(setup)));

    /** The token visits every requester, as in the papers. */
    public static final Algorithm MOVING = new Algorithm(
            "prioritized-moving",
            "h out of k by priority; the token visits every requester",
            "[Jiang-P], [Jiang-C], corrected",
            PROMISES,
            Tuning.MOVING_OPTIONS,
            setup -> node(setup, Tuning.moving(setup)));

    private Prioritized() {}

    private static Protocol node(Setup setup, Tuning tuning) {
        if (!Settings.isOn(setup.options())) {
            return new PrioritizedNode(setup, tuning, Gate.OPEN);
        }
        Settings settings = Settings.of(setup.options());
        return new RecoveringNode(setup, settings, (ward, gate) -> new PrioritizedNode(ward, tuning, gate));
    }
}
