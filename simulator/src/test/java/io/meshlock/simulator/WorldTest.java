package io.meshlock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.journal.Journal;
import io.meshlock.journal.JournalWriter;
import io.meshlock.journal.Journals;
import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Setup;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.network.Topology;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class WorldTest {

    private final Toy.Spec spec = new Toy.Spec();

    /** Sends a ball to every neighbour on each request and on each new link; balls with a number bounce that often. */
    private static final class Thrower extends Toy {
        private int[] peers;

        Thrower(Setup setup) {
            super(setup);
            peers = setup.links().peers();
        }

        @Override
        protected void admit(long now, PermitRequest request, Effects out) {
            for (int peer : peers) {
                out.send(peer, new Ball(3));
            }
            super.admit(now, request, out);
        }

        @Override
        public void receive(long now, int from, Message message, Effects out) {
            int bounces = ((Ball) message).number();
            if (bounces > 0) {
                out.send(from, new Ball(bounces - 1));
            }
        }

        @Override
        public void linkUp(long now, int peer, Effects out) {
            peers = Arrays.copyOf(peers, peers.length + 1);
            peers[peers.length - 1] = peer;
            out.send(peer, new Ball(0));
        }

        @Override
        public void linkDown(long now, int peer, Effects out) {
            peers = Arrays.stream(peers).filter(other -> other != peer).toArray();
        }
    }

    private String journal(long seed) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JournalWriter writer = new JournalWriter(bytes)) {
            new World(spec.build(), seed, writer).run();
        }
        return bytes.toString(StandardCharsets.US_ASCII);
    }

    private void makeItRough() {
        spec.algorithm = Toy.algorithm(Thrower::new);
        spec.topology = new Topology.Random(0.4);
        spec.delay = new Distribution.Exponential(2);
        spec.churn = new WorldSpec.Churn(Ticks.of(3), false);
        spec.partitions = new WorldSpec.Partitions(Ticks.of(10), new Distribution.Exponential(10));
        spec.lossy = true;
    }

    @Test
    void sameSeedSameBytesOtherSeedOtherBytes() {
        makeItRough();
        String once = journal(1);
        assertThat(once).contains("\"lost\"", "\"linkUp\"", "\"linkDown\"", "\"delivered\"", "\"released\"");
        assertThat(journal(1)).isEqualTo(once);
        assertThat(journal(2)).isNotEqualTo(once);
        spec.lossy = false;
        String reliable = journal(1);
        assertThat(reliable).doesNotContain("\"lost\"").contains("\"linkDown\"");
        assertThat(journal(1)).isEqualTo(reliable);
    }

    @Test
    void watchingDoesNotChangeTheRun() {
        makeItRough();
        World watched = new World(spec.build(), 3, new JournalWriter(new ByteArrayOutputStream()));
        World unwatched = new World(spec.build(), 3, Journals.none());
        watched.run();
        while (unwatched.runUntil(unwatched.now() + Ticks.of(0.7))) {
            assertThat(unwatched.now()).isLessThan(Ticks.of(110));
        }
        assertThat(unwatched.events()).isEqualTo(watched.events()).isGreaterThan(1000);
        assertThat(unwatched.now()).isEqualTo(watched.now());
    }

    @Test
    void theJournalBeginsWithLinksAndTokenAndNamesEachInputBeforeItsEffects() {
        spec.nodes = 2;
        spec.topology = new Topology.Line();
        spec.algorithm = Toy.algorithm(Thrower::new);
        spec.only = List.of(1);
        spec.think = new Distribution.Constant(2.5);
        spec.hold = new Distribution.Constant(0.25);
        spec.duration = 3.0;
        assertThat(journal(1)
                        .replaceAll(",\"bytes\":1|,\"p\":\\d|,\"text\":\"[^\"]*\"", "")
                        .lines())
                .containsExactly(
                        "{\"t\":0,\"e\":\"linkUp\",\"n\":0,\"to\":1}",
                        "{\"t\":0,\"e\":\"tokens\",\"n\":0,\"held\":1}",
                        "{\"t\":2.5,\"e\":\"stepped\",\"n\":1}",
                        "{\"t\":2.5,\"e\":\"requested\",\"n\":1,\"r\":1,\"h\":1}",
                        "{\"t\":2.5,\"e\":\"sent\",\"n\":1,\"to\":0,\"m\":\"BALL\"}",
                        "{\"t\":2.5,\"e\":\"granted\",\"n\":1,\"r\":1,\"g\":1,\"h\":1}",
                        "{\"t\":2.75,\"e\":\"stepped\",\"n\":1}",
                        "{\"t\":2.75,\"e\":\"released\",\"n\":1,\"r\":1,\"g\":1,\"h\":1}",
                        "{\"t\":3,\"e\":\"healed\"}",
                        "{\"t\":3.5,\"e\":\"stepped\",\"n\":0}",
                        "{\"t\":3.5,\"e\":\"delivered\",\"n\":1,\"to\":0,\"m\":\"BALL\"}",
                        "{\"t\":3.5,\"e\":\"sent\",\"n\":0,\"to\":1,\"m\":\"BALL\"}",
                        "{\"t\":4.5,\"e\":\"stepped\",\"n\":1}",
                        "{\"t\":4.5,\"e\":\"delivered\",\"n\":0,\"to\":1,\"m\":\"BALL\"}",
                        "{\"t\":4.5,\"e\":\"sent\",\"n\":1,\"to\":0,\"m\":\"BALL\"}",
                        "{\"t\":5.5,\"e\":\"stepped\",\"n\":0}",
                        "{\"t\":5.5,\"e\":\"delivered\",\"n\":1,\"to\":0,\"m\":\"BALL\"}",
                        "{\"t\":5.5,\"e\":\"sent\",\"n\":0,\"to\":1,\"m\":\"BALL\"}",
                        "{\"t\":6.5,\"e\":\"stepped\",\"n\":1}",
                        "{\"t\":6.5,\"e\":\"delivered\",\"n\":0,\"to\":1,\"m\":\"BALL\"}",
                        "{\"t\":6.5,\"e\":\"ended\"}");
    }

    @Test
    void bothEndsNoticeALinkChangeTheLowerFirst() {
        makeItRough();
        spec.algorithm = Toy.algorithm(Toy::new);
        List<String> lines = journal(4).lines().skip(18).toList();
        int changes = 0;
        for (int i = 0; i < lines.size(); i++) {
            Matcher change = Pattern.compile("\\{\"t\":(.*),\"e\":\"link(Up|Down)\",\"n\":(\\d),\"to\":(\\d)}")
                    .matcher(lines.get(i));
            if (change.matches()) {
                String step = "{\"t\":" + change.group(1) + ",\"e\":\"stepped\",\"n\":";
                assertThat(lines.subList(i + 1, i + 3))
                        .containsExactly(step + change.group(3) + "}", step + change.group(4) + "}");
                assertThat(change.group(3)).isLessThan(change.group(4));
                changes++;
            }
        }
        assertThat(changes).isGreaterThan(50);
    }

    @Test
    void nodesStartWithTheirLinksAndDistances() {
        List<String> setups = new ArrayList<>();
        spec.nodes = 4;
        spec.topology = new Topology.Ring();
        spec.lossy = true;
        spec.algorithm = Toy.algorithm(setup -> {
            setups.add(setup.node() + (setup.bootstrap() ? " bootstraps" : "") + " at " + setup.distance() + " peers "
                    + Arrays.toString(setup.links().peers()) + " at "
                    + Arrays.toString(setup.links().distances()) + " lossy " + setup.lossyLinks());
            return new Toy(setup);
        });
        World world = new World(spec.build(), 1, Journals.none());
        assertThat(setups)
                .containsExactly(
                        "0 bootstraps at 0 peers [1, 3] at [1, 1] lossy true",
                        "1 at 1 peers [0, 2] at [0, 2] lossy true",
                        "2 at 2 peers [1, 3] at [1, 1] lossy true",
                        "3 at 1 peers [0, 2] at [0, 2] lossy true");
        assertThat(world.describe(2)).isEqualTo("node 2");
    }

    @Test
    void timersFireOnceAndSettingARunningOneStartsItAgain() {
        List<String> fired = new ArrayList<>();
        spec.nodes = 1;
        spec.topology = new Topology.Line();
        spec.think = new Distribution.Constant(10);
        spec.hold = new Distribution.Constant(1);
        spec.duration = 40;
        spec.algorithm = Toy.algorithm(setup -> new Toy(setup) {
            @Override
            protected void admit(long now, PermitRequest request, Effects out) {
                if (request.id() <= 2) {
                    out.setTimer(77, Ticks.of(15));
                    out.setTimer((int) request.id(), Ticks.of(2));
                }
                super.admit(now, request, out);
            }

            @Override
            public void timerFired(long now, int timer, Effects out) {
                fired.add(timer + " at " + Ticks.toUnits(now));
                if (timer == 1) {
                    out.setTimer(1000, Ticks.of(0.5));
                }
            }
        });
        new World(spec.build(), 1, Journals.none()).run();
        // Requests at 10 and 21: the second one starts timer 77 again, which would have fired at 25.
        assertThat(fired).containsExactly("1 at 12.0", "1000 at 12.5", "2 at 23.0", "77 at 36.0");
    }

    /** Records the events after the network has healed, and when the world ends. */
    private static final class Closing implements Journal {
        long healed = -1;
        long ended = -1;
        int requestsAfter;
        int changesAfter;
        final Set<List<Integer>> links = new HashSet<>();
        int open;
        boolean whole;

        @Override
        public void requested(long time, int node, PermitRequest request) {
            requestsAfter += healed >= 0 ? 1 : 0;
        }

        @Override
        public void granted(long time, int node, PermitGrant grant) {
            open++;
        }

        @Override
        public void released(long time, int node, PermitGrant grant) {
            open--;
        }

        @Override
        public void linkUp(long time, int a, int b) {
            links.add(List.of(a, b));
            changesAfter += healed >= 0 ? 1 : 0;
        }

        @Override
        public void linkDown(long time, int a, int b) {
            links.remove(List.of(a, b));
            changesAfter += healed >= 0 ? 1 : 0;
        }

        @Override
        public void healed(long time) {
            assertThat(healed).isEqualTo(-1);
            healed = time;
            whole = reachedFromNodeZero() == 10;
        }

        private int reachedFromNodeZero() {
            Set<Integer> reached = new HashSet<>(Set.of(0));
            for (int before = 0; before < reached.size(); ) {
                before = reached.size();
                for (List<Integer> link : links) {
                    if (reached.contains(link.get(0)) || reached.contains(link.get(1))) {
                        reached.addAll(link);
                    }
                }
            }
            return reached.size();
        }

        @Override
        public void ended(long time) {
            assertThat(ended).isEqualTo(-1);
            ended = time;
        }
    }

    private Closing close(long seed) {
        Closing closing = new Closing();
        new World(spec.build(), seed, closing).run();
        return closing;
    }

    @Test
    void afterTheDurationTheNetworkIsWholeAndQuietAndTheWorldEndsWhenEverybodyWasServed() {
        makeItRough();
        for (int seed = 0; seed < 20; seed++) {
            Closing closing = close(seed);
            assertThat(closing.healed).isEqualTo(Ticks.of(100));
            assertThat(closing.requestsAfter).isZero();
            assertThat(closing.changesAfter).isZero();
            assertThat(closing.open).isZero();
            assertThat(closing.ended).isBetween(Ticks.of(100), Ticks.of(110));
            assertThat(closing.whole).isTrue();
        }
    }

    @Test
    void splitsAloneLeaveTheLinksAsTheyWere() {
        makeItRough();
        spec.churn = null;
        assertThat(close(1).links).hasSize(18);
    }

    @Test
    void aWorldInWhichSomebodyWaitsForEverEndsWithTheDrain() {
        spec.algorithm = Toy.algorithm(setup -> new Toy(setup) {
            @Override
            protected void admit(long now, PermitRequest request, Effects out) {}
        });
        assertThat(close(1).ended).isEqualTo(Ticks.of(110));
    }

    @Test
    void holdersAreWaitedFor() {
        spec.think = new Distribution.Uniform(90, 95);
        spec.hold = new Distribution.Constant(12);
        Closing closing = close(1);
        assertThat(closing.open).isZero();
        assertThat(closing.ended).isBetween(Ticks.of(104), Ticks.of(107));
    }

    @Test
    void runningStepByStepStopsWhereItIsTold() {
        World world = new World(spec.build(), 1, Journals.none());
        assertThat(world.runUntil(Ticks.of(50))).isTrue();
        assertThat(world.now()).isEqualTo(Ticks.of(50));
        long events = world.events();
        assertThat(events).isPositive();
        assertThat(world.runUntil(Long.MAX_VALUE)).isFalse();
        assertThat(world.events()).isGreaterThan(events);
        assertThat(world.runUntil(Long.MAX_VALUE)).isFalse();
    }
}
