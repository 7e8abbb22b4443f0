package io.meshlock.simulator;

import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.engine.Feature;
import io.meshlock.simulator.engine.RandomStreams;
import io.meshlock.simulator.network.Churn;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/** Changes a random link at exponential intervals. */
final class LinkChurn implements Feature {

    private final Churn churn;
    private final long mean;
    private final EventQueue queue;
    private final UniformRandomProvider random;
    private boolean healed;

    LinkChurn(Churn churn, long mean, EventQueue queue, UniformRandomProvider random) {
        this.churn = churn;
        this.mean = mean;
        this.queue = queue;
        this.random = random;
    }

    @Override
    public int[] kinds() {
        return new int[] {EventKind.CHURN};
    }

    @Override
    public void start() {
        queue.add(queue.now() + RandomStreams.exponentialTicks(mean, random), EventKind.CHURN, 0, 0, null);
    }

    @Override
    public void handle(int kind, int a, int b, @Nullable Object payload) {
        if (!healed) {
            churn.change();
            start();
        }
    }

    @Override
    public void heal() {
        healed = true;
    }
}
