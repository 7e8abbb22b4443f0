package io.meshlock.simulator;

import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Message;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.engine.Feature;
import io.meshlock.simulator.engine.RandomStreams;
import io.meshlock.simulator.network.Endpoints;
import io.meshlock.simulator.network.Network;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * Carries datagrams between neighbours. Each has a delay of its own, so they may overtake each other. A datagram that
 * arrives when its link is down is lost.
 */
final class DatagramChannel implements Feature {

    /** A datagram that is held back waits for up to this many further delays. */
    private static final int MOST_DELAYS = 4;

    /** One direction of a link is deaf for this many mean delays at a time. */
    private static final int DEAF_DELAYS = 32;

    private final Failures.Datagrams faults;
    private final Distribution delay;
    private final EventQueue queue;
    private final Network network;
    private final Endpoints endpoints;
    private final UniformRandomProvider random;
    private final long deafSeed;
    private final long deafSpan;
    private boolean healed;

    DatagramChannel(
            Failures.Datagrams faults,
            Distribution delay,
            EventQueue queue,
            Network network,
            Endpoints endpoints,
            UniformRandomProvider random) {
        this.faults = faults;
        this.delay = delay;
        this.queue = queue;
        this.network = network;
        this.endpoints = endpoints;
        this.random = random;
        this.deafSeed = random.nextLong();
        this.deafSpan = Math.max(1, Ticks.of(DEAF_DELAYS * delay.mean()));
    }

    /** Puts a datagram on its way, perhaps twice; false if it will never arrive. */
    boolean send(int from, int to, Message message) {
        if (!network.isUp(from, to) || isDeaf(from, to) || draws(faults.loss())) {
            return false;
        }
        add(from, to, message);
        if (draws(faults.duplicate())) {
            add(from, to, message);
        }
        return true;
    }

    private void add(int from, int to, Message message) {
        long span = delay.sampleTicks(random);
        if (draws(faults.reorder())) {
            for (int more = 1 + random.nextInt(MOST_DELAYS); more > 0; more--) {
                span += delay.sampleTicks(random);
            }
        }
        queue.add(queue.now() + span, EventKind.DATAGRAM, from, to, message);
    }

    private boolean draws(double share) {
        return share > 0 && !healed && random.nextDouble() < share;
    }

    @Override
    public int[] kinds() {
        return new int[] {EventKind.DATAGRAM};
    }

    @Override
    public void handle(int kind, int from, int to, @Nullable Object payload) {
        Message message = Network.message(payload);
        if (network.isUp(from, to)) {
            endpoints.deliver(from, to, message);
        } else {
            endpoints.lost(from, to, message);
        }
    }

    /** Random, but the same for a while: a function of the direction and the time alone. */
    private boolean isDeaf(int from, int to) {
        if (healed || faults.deaf() == 0) {
            return false;
        }
        long place = (queue.now() / deafSpan * network.nodes() + from) * network.nodes() + to;
        long drawn = RandomStreams.mix(deafSeed ^ RandomStreams.mix(place)) >>> 11;
        return drawn * 0x1p-53 < faults.deaf();
    }

    /** From now on every datagram arrives once. */
    @Override
    public void heal() {
        healed = true;
    }
}
