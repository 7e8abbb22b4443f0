package io.meshlock.protocol.krl;

import io.meshlock.protocol.Option;
import io.meshlock.protocol.Setup;
import java.util.List;

/**
 * The parameters of the algorithm.
 *
 * @param roaming what idle tokens do
 * @param raises how often a node without a lower neighbour raises itself before it searches
 * @param idleHops how often an idle token is forwarded; see {@link Roaming}
 * @param cycleHops the time between two uses at a node, in hops, at which every token is used once in {@code idleHops}
 */
record Tuning(Roaming roaming, int raises, int idleHops, int cycleHops) {

    /** What an idle token does. */
    enum Roaming {
        /** The token stays where it was used: KRL. */
        STAY,
        /** The token is forwarded to look for waiting nodes, at most {@code idleHops} hops: KRLF. */
        TOUR,
        /**
         * The token is forwarded while each token is used at least once in {@code idleHops} hops, unless a client of
         * its node asks again soon ({@link Load}). Otherwise it rests, in sparse meshes at a well-connected node.
         */
        ADAPT
    }

    private static final Option RAISES =
            new Option("raises", 4, 1, 1_000, "times a node without a way down raises itself before it searches");
    private static final Option TOUR_HOPS = new Option(
            "idle-hops", 0, 0, 1_000_000, "hops of a token that nobody wants before it rests; 0: eight per node");
    private static final Option ADAPT_HOPS = new Option(
            "idle-hops",
            0,
            0,
            1_000_000,
            "a token used less than once in so many hops does not roam; 0: three for two nodes");

    static final List<Option> STAY_OPTIONS = List.of(RAISES);
    static final List<Option> TOUR_OPTIONS = List.of(RAISES, TOUR_HOPS);
    static final List<Option> ADAPT_OPTIONS = List.of(RAISES, ADAPT_HOPS);

    /** A roaming token that finds no request rests after so many times {@code idleHops}: load may have ended. */
    private static final int MAX_TOURS = 4;

    static Tuning stay(Setup setup) {
        return new Tuning(Roaming.STAY, raises(setup), 0, 0);
    }

    static Tuning tour(Setup setup) {
        return new Tuning(Roaming.TOUR, raises(setup), hops(setup, TOUR_HOPS, 16), 0);
    }

    static Tuning adapt(Setup setup) {
        int hops = hops(setup, ADAPT_HOPS, 3);
        int cycle = Math.max(1, hops * setup.meshSize() / setup.pool().permits());
        return new Tuning(Roaming.ADAPT, raises(setup), hops, cycle);
    }

    private static int raises(Setup setup) {
        return (int) setup.options().get(RAISES);
    }

    private static int hops(Setup setup, Option option, int halvesPerNode) {
        int given = (int) setup.options().get(option);
        return given > 0 ? given : (halvesPerNode * setup.meshSize() + 1) / 2;
    }

    /** The trail of a new pool's tokens: just too little load to roam, so that the first use decides. */
    TokenTrail first() {
        return roaming == Roaming.ADAPT ? TokenTrail.calm(cycleHops + 1) : TokenTrail.NONE;
    }

    /** True if an idle token is forwarded to look for waiting nodes. */
    boolean roams(TokenTrail trip) {
        return switch (roaming) {
            case STAY -> false;
            case TOUR -> trip.hops() < idleHops;
            case ADAPT -> trip.meanCycle() <= cycleHops && trip.hops() < MAX_TOURS * idleHops && !trip.settled();
        };
    }

    /** True if an idle token that does not roam moves to a better connected neighbour before it rests. */
    boolean settles(TokenTrail trip) {
        return roaming == Roaming.ADAPT && !trip.settled();
    }
}
