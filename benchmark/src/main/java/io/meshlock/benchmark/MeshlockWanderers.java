package io.meshlock.benchmark;

import io.meshlock.journal.Journals;
import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Setup;
import io.meshlock.simulator.World;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.engine.Distribution.Constant;
import io.meshlock.simulator.network.Topology;
import java.util.List;

/**
 * Wanderers in Meshlock's simulator: a world like any other, whose algorithm grants nothing. Each client's one request,
 * at time 0, sets a message off.
 */
final class MeshlockWanderers implements Wanderers {

    private static final Algorithm ALGORITHM = new Algorithm(
            "wanderers",
            "messages that wander about",
            "none",
            new Guarantees(Guarantees.Tokens.NONE, false, true),
            List.of(),
            Wanderer::new);

    private final World world;
    private long units;

    MeshlockWanderers(GeometricMesh mesh, int perNode, long seed) {
        Constant never = new Constant(1e9);
        WorldSpec.Workload oneRequest = new WorldSpec.Workload(
                WorldSpec.Arrivals.CLOSED,
                new Constant(0),
                never,
                new Constant(1),
                new Constant(0),
                null,
                null,
                perNode,
                null,
                null);
        WorldSpec spec = WorldSpec.builder(ALGORITHM)
                .pool(PoolSettings.permits(1))
                .nodes(mesh.nodes())
                .duration(Ticks.of(never.value()))
                .drain(0)
                .network(new WorldSpec.Network(new Topology.Listed(mesh.links()), new Constant(1), null, null, false))
                .workload(oneRequest)
                .build();
        world = new World(spec, seed, Journals.none());
        world.runUntil(0);
    }

    @Override
    public long run(int more) {
        long before = world.events();
        units += more;
        world.runUntil(units * Ticks.PER_UNIT);
        return world.events() - before;
    }

    private record Hop() implements Message {
        @Override
        public String type() {
            return "HOP";
        }

        @Override
        public int bytes() {
            return 1;
        }
    }

    private static final class Wanderer extends Protocol {

        private static final Message HOP = new Hop();

        private final int[] neighbours;
        private long dice;

        Wanderer(Setup setup) {
            super(setup);
            neighbours = setup.links().peers();
            dice = setup.node();
        }

        @Override
        protected void admit(long now, PermitRequest request, Effects out) {
            out.send(anybody(), HOP);
        }

        @Override
        public void receive(long now, int from, Message message, Effects out) {
            out.send(anybody(), message);
        }

        private int anybody() {
            dice = Wanderers.roll(dice);
            return neighbours[Wanderers.below(neighbours.length, dice)];
        }

        @Override
        public void cancel(long now, long request, Effects out) {}

        @Override
        public void release(long now, long grant, Effects out) {}

        @Override
        public void linkUp(long now, int peer, Effects out) {
            throw new IllegalStateException("this network does not change");
        }

        @Override
        public void linkDown(long now, int peer, Effects out) {
            throw new IllegalStateException("this network does not change");
        }

        @Override
        public String describe() {
            return "wanderer";
        }
    }
}
