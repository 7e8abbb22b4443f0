package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Amend;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Cancel;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Link;
import io.meshlock.protocol.prioritized.PrioritizedMessage.ReleaseMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.RequestMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Suspect;
import io.meshlock.protocol.token.TokenLeaseCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends to the anchor: keeps the best keys registered at one lower neighbour, and passes on news of grants that were
 * released or are in doubt. At the anchor itself the news waits to be {@linkplain #takeReleased taken}.
 */
final class Downhill {

    /** Of so many grants it is passed on that they have their permits; the anchor can do without. */
    static final int MAX_ENTERED = 32;

    private final Tuning tuning;
    private final Heights heights;
    private final Sender sender;
    private final Suspicion suspicion;
    private final Demand demand;
    private final Topology topology;

    // Where this node's best keys are registered, and which.
    private @Nullable Neighbour registrar;
    private Keys registered = Keys.EMPTY;

    // News for the anchor that waits for a way there.
    private GrantNumbers released = GrantNumbers.NONE;
    private GrantNumbers doubted = GrantNumbers.NONE;
    private Amendments amended = Amendments.NONE;
    private GrantNumbers over = GrantNumbers.NONE;
    private long held = Turns.UNKNOWN;

    // Grants that have their permits from another holder: news that waits for the next registration.
    private GrantNumbers entered = GrantNumbers.NONE;

    Downhill(Tuning tuning, Heights heights, Sender sender, Suspicion suspicion, Demand demand, Topology topology) {
        this.topology = topology;
        this.tuning = tuning;
        this.heights = heights;
        this.sender = sender;
        this.suspicion = suspicion;
        this.demand = demand;
    }

    // ---- news of grants ----

    void release(long number) {
        released = released.with(number);
    }

    /** A local client gave a grant back that it has held for so long. */
    void release(long number, long heldFor) {
        release(number);
        held = Math.max(held, heldFor);
    }

    void doubt(long number) {
        doubted = doubted.with(number);
    }

    void over(long number) {
        over = over.with(number);
    }

    void pass(ReleaseMessage news) {
        released = released.withAll(news.released());
        doubted = doubted.withAll(news.doubted());
        over = over.withAll(news.over());
        held = Math.max(held, news.held());
    }

    /** How long the released permits were held, at most; {@link Turns#UNKNOWN} if nobody said. */
    long takeHeld() {
        long taken = held;
        held = Turns.UNKNOWN;
        return taken;
    }

    /** A local client has a grant whose permits come from another holder. */
    void entered(long number) {
        entered = entered.with(number).last(MAX_ENTERED);
    }

    void passEntered(GrantNumbers nowEntered) {
        entered = entered.withAll(nowEntered).last(MAX_ENTERED);
    }

    GrantNumbers takeEntered() {
        GrantNumbers taken = entered;
        entered = GrantNumbers.NONE;
        return taken;
    }

    /** Takes out the grants in doubt that are over; the caller has to handle them. */
    GrantNumbers takeOver() {
        GrantNumbers taken = over;
        over = GrantNumbers.NONE;
        return taken;
    }

    void amend(Amendments changes) {
        amended = amended.withAll(changes);
    }

    /** Takes out the changes of grants; the caller has to handle them. */
    Amendments takeAmended() {
        Amendments taken = amended;
        amended = Amendments.NONE;
        return taken;
    }

    /** Takes out the released grants; the caller has to handle them. */
    GrantNumbers takeReleased() {
        GrantNumbers taken = released;
        released = GrantNumbers.NONE;
        return taken;
    }

    /** Takes out the grants that may be lost; the caller has to handle them. */
    GrantNumbers takeDoubted() {
        GrantNumbers taken = doubted;
        doubted = GrantNumbers.NONE;
        return taken;
    }

    /**
     * True if grants were released and not {@linkplain #takeReleased taken}: at the anchor those for requests of its own
     * that are gone, and that a neighbour had registered still.
     */
    boolean hasReleases() {
        return !released.isEmpty();
    }

    boolean hasNews() {
        return comesHome() || !amended.isEmpty();
    }

    /** True if a RELEASE has to be sent. */
    private boolean comesHome() {
        return !released.isEmpty() || !doubted.isEmpty() || !over.isEmpty();
    }

    // ---- the registration ----

    boolean isRegisteredAt(@Nullable Neighbour neighbour) {
        return registrar == neighbour;
    }

    /** The token told the neighbour these keys: they are registered there. */
    void registeredBy(Neighbour neighbour, Keys keys) {
        registrar = keys.isEmpty() ? null : neighbour;
        registered = keys;
    }

    /** The neighbour passed on a grant for one of the keys registered there, and so forgot the key. */
    void granted(Neighbour by, Key key) {
        if (registrar == by) {
            registered = registered.without(key);
        }
    }

    void forget() {
        registrar = null;
        registered = Keys.EMPTY;
    }

    void deregister(Effects out) {
        Neighbour from = registrar;
        boolean anythingThere = !registered.isEmpty();
        forget();
        if (from == null || !anythingThere) {
            return;
        }
        if (entered.isEmpty()) {
            sender.send(from, Cancel::new, out);
        } else {
            GrantNumbers news = takeEntered();
            sender.send(from, header -> new RequestMessage(header, Keys.EMPTY, news, List.of()), out);
        }
    }

    /**
     * Deregisters from a neighbour that rose above this node: it has dropped the registration, even if it comes down
     * again.
     */
    void dropRegistrarAbove(Effects out) {
        if (registrar != null && !heights.isDown(registrar)) {
            deregister(out);
        }
    }

    // ---- sending ----

    /** Keeps the best keys registered and sends the news. */
    void flow(Effects out) {
        while (true) {
            Keys best = demand.best(tuning.registered());
            if (best.isEmpty() && !clearRegistration(out)) {
                return;
            }
            Neighbour target = registrar != null ? registrar : heights.lowest();
            if (target != null) {
                register(target, best, out);
                return;
            }
            if (!seekLowerGround(out)) {
                return;
            }
        }
    }

    /**
     * Nobody waits here, so what is registered has to be taken back. That costs no message of its own if a RELEASE is
     * sent, and none yet if only the anchor has it registered and knows of its grant. False if there are no news to send.
     */
    private boolean clearRegistration(Effects out) {
        boolean later = hasNews() ? comesHome() : demand.mayStayRegistered(registered);
        if (registered.isEmpty() || !later) {
            deregister(out);
        }
        return hasNews();
    }

    private void register(Neighbour target, Keys best, Effects out) {
        boolean current = registrar == target
                && registered.isPrefixOf(best)
                && registered.size() >= Math.min(tuning.refill(), best.size());
        if (!current && !best.isEmpty()) {
            registrar = target;
            registered = best;
            GrantNumbers news = takeEntered();
            List<LinkState> links = linksFor(target, Topology.MAX_TOLD);
            sender.send(target, header -> new RequestMessage(header, best, news, links), out);
        }
        if (!amended.isEmpty()) {
            Amendments changes = takeAmended();
            sender.send(target, header -> new Amend(header, changes), out);
        }
        if (hasNews()) {
            GrantNumbers back = takeReleased();
            GrantNumbers unsure = takeDoubted();
            GrantNumbers gone = takeOver();
            long longest = takeHeld();
            boolean cleared = best.isEmpty() && registrar == target;
            if (cleared) {
                forget();
                entered = entered.without(back);
            }
            sender.send(target, header -> new ReleaseMessage(header, back, unsure, gone, longest, cleared), out);
        }
    }

    /** What a neighbour is told of the mesh's links. */
    List<LinkState> linksFor(Neighbour to, int most) {
        return tuning.ahead() == 0 ? List.of() : topology.newsFor(to, most);
    }

    /**
     * No lower neighbour is known, but keys or news must go to the anchor. Raises this node, a limited number of times.
     * Then the node suspects that the anchor is out of reach, floods SUSPECT once, and is silent until it hears a sign
     * of life.
     */
    private boolean seekLowerGround(Effects out) {
        if (suspicion.isSuspicious() || heights.anyNeighbour(TokenLeaseCheck.OPEN) == null) {
            return false;
        }
        if (!suspicion.mayRaise(tuning.raises())) {
            suspicion.suspect(suspicion.stamp());
            sender.flood(null, header -> new Suspect(header, suspicion.stamp()), out);
            return false;
        }
        heights.raise();
        sender.flood(null, Link::new, out);
        return true;
    }

    @Override
    public String toString() {
        return (registrar == null ? "" : " registered at " + registrar.id + " " + registered)
                + (released.isEmpty() ? "" : " to release " + released)
                + (amended.isEmpty() ? "" : " to amend " + amended);
    }
}
