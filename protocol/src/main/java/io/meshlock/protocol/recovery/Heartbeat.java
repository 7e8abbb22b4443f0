package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.View;
import java.util.List;

/**
 * Evidence that the token lives, made by its holder. A node that has seen it does not help to make another token for an
 * election timeout.
 *
 * @param epoch the token's epoch
 * @param count rises with every heartbeat of the epoch, wherever the token goes
 * @param view the voters and the pool's size
 * @param committed a majority of the view's voters is known to have the view
 * @param urgent the holder waits for echoes: pass it on and answer at once
 * @param seeks the holder looks for voters: who would like to vote makes an offer
 * @param acks which peer states the holder has taken in, and the grants that it renewed for them
 */
public record Heartbeat(
        Epoch epoch, long count, View view, boolean committed, boolean urgent, boolean seeks, List<Ack> acks) {

    public Heartbeat {
        acks = List.copyOf(acks);
    }

    /** True if this heartbeat was made after the other one. */
    public boolean isNewerThan(Heartbeat other) {
        int order = epoch.compareTo(other.epoch);
        return order != 0 ? order > 0 : count > other.count;
    }

    /** As {@code 0/0#3}; then exceptions: a view other than the first one, a view not committed, renewals. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder().append(epoch).append('#').append(count);
        text.append(view.epoch().round() == 0 && view.version() == 0 ? "" : " " + view);
        text.append(committed ? "" : " uncommitted")
                .append(urgent ? " urgent" : "")
                .append(seeks ? " seeks" : "");
        for (Ack ack : acks) {
            text.append(" renews ").append(ack.renewed()).append(" of ").append(ack.node());
        }
        return text.toString();
    }

    /**
     * RENEWED: the leases of these grants count from the time of that peer state, by the clock of the node that wrote
     * it. Which of its incarnations that was need not be said: a grant is of one of them alone.
     *
     * @param node the writer of the peer state
     * @param at the peer state's time
     * @param renewed the fencing tokens of the grants, which the peer state listed
     */
    public record Ack(int node, long at, List<Long> renewed) {

        public Ack {
            renewed = List.copyOf(renewed);
        }
    }
}
