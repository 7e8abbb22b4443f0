package io.meshlock.protocol.lookahead;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Setup;
import org.jspecify.annotations.Nullable;

/**
 * Another host, and this host's side of the fork that the two share. In the paper's words: the peer is in this host's
 * Status_set if this host has the fork, otherwise in its Info_set.
 *
 * <p>The fork's version counts its moves. The host that gives it away raises the version. A message with a larger
 * version than the one known means that the fork has arrived, whatever kind of message it is. So no message counts
 * twice or too late.
 */
final class Peer {

    /** No incarnation, or no version: this host has lost its memory and does not know where the fork is. */
    static final int UNKNOWN = -1;

    final int node;

    /** The peer's incarnation as far as known. */
    int incarnation;

    long version;
    boolean has;

    /** Permits that the peer said it holds; counts only while the fork is here, and can then only fall. */
    int used;

    /** Permits that this host told the peer it holds, when the peer got the fork. */
    int declared;

    /** The peer's best request that waits for the fork, which is here; null if none. */
    @Nullable
    Key wish;

    /** The request with which this host asked for the fork since it left; null if it did not ask. */
    @Nullable
    Key asked;

    /** The peer was asked which side has the fork. */
    boolean greeted;

    /** The peer has withdrawn all requests born up to then, by leaving. */
    long silentUntil = Long.MIN_VALUE;

    /** The peer agreed that this host may leave. */
    boolean agrees;

    private Peer(int node, int incarnation, long version, boolean has) {
        this.node = node;
        this.incarnation = incarnation;
        this.version = version;
        this.has = has;
    }

    /** All others, ascending. After a start without memory nothing is known of them. */
    static Peer[] all(Setup setup) {
        long seed = setup.options().get(Tuning.MATRIX_SEED);
        int first = setup.firstNode();
        if (setup.node() < first || setup.node() - first >= setup.meshSize()) {
            throw new IllegalArgumentException("node " + setup.node() + " is none of the pool's hosts, " + first
                    + " to " + (first + setup.meshSize() - 1));
        }
        Peer[] all = new Peer[Math.max(0, setup.meshSize() - 1)];
        for (int i = 0; i < all.length; i++) {
            int node = first + i < setup.node() ? first + i : first + i + 1;
            all[i] = setup.incarnation() > 0
                    ? new Peer(node, UNKNOWN, UNKNOWN, false)
                    : new Peer(node, 0, 0, Matrix.says(seed, setup.node(), node));
        }
        return all;
    }

    boolean isSettled() {
        return version != UNKNOWN;
    }

    /**
     * The peer has restarted without its memory. The requests and grants of its former incarnation are over, and it
     * does not know where the fork is. So this host takes the fork, if it knows its version.
     */
    void reborn(int newIncarnation) {
        incarnation = newIncarnation;
        silentUntil = Long.MIN_VALUE;
        if (isSettled()) {
            arrive(0);
        }
    }

    private void arrive(int usedByPeer) {
        has = true;
        used = usedByPeer;
        wish = null;
        asked = null;
        agrees = false;
    }

    /**
     * Handles the fork's state in a message of a peer that knows this host's incarnation; true if the fork was located
     * or has arrived.
     *
     * @param first this host has the smaller number: if neither knows where the fork is, it is here
     */
    boolean meet(Header said, boolean first) {
        if (!isSettled()) {
            boolean neitherKnows = said.version() == UNKNOWN;
            version = neitherKnows ? 0 : said.version();
            if (neitherKnows ? first : !said.holds()) {
                arrive(said.used());
            }
            return true;
        }
        if (said.version() > version) {
            version = said.version();
            arrive(said.used());
            return true;
        }
        if (has && said.version() == version) {
            used = Math.min(used, said.used());
        }
        return false;
    }

    /** The fork goes to the peer, which is told how many permits this host holds. */
    void giveAway(int held) {
        Check.invariant(has, "only the host that has the fork gives it away");
        has = false;
        version++;
        declared = held;
        wish = null;
        asked = null;
    }

    /**
     * Notes a request for the fork. Of two requests the better one is kept, since it is not known which is the later.
     */
    void wishes(Key key) {
        if (key.birth() > silentUntil && (wish == null || key.isBefore(wish))) {
            wish = key;
        }
    }

    /** The peer leaves: its earlier requests are withdrawn. */
    void leaves(long until) {
        silentUntil = Math.max(silentUntil, until);
        if (wish != null && wish.birth() <= silentUntil) {
            wish = null;
        }
    }

    @Override
    public String toString() {
        String fork = !isSettled() ? "?" : (has ? "here" : "there") + version;
        return node + ":" + fork + (wish == null ? "" : " wants " + wish) + (has && used > 0 ? " uses " + used : "");
    }
}
