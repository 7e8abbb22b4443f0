package io.meshlock.simulator;

import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.engine.Feature;
import io.meshlock.simulator.network.LinkHistory;
import io.meshlock.simulator.network.MovingLinks;
import io.meshlock.simulator.network.Partitions;
import org.jspecify.annotations.Nullable;

/**
 * Brings links up and down because nodes move, or as recorded; links of nodes that are down or cut off wait. When the
 * world heals, nodes stop where they are.
 */
final class LinkMotion implements Feature {

    private final MovingLinks moving;
    private final Partitions links;
    private final EventQueue queue;
    private boolean healed;

    LinkMotion(MovingLinks moving, Partitions links, EventQueue queue) {
        this.moving = moving;
        this.links = links;
        this.queue = queue;
    }

    @Override
    public int[] kinds() {
        return new int[] {EventKind.MOTION};
    }

    @Override
    public void start() {
        if (moving.nextTime() != LinkHistory.NEVER) {
            queue.add(moving.nextTime(), EventKind.MOTION, 0, 0, null);
        }
    }

    @Override
    public void handle(int kind, int a, int b, @Nullable Object payload) {
        if (!healed) {
            moving.change(links);
            start();
        }
    }

    @Override
    public void heal() {
        healed = true;
    }
}
