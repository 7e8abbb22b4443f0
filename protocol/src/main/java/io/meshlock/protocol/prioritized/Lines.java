package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.prioritized.Demand.Front;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Token;
import io.meshlock.protocol.token.FencingToken;
import io.meshlock.protocol.token.TokenLeaseCheck;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names heirs while the token is here: requests that get the permits of an outstanding grant straight from its holder.
 * What is decided in one step is told in one message per line: with the GRANT if that is sent in the same step, or
 * else by HEIRS.
 */
final class Lines {

    /** What this step tells one line: the entry whose requester is told, and who follows it. */
    private static final class Told {
        final LedgerEntry entry;
        final TokenLeaseCheck.@Nullable Reading fresh;
        final NodeList route;
        final List<Heir> heirs = new ArrayList<>(2);
        LedgerEntry last;

        /** @param fresh the reading of a grant that was made in this step, or null */
        Told(LedgerEntry entry, TokenLeaseCheck.@Nullable Reading fresh, NodeList route) {
            this.entry = entry;
            this.fresh = fresh;
            this.route = route;
            this.last = entry;
        }
    }

    /** With more grants than that, permits come home all the time, and to look for a line would cost more than it saves. */
    static final int MAX_NAMED = 256;

    /** Of so many lines of the same length the nearest is looked for. */
    private static final int MAX_COMPARED = 16;

    /** A line whose first was decided before so many times as many others as are out stands still. */
    private static final long LONG = 4;

    private final int node;
    private final Anchor at;
    private final Tuning tuning;
    private final Uphill uphill;
    private final Heights heights;
    private final Topology topology;
    private final TokenLeaseCheck leaseCheck;
    private final InputTime time;
    private final List<Told> step = new ArrayList<>(2);

    /** Heirs that were recalled, and whose permits have not come home yet. Forgotten when the token moves. */
    private GrantNumbers recalled = GrantNumbers.NONE;

    Lines(
            int node,
            Anchor at,
            Tuning tuning,
            Uphill uphill,
            Heights heights,
            Topology topology,
            TokenLeaseCheck leaseCheck,
            InputTime time) {
        this.time = time;
        this.heights = heights;
        this.node = node;
        this.at = at;
        this.tuning = tuning;
        this.uphill = uphill;
        this.topology = topology;
        this.leaseCheck = leaseCheck;
    }

    /** A grant to another node was made in this step. */
    void granted(LedgerEntry entry, TokenLeaseCheck.Reading reading) {
        at.turns.sent(entry.number(), time.now());
        step.add(new Told(entry, reading, NodeList.EMPTY));
    }

    /** Names the front request, which does not fit, as an heir; false if there is no line for it. */
    boolean name(Front front, boolean others, Effects out) {
        Key key = front.key();
        if (tuning.ahead() == 0
                || at.ledger.size() >= MAX_NAMED
                || key.once()
                || !at.order.isSteady()
                || !mayBind(key, others)) {
            return false;
        }
        Told line = choose(key);
        NodeList route = line == null ? null : topology.route(line.last.key().node(), key.node());
        if (line == null || route == null) {
            return false;
        }
        if (line.heirs.isEmpty() && line.fresh == null) {
            step.add(line);
        }
        long span = at.ledger.span(line.last, leaseCheck);
        TokenLeaseCheck.Reading reading = leaseCheck.promised(key.node(), span);
        Neighbour via = front.via();
        line.last = at.inherit(key, reading.incarnation(), via == null ? Token.NOBODY : via.id, line.last);
        out.decided(line.last.number(), key);
        leaseCheck.promise(line.last.number(), span);
        boolean near = via != null && via.id == key.node();
        line.heirs.add(new Heir(line.last.number(), key, reading, route, near));
        return true;
    }

    /**
     * Recalls heirs that wait in a line in vain: those of lines that stand still, if they are more urgent than whoever is
     * served next; and if nobody else waits, as many as permits are free.
     *
     * @param front the best request that is no heir, or null
     */
    void recall(@Nullable Front front, Effects out) {
        if (!at.ledger.hasHeirs()) {
            recalled = GrantNumbers.NONE;
        } else if (front == null) {
            recallIdle(out);
        } else if (standsStill(at.ledger.entries().get(0))) {
            recallBefore(front.key(), out);
        }
    }

    private void recallIdle(Effects out) {
        int free = at.ledger.free();
        for (int i = 0; i < at.ledger.size() && free > 0; i++) {
            LedgerEntry each = at.ledger.entries().get(i);
            if (each.key().permits() <= free && mayRecall(each)) {
                free -= each.key().permits();
                recall(each, out);
            }
        }
    }

    private void recallBefore(Key front, Effects out) {
        for (LedgerEntry each : at.ledger.entries()) {
            if (each.key().isBefore(front) && standsStill(at.ledger.first(each)) && mayRecall(each)) {
                recall(each, out);
            }
        }
    }

    private void recall(LedgerEntry entry, Effects out) {
        recalled = recalled.with(entry.number()).last(MAX_NAMED);
        uphill.name(entry.number(), entry.key(), routeTo(entry.key().node()), List.of(), out);
    }

    private boolean mayRecall(LedgerEntry entry) {
        return at.ledger.first(entry).number() != entry.number()
                && !entry.doubtful()
                && !recalled.contains(entry.number())
                && leaseCheck.isInForce(entry.number());
    }

    /** True of the first of a line if the ledger was filled several times anew since it was decided. */
    private boolean standsStill(LedgerEntry first) {
        return FencingToken.count(at.nextNumber()) - FencingToken.count(first.number()) > LONG * at.ledger.size();
    }

    private NodeList routeTo(int requester) {
        NodeList route = topology.route(node, requester);
        return route == null ? NodeList.EMPTY : route;
    }

    /** Permits came home. */
    void cameHome(long number, long held) {
        at.turns.cameHome(number, time.now(), held);
    }

    /**
     * True if it does no harm to bind a request to one line: no other permits would do, or any permit would, and all of
     * them move quickly.
     */
    private boolean mayBind(Key key, boolean others) {
        if (at.ledger.free() < 0) {
            return false; // the pool has become smaller: permits have to come home
        }
        if (key.permits() * 2 > at.ledger.permits()) {
            return key.node() != node; // its permits come home untold; where the way down is a detour that takes longer
        }
        return others && key.permits() == 1 && at.turns.areShort();
    }

    /** The line in which the request is served soonest, as far as is known; null if it has to wait. */
    private @Nullable Told choose(Key key) {
        LedgerEntry best = null;
        int bestHops = Integer.MAX_VALUE;
        for (LedgerEntry last : shortest(key.permits())) {
            NodeList route = mayFollow(last) ? topology.route(last.key().node(), key.node()) : null;
            if (route != null && route.size() < bestHops) {
                best = last;
                bestHops = route.size();
            }
        }
        return best == null ? null : told(best);
    }

    /**
     * The last of each line that would do and is no longer than another. Lines grow evenly: who waits in a longer one is
     * overtaken by all that are named behind shorter ones later.
     */
    private List<LedgerEntry> shortest(int permits) {
        List<LedgerEntry> found = new ArrayList<>(4);
        int shortest = tuning.ahead();
        for (LedgerEntry last : at.ledger.entries()) {
            if (last.key().permits() != permits || at.ledger.successor(last) != null) {
                continue;
            }
            int length = at.ledger.lineLength(last);
            if (length < shortest) {
                found.clear();
                shortest = length;
            }
            if (length == shortest && found.size() < MAX_COMPARED) {
                found.add(last);
            }
        }
        return found;
    }

    private boolean mayFollow(LedgerEntry last) {
        boolean now = isTold(last);
        int length = at.ledger.lineLength(last);
        return (!leaseCheck.isTimed() || isInTime(last, length))
                && (now || length <= tuning.low())
                && !last.doubtful()
                && !recalled.contains(last.number())
                && !standsStill(at.ledger.first(last))
                && last.key().node() != node
                && last.slots().last() <= at.ledger.permits()
                && at.ledger.hasRoomForHeir(last)
                && (now || topology.route(node, last.key().node()) != null);
    }

    /**
     * True if the heir's turn probably comes well before its promise is over, which the line's leases bound. Whoever comes
     * after a promise that is over gets nothing: the permits will come home from there.
     */
    private boolean isInTime(LedgerEntry last, int length) {
        long time = leaseCheck.isInForce(last.number()) ? leaseCheck.promiseTime(at.ledger.span(last, leaseCheck)) : 0;
        return time > 0 && at.turns.fit(length + 1, time);
    }

    private boolean isTold(LedgerEntry last) {
        for (Told each : step) {
            if (each.last.number() == last.number()) {
                return true;
            }
        }
        return false;
    }

    private Told told(LedgerEntry last) {
        for (Told each : step) {
            if (each.last.number() == last.number()) {
                return each;
            }
        }
        return new Told(last, null, routeTo(last.key().node()));
    }

    /** True if the token is not nearer to those who ask at this neighbour, as far as is known. */
    boolean isNoBetter(Neighbour via) {
        return tuning.ahead() > 0 && at.placement.isNoBetter(node, via.id, topology);
    }

    /** A neighbour at which the token would be nearer to those who ask; null if there is none. */
    @Nullable
    Neighbour betterPlace() {
        return tuning.ahead() == 0 ? null : at.placement.better(node, heights, topology);
    }

    /** Sends what was decided in this step. */
    void tell(Effects out) {
        for (int i = 0; i < step.size(); i++) {
            Told told = step.get(i);
            List<Heir> heirs = List.copyOf(told.heirs);
            if (told.fresh != null) {
                uphill.deliver(Delivery.granted(told.entry, told.fresh, heirs), out);
            } else {
                uphill.name(told.entry.number(), told.entry.key(), told.route, heirs, out);
            }
        }
        step.clear();
    }
}
