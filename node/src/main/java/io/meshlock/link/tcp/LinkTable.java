package io.meshlock.link.tcp;

import io.meshlock.link.wire.proto.Hello;
import io.meshlock.link.wire.proto.Refuse;
import io.meshlock.spi.LinkEnd;
import io.meshlock.spi.LinkTimings;
import io.meshlock.spi.Peer;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The links of a node, at most one per peer, and the history of earlier ones. Used on the event loop only. */
final class LinkTable {

    /**
     * The newest link with a peer that is known to be down: the number the arbiter gave it, and the arbiter's
     * incarnation.
     */
    record Lost(long session, long incarnation) {
        static final Lost NONE = new Lost(0, 0);
    }

    /**
     * How many peers are remembered whose last link is down. Without TLS anybody can claim any number; if one is
     * forgotten, its next link waits until the old one is noticed to be silent.
     */
    private static final int MAX_LOST = 4_096;

    private final int self;
    private final long incarnation;
    private final LinkTimings timings;
    private final int maxLinks;
    private final Map<Integer, TcpLink> links = new LinkedHashMap<>();
    private final Map<Integer, Lost> lost = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Lost> eldest) {
            return size() > MAX_LOST;
        }
    };
    private final Map<Integer, FlapDamping> damping = new LinkedHashMap<>();
    private long sessions;

    LinkTable(int self, long incarnation, LinkTimings timings, int maxLinks) {
        this.self = self;
        this.incarnation = incarnation;
        this.timings = timings;
        this.maxLinks = maxLinks;
    }

    /** Of two nodes, the one with the smaller number decides. */
    boolean isArbiterOver(int peer) {
        return self < peer;
    }

    boolean isUp(int peer) {
        return links.containsKey(peer);
    }

    @Nullable
    TcpLink link(int peer) {
        return links.get(peer);
    }

    Collection<TcpLink> links() {
        return List.copyOf(links.values());
    }

    /**
     * The last link with a peer, which is down here. Sent to the peer in HELLO, so that it does not take it for a live
     * one.
     */
    Lost lost(int peer) {
        return lost.getOrDefault(peer, Lost.NONE);
    }

    /** How much longer the peer's link is held down. */
    long heldMillis(int peer, long now) {
        FlapDamping known = damping.get(peer);
        return known == null ? 0 : known.heldMillis(now);
    }

    /**
     * The arbiter's decision about one more connection: null if it is to be the link. Then {@link #link} is the link
     * that it replaces, if there is one.
     */
    @Nullable
    Refuse objection(Hello hello, long now) {
        int peer = hello.getNumber();
        TcpLink present = links.get(peer);
        if (isOlderTwin(hello)) {
            return Handshake.refusal(Refuse.Reason.TWIN, "a process that was started later is linked as this node");
        }
        if (present != null && !isStale(present, hello)) {
            return Handshake.refusal(Refuse.Reason.DUPLICATE, "link " + present.session() + " is up");
        }
        long held = heldMillis(peer, now);
        if (held > 0) {
            return Handshake.refusal(Refuse.Reason.HELD_DOWN, "the link flapped").toBuilder()
                    .setRetryAfterMillis((int) held)
                    .build();
        }
        if (present == null && links.size() >= maxLinks) {
            return Handshake.refusal(Refuse.Reason.FULL, "this node has " + maxLinks + " links, its maximum");
        }
        return null;
    }

    /**
     * True if a process that was started later is linked as this node. Both ends of a link ask: else an arbiter that
     * runs twice would flip its neighbour to and fro.
     */
    boolean isOlderTwin(Hello hello) {
        TcpLink present = links.get(hello.getNumber());
        return present != null && hello.getIncarnation() < present.peer().incarnation();
    }

    /** True if the peer restarted, or says that it has lost the link that is up here. */
    private boolean isStale(TcpLink present, Hello hello) {
        if (hello.getIncarnation() > present.peer().incarnation()) {
            return true;
        }
        return hello.getLostIncarnation() == incarnation && hello.getLostLink() >= present.session();
    }

    /** The number of the next link that this node accepts as the arbiter. */
    long nextSession() {
        return ++sessions;
    }

    void raise(TcpLink link, long now) {
        int peer = link.peer().number();
        links.put(peer, link);
        damping.computeIfAbsent(peer, number -> new FlapDamping(timings)).up(now);
    }

    /** Removes a link; false if it was not the current link with its peer. */
    boolean lower(TcpLink link, LinkEnd why, long now) {
        Peer peer = link.peer();
        if (!links.remove(peer.number(), link)) {
            return false;
        }
        if (!isArbiterOver(peer.number())) {
            lost.remove(peer.number()); // the newest are kept
            lost.put(peer.number(), new Lost(link.session(), peer.incarnation()));
        }
        FlapDamping known = damping.get(peer.number());
        if (known != null) {
            known.down(now, why.isOrderly());
        }
        return true;
    }

    /** Drops history that no longer matters. */
    void prune(long now) {
        damping.entrySet()
                .removeIf(entry ->
                        !links.containsKey(entry.getKey()) && entry.getValue().isForgettable(now));
    }
}
