package io.meshlock.simulator.mobility;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.journal.Ticks;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.mobility.RecordedMovement.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProximityTest {

    /** Short paths of few ticks, so that every tick can be looked at: many legs, pauses, several nodes. */
    private static RecordedMovement scribble(int nodes, long ticks, double side, UniformRandomProvider random) {
        List<Path> paths = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            Path path = new Path();
            long tick = random.nextInt(3) == 0 ? random.nextInt(50) : 0;
            double x = random.nextDouble() * side;
            double y = random.nextDouble() * side;
            path.add(tick, x, y);
            while (tick < ticks) {
                tick += 1 + random.nextInt(300);
                boolean pause = random.nextInt(4) == 0;
                x = pause ? x : random.nextDouble() * side;
                y = pause ? y : random.nextDouble() * side;
                path.add(tick, x, y);
            }
            paths.add(path);
        }
        return new RecordedMovement(paths);
    }

    /** What looking at every pair at every tick gives. */
    private static List<String> sampled(RecordedMovement movement, Radio radio, long ticks) {
        int nodes = movement.nodes();
        List<List<Leg>> legs = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            legs.add(Paths.legs(movement.walker(node, 0), ticks));
        }
        boolean[][] up = new boolean[nodes][nodes];
        List<String> changes = new ArrayList<>();
        for (long tick = 0; tick < ticks; tick++) {
            for (int low = 0; low < nodes; low++) {
                Leg a = Paths.legAt(legs.get(low), tick);
                for (int high = low + 1; high < nodes; high++) {
                    Leg b = Paths.legAt(legs.get(high), tick);
                    double dx = a.x(tick) - b.x(tick);
                    double dy = a.y(tick) - b.y(tick);
                    double reach = up[low][high] ? radio.reach() : radio.radius();
                    boolean linked = dx * dx + dy * dy <= reach * reach;
                    if (linked != up[low][high]) {
                        up[low][high] = linked;
                        changes.add(tick + ": " + low + "-" + high + (linked ? " up" : " down"));
                    }
                }
            }
        }
        return changes;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.05, 0.5})
    void everyChangeIsFoundAtItsTick(double hysteresis) {
        UniformRandomProvider random = RandomSource.SPLIT_MIX_64.create(7L);
        long found = 0;
        for (int round = 0; round < 30; round++) {
            // Small radii make cells and stretches matter, large ones the pairs.
            Radio radio = Radio.of(5 + 60 * random.nextDouble(), hysteresis);
            RecordedMovement movement = scribble(7, 3000, 100 * (1 + random.nextInt(4)), random);
            List<String> exact = Paths.tell(new Proximity(movement.walkers(7, 0), radio, 3000));
            assertThat(exact).as("round %d, %s", round, radio).isEqualTo(sampled(movement, radio, 3000));
            found += exact.size();
        }
        assertThat(found).isGreaterThan(4000);
    }

    @Test
    void twoNodesThatPassEachOther() {
        // One stands, one passes at speed 10 along a line 30 away: within 50 from −40 to +40, out of 60 at ±√2700.
        Path standing = new Path();
        standing.add(0, 100, 30);
        Path passing = new Path();
        passing.add(0, 0, 0);
        passing.add(Ticks.of(20), 200, 0);
        Walker[] walkers = new RecordedMovement(List.of(standing, passing)).walkers(2, 0);
        long leaves = (long) Math.ceil((100 + Math.sqrt(2700)) / 10 * Ticks.PER_UNIT);
        assertThat(Paths.tell(new Proximity(walkers, Radio.of(50, 0.2), Ticks.of(100))))
                .containsExactly(Ticks.of(6) + ": 0-1 up", leaves + ": 0-1 down");
    }

    @Test
    void nothingHappensFromTheHorizonOn() {
        RecordedMovement movement = scribble(6, 3000, 100, RandomSource.SPLIT_MIX_64.create(3L));
        List<String> all = Paths.tell(new Proximity(movement.walkers(6, 0), Radio.of(30, 0), 3000));
        List<String> some = Paths.tell(new Proximity(movement.walkers(6, 0), Radio.of(30, 0), 1000));
        assertThat(some).hasSizeBetween(10, all.size() - 10).isEqualTo(all.subList(0, some.size()));
    }

    @Test
    void nodesThatNeverMeetEndAtTheHorizon() {
        Mobility walk = new RandomWalk(new Area(100, 100), new Speeds(1, 2), new Distribution.Constant(1));
        assertThat(Paths.tell(new Proximity(walk.walkers(4, 1), Radio.of(500, 0), Ticks.of(100))))
                .hasSize(6)
                .allMatch(change -> change.startsWith("0: "));
    }

    @Test
    void realUnitsAgreeWithSamplingBetweenTheChanges() {
        Mobility mobility =
                new RandomWaypoint(new Area(700, 700), new Speeds(20, 20), new Distribution.Constant(2), true);
        Radio radio = Radio.of(200, 0.05);
        int nodes = 20;
        long end = Ticks.of(300);
        Proximity links = new Proximity(mobility.walkers(nodes, 5), radio, end);
        long[] now = {0};
        Positions positions = new Positions(mobility.walkers(nodes, 5), radio, () -> now[0]);
        boolean[][] up = new boolean[nodes][nodes];
        boolean more = links.next();
        for (now[0] = 0; now[0] < end; now[0] += Ticks.of(0.01)) {
            while (more && links.time() <= now[0]) {
                up[links.low()][links.high()] = links.isUp();
                more = links.next();
            }
            for (int low = 0; low < nodes; low++) {
                for (int high = low + 1; high < nodes; high++) {
                    double distance =
                            Leg.distance(positions.x(low), positions.y(low), positions.x(high), positions.y(high));
                    if (distance <= radio.radius()) {
                        assertThat(up[low][high]).isTrue();
                    } else if (distance > radio.reach()) {
                        assertThat(up[low][high]).isFalse();
                    }
                }
            }
        }
    }

    @Test
    void qualityFallsTowardsTheEdge() {
        Radio radio = new Radio(200, 0.1, 0.8, 0.5);
        assertThat(radio.quality(0)).isEqualTo(1);
        assertThat(radio.quality(100)).isEqualTo(1);
        assertThat(radio.quality(150)).isEqualTo(0.6);
        assertThat(radio.quality(200)).isEqualTo(1 - 0.8);
        assertThat(radio.quality(220)).isEqualTo(1 - 0.8);
    }
}
