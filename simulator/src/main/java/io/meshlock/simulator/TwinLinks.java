package io.meshlock.simulator;

import io.meshlock.journal.Ticks;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.engine.Feature;
import io.meshlock.simulator.engine.RandomStreams;
import io.meshlock.simulator.network.LinkChanges;
import io.meshlock.simulator.network.LinkRule;
import io.meshlock.simulator.network.Network;
import io.meshlock.simulator.network.Split;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The rule of real links for two processes that are one node: a neighbour is linked with one of them at a time, the one that
 * was started last. The other one keeps dialling, and has the link while the later one has none, as when that link flaps.
 */
final class TwinLinks implements LinkRule, Feature {

    /** How often those who were refused dial again on average. */
    private static final long DIAL_TICKS = 2 * Ticks.PER_UNIT;

    /** One dial in so many is preceded by a link of a twin that goes down. */
    private static final int FLAPS = 4;

    private final Identities identities;
    private final Network network;
    private final Split split;
    private final EventQueue queue;
    private final UniformRandomProvider random;
    /** When each host was started last, by a count of all starts. */
    private final int[] started;

    private int starts;
    /** Pairs of hosts of which one was refused, or had to yield its link. */
    private final LongArrayList refused = new LongArrayList();

    private boolean healed;

    @SuppressWarnings("NullAway.Init") // see connect
    private LinkChanges changes;

    TwinLinks(Identities identities, Network network, Split split, EventQueue queue, UniformRandomProvider random) {
        this.identities = identities;
        this.network = network;
        this.split = split;
        this.queue = queue;
        this.random = random;
        started = new int[identities.hosts()];
    }

    /** Called once: whoever changes links asks this rule, which changes links. */
    void connect(LinkChanges link) {
        changes = link;
    }

    /** A host starts. */
    void started(int host) {
        started[host] = ++starts;
    }

    @Override
    public boolean admits(int a, int b) {
        if (!identities.hasTwins()) {
            return true;
        }
        if (identities.number(a) == identities.number(b)) {
            return false; // a node has no link with itself
        }
        int rivalOfB = rival(a, b);
        int rivalOfA = rival(b, a);
        boolean later = isLater(b, rivalOfB) && isLater(a, rivalOfA);
        if (later) {
            replace(a, rivalOfB);
            replace(b, rivalOfA);
        }
        // The end of a link may have made one of the hosts crash.
        boolean admitted = later && !split.apart(a, b) && rival(a, b) < 0 && rival(b, a) < 0 && !network.isUp(a, b);
        if (!admitted) {
            wait(a, b);
        }
        return admitted;
    }

    /** The other host of the node of {@code peer} that is linked with {@code host}; -1 if there is none. */
    private int rival(int host, int peer) {
        return identities.linked(network, host, identities.number(peer), peer);
    }

    private boolean isLater(int host, int rival) {
        return rival < 0 || started[host] > started[rival];
    }

    private void replace(int host, int rival) {
        if (rival >= 0 && network.isUp(host, rival)) {
            changes.cut(host, rival);
            wait(host, rival);
        }
    }

    private void wait(int a, int b) {
        long pair = pack(a, b);
        if (!refused.contains(pair)) {
            refused.add(pair);
        }
    }

    private static long pack(int a, int b) {
        return (long) Math.min(a, b) << Integer.SIZE | Math.max(a, b);
    }

    // ---- dialling ----

    @Override
    public int[] kinds() {
        return new int[] {EventKind.DIAL};
    }

    @Override
    public void start() {
        if (identities.hasTwins()) {
            queue.add(queue.now() + RandomStreams.exponentialTicks(DIAL_TICKS, random), EventKind.DIAL, 0, 0, null);
        }
    }

    @Override
    public void handle(int kind, int a, int b, @Nullable Object payload) {
        if (!healed) {
            if (random.nextInt(FLAPS) == 0) {
                flap();
            }
            dial();
            start();
        }
    }

    /** A link of a node that has two hosts goes down; its ends dial again. */
    private void flap() {
        int[] twins = new int[network.links()];
        int found = 0;
        for (int i = 0; i < network.links(); i++) {
            int link = network.link(i);
            if (isTwin(network.low(link)) || isTwin(network.high(link))) {
                twins[found++] = link;
            }
        }
        if (found > 0) {
            int link = twins[random.nextInt(found)];
            int low = network.low(link);
            int high = network.high(link);
            // The refused have dialled meanwhile: they come first.
            wait(low, high);
            changes.cut(low, high);
        }
    }

    /** True if the node of this host has, or had, another one. */
    private boolean isTwin(int host) {
        for (int twin = network.nodes() - 1; identities.isTwin(twin); twin--) {
            if (started[twin] > 0 && identities.number(twin) == identities.number(host)) {
                return true;
            }
        }
        return false;
    }

    /** All who were refused dial once more, those first that have waited for longest. */
    private void dial() {
        long[] pairs = refused.toLongArray();
        refused.clear();
        for (long pair : pairs) {
            int a = (int) (pair >>> Integer.SIZE);
            int b = (int) pair;
            if (split.apart(a, b)) {
                wait(a, b);
            } else if (!network.isUp(a, b)) {
                changes.form(a, b);
            }
        }
    }

    /** One of the two is gone; see {@link FaultInjector#heal}. */
    @Override
    public void heal() {
        healed = true;
        dial();
    }
}
