package io.meshlock.protocol.krl;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees;

/** The corrected KRL algorithm with k tokens, in four forms. */
public final class Krl {

    private static final Guarantees GUARANTEES = new Guarantees(Guarantees.Tokens.ONE_PER_PERMIT, false, false)
            .withCapacity(Guarantees.Capacity.ONE_PER_REQUEST);

    /** A token stays where it was used until a node asks for it. */
    public static final Algorithm KRL = new Algorithm(
            "krl",
            "k tokens, one permit each; an idle token stays where it was used",
            "[KRL], corrected",
            GUARANTEES,
            Tuning.STAY_OPTIONS,
            setup -> new KrlNode(setup, Tuning.stay(setup)));

    /** Token forwarding: an idle token looks for waiting nodes. */
    public static final Algorithm KRLF = new Algorithm(
            "krlf",
            "k tokens, one permit each; an idle token goes round and looks for somebody who waits",
            "[KRL] section 4.4, corrected",
            GUARANTEES,
            Tuning.TOUR_OPTIONS,
            setup -> new KrlNode(setup, Tuning.tour(setup)));

    /** An idle token looks for waiting nodes only while there is load. */
    public static final Algorithm ADAPTIVE = new Algorithm(
            "krl-adaptive",
            "k tokens, one permit each; an idle token goes round while it is used often, and rests where many are near",
            "[KRL] section 7, ours",
            GUARANTEES,
            Tuning.ADAPT_OPTIONS,
            setup -> new KrlNode(setup, Tuning.adapt(setup)));

    /** Mutual exclusion: the case k = 1, from which KRL was derived. */
    public static final Algorithm RL = new Algorithm(
            "rl",
            "mutual exclusion by one token: krl for a single permit",
            "[KRL] with k = 1, corrected",
            GUARANTEES.withCapacity(Guarantees.Capacity.ONE),
            Tuning.STAY_OPTIONS,
            setup -> new KrlNode(setup, Tuning.stay(setup)));

    private Krl() {}
}
