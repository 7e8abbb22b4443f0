package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.View;
import java.util.List;

/**
 * Evidence of the token, made by its holder. Who has seen it does not help to make another token for a while.
 *
 * @param epoch the token's
 * @param count rises with every heartbeat of the epoch, wherever the token goes
 * @param view who belongs to the pool
 * @param committed a majority of the view is known to have heard of it
 * @param urgent the holder waits for echoes: pass it on, and answer, at once
 * @param acks which peer states the holder has taken in, and the grants that it renewed for them
 */
public record Heartbeat(Epoch epoch, long count, View view, boolean committed, boolean urgent, List<Ack> acks) {

    public Heartbeat {
        acks = List.copyOf(acks);
    }

    /** True if this heartbeat was made after the other one. */
    public boolean isNewerThan(Heartbeat other) {
        int order = epoch.compareTo(other.epoch);
        return order != 0 ? order > 0 : count > other.count;
    }

    /** As {@code 0/0#3}; then what is not as usual: another view than the bootstrap nodes', one not committed, renewals. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder().append(epoch).append('#').append(count);
        text.append(view.epoch().round() == 0 && view.version() == 0 ? "" : " " + view);
        text.append(committed ? "" : " uncommitted").append(urgent ? " urgent" : "");
        for (Ack ack : acks) {
            text.append(" renews ").append(ack.renewed()).append(" of ").append(ack.node());
        }
        return text.toString();
    }

    /**
     * RENEWED: the leases of these grants count from the time of that peer state, by the clock of the node that wrote it.
     *
     * @param node who wrote the peer state
     * @param incarnation in which incarnation
     * @param serial which peer state; its grants are those that the peer state listed
     * @param at the peer state's time
     * @param renewed the numbers of the grants
     */
    public record Ack(int node, long incarnation, long serial, long at, List<Long> renewed) {

        public Ack {
            renewed = List.copyOf(renewed);
        }
    }
}
