package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Link;
import io.meshlock.protocol.prioritized.PrioritizedMessage.RequestMessage;

/** What the clocks in messages mean for the births of requests. */
final class Births {

    private final PoolSettings pool;
    private final Heights terrain;
    private final Sender outbox;
    private final LocalRequests clients;
    private final Downhill downhill;

    Births(PoolSettings pool, Heights terrain, Sender outbox, LocalRequests clients, Downhill downhill) {
        this.pool = pool;
        this.terrain = terrain;
        this.outbox = outbox;
        this.clients = clients;
        this.downhill = downhill;
    }

    /**
     * A node that has heard of no grant for long gives its requests births long ago, which would pass for age. Whoever
     * gets such a request, and knows better, tells the sender what time it is, who passes it on to where the request came
     * from. Only this answer puts a birth right: a GRANT after a long wait shows true age. Each request is put right once
     * at most, so that it still grows old.
     */
    void tellTheTime(Neighbour asker, PrioritizedMessage message, Effects out) {
        boolean late = outbox.clock() - message.header().clock() > pool.aging();
        if (late
                && message instanceof RequestMessage
                && !asker.entry.isEmpty()
                && pool.policy().ages()) {
            outbox.send(asker, Link::new, out);
        }
    }

    void setClock(Neighbour neighbour, PrioritizedMessage message, Effects out) {
        long before = outbox.clock();
        long theirs = message.header().clock();
        outbox.advanceClock(theirs);
        boolean late = theirs - before > pool.aging();
        if (late
                && message instanceof Link
                && downhill.isRegisteredAt(neighbour)
                && pool.policy().ages()) {
            bringUpToDate(before, out);
        }
    }

    private void bringUpToDate(long formerClock, Effects out) {
        clients.bringUpToDate(formerClock, outbox.clock(), out);
        for (Neighbour neighbour : terrain.neighbours()) {
            if (!neighbour.entry.isEmpty()) {
                outbox.send(neighbour, Link::new, out);
            }
        }
    }
}
