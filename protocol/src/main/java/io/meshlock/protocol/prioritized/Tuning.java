package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Option;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.Policy;
import io.meshlock.protocol.Setup;
import java.util.List;

/**
 * The parameters of the algorithm.
 *
 * @param registered how many keys a node registers downhill
 * @param refill registers again when fewer than this many of them are left
 * @param migration grants to one neighbour, beyond those elsewhere, after which the token follows them
 * @param raises how often a node without a lower neighbour raises itself before it suspects that the anchor is out of
 *     reach
 * @param aliveAfter grants to other nodes after which the anchor floods its first sign of life
 * @param overtakes how many smaller requests may overtake a front request that does not fit
 * @param eager the token goes to every requester itself, instead of sending grants
 * @param ahead how many heirs a grant may have; 0: permits always come home
 * @param steadyAfter decisions in order after which heirs are named
 * @param ages scores fall with every grant
 */
record Tuning(
        int registered,
        int refill,
        long migration,
        int raises,
        long aliveAfter,
        long overtakes,
        boolean eager,
        int ahead,
        int steadyAfter,
        boolean ages) {

    private static final Option REGISTERED =
            new Option("registered", 4, 1, 64, "keys a node registers at its neighbour; 16 suits pools of hundreds");
    private static final Option MIGRATION = new Option(
            "migration", 8, 1, 1_000_000, "surplus of grants to one neighbour after which the token follows");
    private static final Option RAISES =
            new Option("raises", 2, 1, 1_000, "times a node without a way down raises itself before it suspects");
    private static final Option ALIVE_AFTER = new Option(
            "beacon-after", 0, 0, 1_000_000_000, "grants to others before a new anchor's beacon; 0: as many as nodes");
    private static final Option OVERTAKES =
            new Option("overtakes", 0, 0, 1_000_000, "smaller requests that may overtake a front that does not fit");
    private static final Option EAGER = Option.toggle(
            "eager", false, "1: the token visits every requester, as in print; good for k = 1 in calm networks");

    private static final Option AHEAD = new Option(
            "ahead",
            6,
            0,
            Succession.MAX_HEIRS,
            "heirs that get permits straight from who has them; 0: permits come home");
    private static final Option STEADY = new Option(
            "steady",
            64,
            0,
            1_000_000,
            "decisions without a more urgent one after which heirs are named; fifo: at once");

    static final List<Option> ANCHORED_OPTIONS =
            List.of(REGISTERED, MIGRATION, RAISES, ALIVE_AFTER, OVERTAKES, EAGER, AHEAD, STEADY);
    static final List<Option> MOVING_OPTIONS = List.of(RAISES, ALIVE_AFTER, OVERTAKES);

    static Tuning anchored(Setup setup) {
        Options options = setup.options();
        int registered = (int) options.get(REGISTERED);
        return new Tuning(
                registered,
                (registered + 1) / 2,
                options.get(MIGRATION),
                (int) options.get(RAISES),
                aliveAfter(setup),
                options.get(OVERTAKES),
                options.isOn(EAGER),
                options.isOn(EAGER) ? 0 : (int) options.get(AHEAD),
                setup.pool().policy() == Policy.FIFO ? 0 : (int) options.get(STEADY),
                setup.pool().policy().ages());
    }

    static Tuning moving(Setup setup) {
        Options options = setup.options();
        int raises = (int) options.get(RAISES);
        return new Tuning(1, 1, 1, raises, aliveAfter(setup), options.get(OVERTAKES), true, 0, 0, true);
    }

    /** A line that is as short as this gets more heirs: few messages name many of them. */
    int low() {
        return (ahead + 2) / 2;
    }

    /** A flood costs messages at every node, so it is worth it only after that many grants. */
    private static long aliveAfter(Setup setup) {
        long given = setup.options().get(ALIVE_AFTER);
        return given > 0 ? given : Math.max(32, setup.meshSize());
    }
}
