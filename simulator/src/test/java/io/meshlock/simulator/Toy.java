package io.meshlock.simulator;

import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Option;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.Slots;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.network.Topology;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A protocol that grants everything at once and sends nothing. Tests of the world override parts of it. */
class Toy extends Protocol {

    protected final Setup setup;

    Toy(Setup setup) {
        super(setup);
        this.setup = setup;
    }

    record Ball(int number) implements Message {
        @Override
        public String type() {
            return "BALL";
        }

        @Override
        public int bytes() {
            return 1;
        }
    }

    @Override
    protected void admit(long now, PermitRequest request, Effects out) {
        out.granted(new PermitGrant(request.id(), request.id(), request.permits(), Slots.NONE));
    }

    @Override
    public void cancel(long now, long request, Effects out) {}

    @Override
    public void release(long now, long grant, Effects out) {}

    @Override
    public void receive(long now, int from, Message message, Effects out) {}

    @Override
    public void linkUp(long now, int peer, Effects out) {}

    @Override
    public void linkDown(long now, int peer, Effects out) {}

    @Override
    public String describe() {
        return "node " + node();
    }

    static Algorithm algorithm(Function<Setup, Protocol> factory) {
        return algorithm(factory, false);
    }

    /** @param recovers whether it has leases and durable state */
    static Algorithm algorithm(Function<Setup, Protocol> factory, boolean recovers) {
        List<Option> options = recovers ? List.of(Option.toggle(Algorithm.RECOVERY, true, "always on")) : List.of();
        return new Algorithm(
                "toy", "for tests", "none", new Guarantees(Guarantees.Tokens.ONE, true, true), options, factory);
    }

    /** A builder of worlds of toys; by default 10 nodes in a ring, 100 time units, 10 of drain. */
    static final class Spec {
        Algorithm algorithm = algorithm(Toy::new);
        int nodes = 10;
        double duration = 100;
        double drain = 10;
        Topology topology = new Topology.Ring();
        Distribution delay = new Distribution.Constant(1);
        WorldSpec.@Nullable Churn churn;
        WorldSpec.@Nullable Partitions partitions;
        boolean lossy;
        WorldSpec.Arrivals arrivals = WorldSpec.Arrivals.CLOSED;
        Distribution think = new Distribution.Exponential(5);
        Distribution hold = new Distribution.Constant(1);
        Distribution permits = new Distribution.Constant(1);
        Distribution priority = new Distribution.Uniform(0, 9);

        @Nullable
        Distribution deadline;

        @Nullable
        Distribution patience;

        int clients = 1;
        WorldSpec.@Nullable Skew skew;

        @Nullable
        List<Integer> only;

        WorldSpec build() {
            WorldSpec.Network network = new WorldSpec.Network(topology, delay, churn, partitions, lossy);
            WorldSpec.Workload workload = new WorldSpec.Workload(
                    arrivals, think, hold, permits, priority, deadline, patience, clients, skew, only);
            return WorldSpec.builder(algorithm)
                    .pool(PoolSettings.permits(3))
                    .nodes(nodes)
                    .duration(Ticks.of(duration))
                    .drain(Ticks.of(drain))
                    .network(network)
                    .workload(workload)
                    .build();
        }
    }
}
