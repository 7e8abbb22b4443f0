package io.meshlock.simulator.network;

import io.meshlock.simulator.engine.Feature;
import org.jspecify.annotations.Nullable;

/** Hands messages that have crossed their link to the endpoints. */
public final class Deliveries implements Feature {

    private final Network network;
    private final int kind;
    private final Endpoints endpoints;

    /** @param kind the kind of the events that carry the network's messages */
    public Deliveries(Network network, int kind, Endpoints endpoints) {
        this.network = network;
        this.kind = kind;
        this.endpoints = endpoints;
    }

    @Override
    public int[] kinds() {
        return new int[] {kind};
    }

    @Override
    public void handle(int eventKind, int from, int to, @Nullable Object payload) {
        network.arrived();
        endpoints.deliver(from, to, Network.message(payload));
    }
}
