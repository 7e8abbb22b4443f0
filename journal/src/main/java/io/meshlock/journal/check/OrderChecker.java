package io.meshlock.journal.check;

import io.meshlock.journal.Journal;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Highest first: counts <em>inversions</em>, decisions made for one key while a better one had already reached the node
 * that decided and still waited for a decision. An inversion is a measure, not a violation: policies such as
 * backfilling invert on purpose.
 *
 * <p>It mirrors the registrations that reached each node: the latest registration of each neighbour, until the link to
 * it goes down, and the node's own waiting requests. It does not matter whether the node ignored or dropped a
 * registration. A key no longer counts once it is decided; a request that waits again under a new number must be
 * registered anew. An heir whose permits came home before its turn waits under its old number; no event tells when, so
 * it does not count again.
 */
public final class OrderChecker implements Journal {

    private static final long NONE = Long.MIN_VALUE;

    private final Findings inversions = new Findings();

    /** From a client's request to its mesh-wide number. */
    private final Long2LongOpenHashMap meshNumber = new Long2LongOpenHashMap();

    /** Mesh-wide numbers of waiting requests that were not decided. */
    private final LongOpenHashSet eligible = new LongOpenHashSet();

    /** By receiver (upper half) and sender (lower half). */
    private final Long2ObjectOpenHashMap<Registrations.Entry> told = new Long2ObjectOpenHashMap<>();

    private final Int2ObjectOpenHashMap<KnownKeys> known = new Int2ObjectOpenHashMap<>();

    public OrderChecker() {
        meshNumber.defaultReturnValue(NONE);
    }

    /** Larger score first, then earlier birth, then smaller request number. */
    static boolean before(Key a, Key b) {
        if (a.score() != b.score()) {
            return a.score() > b.score();
        }
        return a.birth() != b.birth() ? a.birth() < b.birth() : a.request() < b.request();
    }

    @Override
    public void waiting(long time, int node, long request, Key key) {
        long number = meshNumber.put(request, key.request());
        if (number == key.request()) {
            knownAt(node).own.replace(key); // the same request with another birth
            return;
        }
        if (number != NONE) {
            eligible.remove(number);
        }
        eligible.add(key.request());
        knownAt(node).own.add(key, eligible);
    }

    @Override
    public void withdrawn(long time, int node, long request) {
        leave(request);
    }

    @Override
    public void granted(long time, int node, PermitGrant grant) {
        leave(grant.request());
    }

    private void leave(long request) {
        long number = meshNumber.remove(request);
        if (number != NONE) {
            eligible.remove(number);
        }
    }

    @Override
    public void delivered(long time, int from, int to, Message message) {
        Keys keys = message.registers();
        if (keys == null) {
            return;
        }
        judgeList(time, from, to, keys);
        long link = link(to, from);
        Registrations.Entry entry = told.get(link);
        if (entry == null) {
            if (keys.isEmpty()) {
                return;
            }
            entry = new Registrations.Entry();
            told.put(link, entry);
        }
        knownAt(to).told.replace(entry, keys);
    }

    /** Checks the order of a registered list. Later only the front of each list is looked at. */
    private void judgeList(long time, int from, int to, Keys keys) {
        for (int i = 1; i < keys.size(); i++) {
            if (before(keys.get(i), keys.get(i - 1))) {
                inversions.add(time, "inversion", "node %d registered %s at node %d, out of order", from, keys, to);
            }
        }
    }

    @Override
    public void linkDown(long time, int a, int b) {
        forget(a, b);
        forget(b, a);
    }

    private void forget(int to, int from) {
        Registrations.Entry entry = told.remove(link(to, from));
        if (entry != null) {
            knownAt(to).told.replace(entry, Keys.EMPTY);
        }
    }

    @Override
    public void decided(long time, int node, long number, Key key) {
        eligible.remove(key.request());
        Key rival = knownAt(node).best(eligible);
        if (rival != null && before(rival, key)) {
            inversions.add(time, "inversion", "node %d decided %s, number %d, before %s", node, key, number, rival);
        }
    }

    private KnownKeys knownAt(int node) {
        KnownKeys keys = known.get(node);
        if (keys == null) {
            keys = new KnownKeys();
            known.put(node, keys);
        }
        return keys;
    }

    private static long link(int to, int from) {
        return (long) to << Integer.SIZE | (from & 0xFFFF_FFFFL);
    }

    /** How many decisions passed over a better key. */
    public long inversions() {
        return inversions.count();
    }

    /** The first {@link Checker#KEPT} inversions. */
    public List<Violation> examples() {
        return inversions.first();
    }

    /** The waiting requests that one node knows. */
    private static final class KnownKeys {
        private final OwnKeys own = new OwnKeys();
        private final Registrations told = new Registrations();

        @Nullable
        Key best(LongOpenHashSet eligible) {
            Key mine = own.best(eligible);
            Key theirs = told.best(eligible);
            if (mine == null) {
                return theirs;
            }
            return theirs == null || before(mine, theirs) ? mine : theirs;
        }
    }
}
