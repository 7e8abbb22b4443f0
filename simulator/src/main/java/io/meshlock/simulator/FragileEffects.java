package io.meshlock.simulator;

import io.meshlock.journal.Journal;
import io.meshlock.protocol.Grant;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.recovery.Durable;
import io.meshlock.protocol.recovery.Epoch;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.network.Network;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The effects of nodes with leases, disks and machines that fail: of the last input before a crash only the first effects
 * happen. A class of its own, so that others do not pay for it.
 */
final class FragileEffects extends NodeEffects {

    private static final int ALL = Integer.MAX_VALUE;

    private final @Nullable Clocks clocks;
    private final Ether ether;
    private @Nullable Machines machines;
    private int left = ALL;

    FragileEffects(
            EventQueue queue,
            Network network,
            Clients clients,
            Timers timers,
            Journal journal,
            @Nullable Clocks clocks,
            Ether ether) {
        super(queue, network, clients, timers, journal);
        this.clocks = clocks;
        this.ether = ether;
    }

    /** The machines need the nodes, and the nodes need their effects: so they come last. */
    void runOn(Machines hosts) {
        machines = hosts;
    }

    /** Of what the next input asks for, only so much happens. */
    void limit(int effects) {
        left = effects;
    }

    void unlimit() {
        left = ALL;
    }

    /** True if the machine has not gone down yet. */
    private boolean happens() {
        if (left == ALL) {
            return true;
        }
        return left > 0 && left-- > 0;
    }

    @Override
    public void send(int to, Message message) {
        if (!happens()) {
            return;
        }
        recordSent(to, message);
        int from = actor();
        boolean goes;
        if (message.isDatagram()) {
            goes = ether.send(from, to, message);
        } else {
            goes = network.isUp(from, to) && !Objects.requireNonNull(machines).wasCut(from, to);
            if (goes) {
                network.send(from, to, message);
            }
        }
        if (!goes) {
            journal.lost(queue.now(), from, to, message);
        }
    }

    @Override
    public void leased(long grant, long validUntil) {
        if (happens()) {
            long until = clocks == null ? validUntil : clocks.instant(actor(), validUntil);
            journal.leased(queue.now(), actor(), grant, until);
        }
    }

    @Override
    public void lost(long grant) {
        if (happens()) {
            Grant its = clients.lost(actor(), grant);
            if (its != null) {
                journal.grantLost(queue.now(), actor(), its);
            }
        }
    }

    @Override
    public void keep(Durable durable) {
        if (happens()) {
            Objects.requireNonNull(machines).keep(actor(), durable);
        }
    }

    @Override
    public void recovered(Epoch epoch, String how) {
        if (happens()) {
            journal.recovered(queue.now(), actor(), epoch, how);
        }
    }

    @Override
    public void granted(Grant grant) {
        if (happens()) {
            super.granted(grant);
        }
    }

    @Override
    public void rejected(long request, Rejection why) {
        if (happens()) {
            super.rejected(request, why);
        }
    }

    @Override
    public void withdrawn(long request) {
        if (happens()) {
            super.withdrawn(request);
        }
    }

    @Override
    public void setTimer(int timer, long delay) {
        if (happens()) {
            super.setTimer(timer, delay);
        }
    }

    @Override
    public void waiting(long request, Key key) {
        if (happens()) {
            super.waiting(request, key);
        }
    }

    @Override
    public void decided(long number, Key key) {
        if (happens()) {
            super.decided(number, key);
        }
    }

    @Override
    public void tokens(int held) {
        if (happens()) {
            super.tokens(held);
        }
    }

    @Override
    public void resized(PoolSize size) {
        if (happens()) {
            super.resized(size);
        }
    }

    @Override
    public void mayLeave() {
        if (happens()) {
            super.mayLeave();
        }
    }
}
