package io.meshlock.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Setup;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.engine.RandomStreams;
import io.meshlock.simulator.engine.RandomStreams.Concern;
import io.meshlock.simulator.mobility.Area;
import io.meshlock.simulator.mobility.Moving;
import io.meshlock.simulator.mobility.Radio;
import io.meshlock.simulator.mobility.RandomWaypoint;
import io.meshlock.simulator.mobility.Speeds;
import io.meshlock.simulator.network.LinkHistory;
import io.meshlock.simulator.network.RecordedLinks;
import io.meshlock.simulator.network.Topology;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Worlds whose links come and go because nodes move, or as recorded. */
class MotionTest {

    private static final RandomWaypoint WANDERING =
            new RandomWaypoint(new Area(700, 700), new Speeds(20, 20), new Distribution.Constant(0), true);

    private static Toy.Spec moving(Radio radio) {
        Toy.Spec toys = new Toy.Spec();
        toys.nodes = 12;
        toys.topology = new Moving(WANDERING, radio);
        return toys;
    }

    @Test
    void linksFollowTheMovementUntilTheDuration() {
        WorldSpec spec = moving(Radio.of(200, 0.05)).build();
        Links links = new Links();
        new World(spec, 3, links).run();
        long seed = new RandomStreams(3).seedOf(Concern.MOBILITY);
        List<String> expected =
                told(((Topology.Changing) spec.network().topology()).history(spec.nodes(), spec.duration(), seed));
        assertThat(links.beforeHealing).hasSizeGreaterThan(100).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void allSeedsEndWithAMeshInOnePiece() {
        int inParts = 0;
        for (long seed = 0; seed < 20; seed++) {
            Links links = new Links();
            new World(moving(Radio.of(150, 0)).build(), seed, links).run();
            assertThat(links.isWhole(12)).as("seed %d", seed).isTrue();
            inParts += links.formedByHealing > 0 ? 1 : 0;
        }
        assertThat(inParts).as("meshes that had to be joined").isGreaterThan(10);
    }

    @Test
    void nobodyMovesAfterHealing() {
        Links links = new Links();
        Toy.Spec toys = moving(Radio.of(200, 0));
        toys.hold = new Distribution.Constant(50);
        toys.drain = 100;
        new World(toys.build(), 3, links).run();
        assertThat(links.ended).isGreaterThan(Ticks.of(110));
        assertThat(links.lastChange).isLessThanOrEqualTo(Ticks.of(100));
    }

    @Test
    void theMovementIsTheSameForEveryAlgorithmAndWorkload() {
        Toy.Spec toys = moving(Radio.of(200, 0.05));
        Links one = new Links();
        new World(toys.build(), 3, one).run();
        toys.think = new Distribution.Exponential(1);
        toys.algorithm = Toy.algorithm(Chatter::new);
        Links other = new Links();
        new World(toys.build(), 3, other).run();
        assertThat(other.beforeHealing).isEqualTo(one.beforeHealing);
    }

    /** Only the part of the bootstrap node starts with its links; the others are told of theirs at tick 0. */
    @Test
    void aMeshInPartsStartsWithLinkUps() {
        Toy.Spec toys = new Toy.Spec();
        toys.nodes = 6;
        RecordedLinks.Builder contacts = new RecordedLinks.Builder();
        contacts.add(0, 0, 1, true);
        contacts.add(0, 2, 3, true);
        contacts.add(0, 4, 3, true);
        contacts.add(Ticks.of(5), 1, 2, true);
        toys.topology = new Topology.Recorded(contacts.build(new int[] {0, 1, 2, 3, 4, 5}, 0));
        List<String> heard = new ArrayList<>();
        toys.algorithm = Toy.algorithm(setup -> new Toy(setup) {
            {
                heard.add(node() + " starts with " + setup.links().peers().length + " links at distance "
                        + setup.distance());
            }

            @Override
            public void linkUp(long now, int peer, Effects out) {
                heard.add(Ticks.toUnits(now) + ": " + node() + " hears of " + peer);
            }
        });
        World world = new World(toys.build(), 1, new Journal() {});
        world.runUntil(Ticks.of(50));
        assertThat(heard)
                .containsExactly(
                        "0 starts with 1 links at distance 0",
                        "1 starts with 1 links at distance 1",
                        "2 starts with 0 links at distance 6",
                        "3 starts with 0 links at distance 6",
                        "4 starts with 0 links at distance 6",
                        "5 starts with 0 links at distance 6",
                        "0.0: 2 hears of 3",
                        "0.0: 3 hears of 2",
                        "0.0: 3 hears of 4",
                        "0.0: 4 hears of 3",
                        "5.0: 1 hears of 2",
                        "5.0: 2 hears of 1");
    }

    @Test
    void lossShowsAsDelayAndNothingElse() {
        RecordedLinks.Builder contacts = new RecordedLinks.Builder();
        contacts.add(0, 0, 1, true);
        contacts.quality(0, 1, 0.25);
        Toy.Spec toys = new Toy.Spec();
        toys.nodes = 2;
        toys.duration = 1_200_000;
        toys.think = new Distribution.Constant(100);
        toys.topology = new Topology.Recorded(contacts.build(new int[] {0, 1}, 0));
        toys.algorithm = Toy.algorithm(Chatter::new);
        toys.only = List.of(0);
        Delays delays = new Delays();
        new World(toys.build(), 5, delays).run();
        assertThat(delays.count).isGreaterThan(10_000);
        // A quarter of the attempts get through, so four are made on average, each with a delay of 1.
        assertThat(delays.attempts.get(1L) / (double) delays.count).isEqualTo(0.25, offset(0.02));
        assertThat(delays.sum / delays.count).isEqualTo(4, offset(0.15));
    }

    /** Of two, tells the other one of every request. */
    private static final class Chatter extends Toy {
        Chatter(Setup setup) {
            super(setup);
        }

        @Override
        protected void admit(long now, PermitRequest request, Effects out) {
            if (setup.meshSize() == 2) {
                out.send(1 - node(), new Ball(1));
            }
            super.admit(now, request, out);
        }
    }

    private static List<String> told(LinkHistory history) {
        List<String> told = new ArrayList<>();
        while (history.next()) {
            told.add(history.time() + ": " + history.low() + "-" + history.high() + (history.isUp() ? " up" : " down"));
        }
        return told;
    }

    private static final class Delays implements Journal {
        private final IdentityHashMap<Message, Long> sent = new IdentityHashMap<>();
        private final Map<Long, Long> attempts = new TreeMap<>();
        private double sum;
        private long count;

        @Override
        public void sent(long time, int from, int to, Message message) {
            sent.put(message, time);
        }

        @Override
        public void delivered(long time, int from, int to, Message message) {
            long delay = time - sent.remove(message);
            attempts.merge(Math.round(Ticks.toUnits(delay)), 1L, Long::sum);
            sum += Ticks.toUnits(delay);
            count++;
        }
    }

    private static final class Links implements Journal {
        private final List<String> beforeHealing = new ArrayList<>();
        private final List<int[]> links = new ArrayList<>();
        private long lastChange;
        private long ended;
        private int formedByHealing;

        @Override
        public void linkUp(long time, int a, int b) {
            change(time, a, b, true);
        }

        @Override
        public void linkDown(long time, int a, int b) {
            change(time, a, b, false);
        }

        @Override
        public void ended(long time) {
            ended = time;
        }

        private void change(long time, int a, int b, boolean comes) {
            lastChange = time;
            if (time < Ticks.of(100)) {
                beforeHealing.add(time + ": " + a + "-" + b + (comes ? " up" : " down"));
            } else {
                formedByHealing++;
            }
            if (comes) {
                links.add(new int[] {a, b});
            } else {
                links.removeIf(link -> link[0] == a && link[1] == b);
            }
        }

        boolean isWhole(int nodes) {
            TreeSet<Integer> reached = new TreeSet<>(List.of(0));
            for (int round = 0; round < nodes; round++) {
                for (int[] link : links) {
                    if (reached.contains(link[0]) || reached.contains(link[1])) {
                        reached.add(link[0]);
                        reached.add(link[1]);
                    }
                }
            }
            return reached.size() == nodes;
        }
    }
}
