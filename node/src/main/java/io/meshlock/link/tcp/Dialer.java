package io.meshlock.link.tcp;

import io.meshlock.link.wire.proto.Refuse;
import io.meshlock.spi.HostPort;
import io.meshlock.spi.LinkCounter;
import io.meshlock.spi.LinkTimings;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Dials listed peers for ever, and discovered peers as long as they are announced. Used on the event loop only. */
@SuppressWarnings("FutureReturnValueIgnored") // failures of writes and closes are reported by the channel
final class Dialer {

    /** How many addresses that never led to a link are dialled at the same time: announcements can be forged. */
    static final int MOST_UNPROVEN = 16;

    private final TcpTransport transport;
    private final RandomGenerator random;
    private final List<Target> listed;
    private final Map<DiscoveredPeers.Sighting, Target> sighted = new LinkedHashMap<>();

    Dialer(TcpTransport transport, RandomGenerator random) {
        this.transport = transport;
        this.random = random;
        listed = transport.settings().peers().stream()
                .map(place -> new Target(place, null))
                .toList();
    }

    /** An address to dial, with the state of attempts. */
    final class Target {
        private final HostPort place;
        private final Backoff backoff;
        private @Nullable Integer peer;
        private boolean busy;
        private boolean reached;
        private boolean proven;
        private boolean hopeless;
        private long nextAt;
        private long dialledAt;
        private long waitAtLeast;

        Target(HostPort place, @Nullable Integer peer) {
            this.place = place;
            this.peer = peer;
            LinkTimings timings = transport.settings().timings();
            backoff = new Backoff(timings.retryFirstMillis(), timings.retryLongestMillis(), random);
        }

        /** The number of the node at this address, if it is known. */
        @Nullable
        Integer peer() {
            return peer;
        }

        void met(int number) {
            peer = number;
        }

        void succeeded() {
            reached = true;
            proven = true;
        }

        void refused(Refuse.Reason reason, long retryAfterMillis) {
            waitAtLeast =
                    Math.min(retryAfterMillis, transport.settings().timings().holdLongestMillis());
            hopeless = reason == Refuse.Reason.SELF;
            reached = false; // also if this end took it for a link already
        }

        /** The connection was closed, or the dial failed. After a link, the next dial comes without delay. */
        void closed() {
            busy = false;
            long now = transport.now();
            if (reached) {
                reached = false;
                backoff.succeeded(now);
                nextAt = now;
            } else {
                transport.counters().count(LinkCounter.DIALS_FAILED);
                nextAt = now + Math.max(waitAtLeast, backoff.failed(now));
            }
            waitAtLeast = 0;
        }

        private boolean isDue(long now) {
            if (busy || hopeless || now < nextAt) {
                return false;
            }
            return peer == null
                    || (!transport.table().isUp(peer) && transport.table().heldMillis(peer, now) == 0);
        }
    }

    /** Dials all targets that are due; of those that are only announced, the ones not dialled for longest. */
    void tick(long now, List<DiscoveredPeers.Sighting> near) {
        listed.forEach(target -> dialIfDue(target, now));
        Set<DiscoveredPeers.Sighting> present = new HashSet<>(near);
        sighted.entrySet().removeIf(entry -> !entry.getValue().busy && !present.contains(entry.getKey()));
        List<Target> due = new ArrayList<>();
        for (DiscoveredPeers.Sighting candidate : near) {
            Target target = sighted.computeIfAbsent(candidate, Dialer.this::target);
            if (target.isDue(now)) {
                due.add(target);
            }
        }
        due.sort(Comparator.comparingLong(target -> target.dialledAt));
        int unproven = unproven();
        for (Target target : due) {
            if (target.proven || unproven++ < MOST_UNPROVEN) {
                dialIfDue(target, now);
            }
        }
    }

    private int unproven() {
        int count = 0;
        for (Target target : sighted.values()) {
            count += target.busy && !target.proven ? 1 : 0;
        }
        return count;
    }

    /** How many dials are under way, or connections that came of them up. */
    int busy() {
        int count = 0;
        for (Target target : listed) {
            count += target.busy ? 1 : 0;
        }
        for (Target target : sighted.values()) {
            count += target.busy ? 1 : 0;
        }
        return count;
    }

    private Target target(DiscoveredPeers.Sighting candidate) {
        InetSocketAddress address = candidate.address();
        String host = address.getAddress().getHostAddress();
        return new Target(new HostPort(host, address.getPort()), candidate.number());
    }

    private void dialIfDue(Target target, long now) {
        if (target.isDue(now)) {
            target.busy = true;
            target.dialledAt = now;
            // Resolving a name may take seconds, so it must not happen on the event loop.
            CompletableFuture.supplyAsync(target.place::resolve)
                    .whenCompleteAsync((address, failure) -> connect(target, address), transport.loop());
        }
    }

    private void connect(Target target, @Nullable InetSocketAddress address) {
        if (transport.isClosed() || address == null || address.isUnresolved()) {
            target.closed();
            return;
        }
        transport.bootstrap(target).connect(address).addListener(done -> {
            if (!done.isSuccess()) {
                TcpTransport.LOG.debug("{} cannot be reached: {}", target.place, String.valueOf(done.cause()));
            }
        });
    }
}
