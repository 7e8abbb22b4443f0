package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Link;
import io.meshlock.protocol.prioritized.PrioritizedMessage.RequestMessage;

/** Corrects the births of requests that were made with an outdated clock. */
final class Births {

    private final PoolSettings pool;
    private final Heights heights;
    private final Sender sender;
    private final GrantClock clock;
    private final LocalRequests clients;
    private final Downhill downhill;

    Births(
            PoolSettings pool,
            Heights heights,
            Sender sender,
            GrantClock clock,
            LocalRequests clients,
            Downhill downhill) {
        this.clock = clock;
        this.pool = pool;
        this.heights = heights;
        this.sender = sender;
        this.clients = clients;
        this.downhill = downhill;
    }

    /**
     * Answers a REQUEST whose sender's clock is far behind. A node that has heard of no grant for long gives its
     * requests old births, as if they had waited for long. The answer tells the sender the present clock, and the
     * sender passes it on to where the request came from. Only this answer corrects births: after a GRANT an old birth
     * may be a long wait. Each request is corrected at most once, so that it still ages.
     */
    void tellTheTime(Neighbour asker, PrioritizedMessage message, Effects out) {
        boolean late = clock.heard() - message.header().clock() > pool.aging();
        if (late
                && message instanceof RequestMessage
                && !asker.entry.isEmpty()
                && pool.policy().ages()) {
            sender.send(asker, Link::new, out);
        }
    }

    void setClock(Neighbour neighbour, PrioritizedMessage message, Effects out) {
        long before = clock.heard();
        long theirs = message.header().clock();
        clock.hear(theirs);
        boolean late = theirs - before > pool.aging();
        if (late
                && message instanceof Link
                && downhill.isRegisteredAt(neighbour)
                && pool.policy().ages()) {
            bringUpToDate(before, out);
        }
    }

    private void bringUpToDate(long formerClock, Effects out) {
        clients.bringUpToDate(formerClock, clock.heard(), out);
        for (Neighbour neighbour : heights.neighbours()) {
            if (!neighbour.entry.isEmpty()) {
                sender.send(neighbour, Link::new, out);
            }
        }
    }
}
