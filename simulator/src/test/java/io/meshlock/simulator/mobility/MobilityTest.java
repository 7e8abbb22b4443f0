package io.meshlock.simulator.mobility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.meshlock.journal.Ticks;
import io.meshlock.simulator.engine.Distribution;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Paths stay inside, keep to their speeds, and look the same at every instant. */
class MobilityTest {

    private static final Area AREA = new Area(1000, 600);
    private static final Distribution NO_PAUSE = new Distribution.Constant(0);
    private static final long HOUR = Ticks.of(3600);

    static Stream<Mobility> models() {
        return Stream.of(
                new RandomWaypoint(AREA, new Speeds(5, 20), NO_PAUSE, true),
                new RandomWaypoint(AREA, new Speeds(5, 20), new Distribution.Uniform(0, 60), true),
                new RandomWaypoint(AREA, new Speeds(20, 20), new Distribution.Exponential(30), false),
                new RandomWalk(AREA, new Speeds(5, 20), new Distribution.Exponential(15)),
                new GaussMarkov(AREA, 12, 0.8, 2),
                new GroupMobility(AREA, 3, 50, new Speeds(5, 20), NO_PAUSE, new Speeds(1, 2)),
                new Stationary(AREA));
    }

    @ParameterizedTest
    @MethodSource("models")
    void pathsAreJoinedAndStayInside(Mobility mobility) {
        for (int node = 0; node < 20; node++) {
            for (Leg leg : Paths.legs(mobility.walker(node, 42), HOUR)) {
                assertThat(leg.fromX()).isBetween(0.0, AREA.width());
                assertThat(leg.fromY()).isBetween(0.0, AREA.height());
                assertThat(leg.toX()).isBetween(0.0, AREA.width());
                assertThat(leg.toY()).isBetween(0.0, AREA.height());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void theSameSeedGivesTheSamePathAndEveryNodeItsOwn(Mobility mobility) {
        List<Leg> path = Paths.legs(mobility.walker(3, 42), HOUR);
        assertThat(Paths.legs(mobility.walker(3, 42), HOUR)).isEqualTo(path);
        assertThat(Paths.legs(mobility.walker(4, 42), HOUR)).isNotEqualTo(path);
        assertThat(Paths.legs(mobility.walker(3, 43), HOUR)).isNotEqualTo(path);
    }

    @Test
    void speedsAreThoseAskedFor() {
        for (Mobility mobility : List.of(
                new RandomWaypoint(AREA, new Speeds(5, 20), new Distribution.Constant(9), true),
                new RandomWalk(AREA, new Speeds(5, 20), new Distribution.Constant(15)))) {
            double fastest = 0;
            double slowest = Double.MAX_VALUE;
            for (int node = 0; node < 50; node++) {
                for (Leg leg : Paths.legs(mobility.walker(node, 1), HOUR)) {
                    // A tick is a millionth: very short legs, as between two bounces in a corner, round coarsely.
                    if (!leg.isRest() && leg.length() > 0.1) {
                        double speed = leg.length() / Ticks.toUnits(leg.end() - leg.start());
                        fastest = Math.max(fastest, speed);
                        slowest = Math.min(slowest, speed);
                    }
                }
            }
            assertThat(fastest).as("%s", mobility).isBetween(19.9, 20.001);
            assertThat(slowest).as("%s", mobility).isBetween(4.999, 5.1);
        }
    }

    @Test
    void gaussMarkovHasItsMeanSpeedAndItsMemory() {
        double interval = 2;
        GaussMarkov mobility = new GaussMarkov(new Area(1e6, 1e6), 12, 0.8, interval);
        double distance = 0;
        double product = 0;
        double square = 0;
        long legs = 0;
        for (int node = 0; node < 100; node++) {
            List<Leg> path = Paths.legs(mobility.walker(node, 1), HOUR);
            for (int i = 1; i < path.size(); i++) {
                double vx = path.get(i).toX() - path.get(i).fromX();
                double before = path.get(i - 1).toX() - path.get(i - 1).fromX();
                product += vx * before;
                square += before * before;
                distance += path.get(i).length();
                legs++;
            }
        }
        assertThat(distance / (legs * interval)).isEqualTo(12, offset(0.2));
        assertThat(product / square).isEqualTo(0.8, offset(0.01));
    }

    @Test
    void membersStayWithTheirGroup() {
        GroupMobility mobility = new GroupMobility(AREA, 3, 50, new Speeds(20, 20), NO_PAUSE, new Speeds(1, 2));
        double diameter = new Area(100, 100).diagonal();
        List<Leg> leader = Paths.legs(mobility.walker(0, 9), HOUR);
        List<Leg> fellow = Paths.legs(mobility.walker(3, 9), HOUR);
        List<Leg> stranger = Paths.legs(mobility.walker(1, 9), HOUR);
        double farthest = 0;
        for (long tick = 0; tick < HOUR; tick += Ticks.of(10)) {
            assertThat(distance(leader, fellow, tick)).isLessThanOrEqualTo(diameter);
            farthest = Math.max(farthest, distance(leader, stranger, tick));
        }
        assertThat(farthest).isGreaterThan(3 * diameter);
    }

    private static double distance(List<Leg> one, List<Leg> other, long tick) {
        Leg a = Paths.legAt(one, tick);
        Leg b = Paths.legAt(other, tick);
        return Leg.distance(a.x(tick), a.y(tick), b.x(tick), b.y(tick));
    }

    /** [Wu] sets mobility as the share of the time that hosts move, by the pause. */
    @Test
    void thePauseForAShareOfMovementGivesThatShare() {
        Area area = new Area(700, 700);
        Speeds speed = new Speeds(20, 20);
        for (double share : List.of(1.0, 0.5, 0.1)) {
            Distribution pause = RandomWaypoint.pauseFor(share, area, speed);
            Mobility mobility = new RandomWaypoint(area, speed, pause, true);
            // 0.521 sides at 20 m/s on average.
            assertThat(pause.mean()).isEqualTo(0.521405 * 700 / 20 * (1 - share) / share, offset(0.001));
            assertThat(timeMoving(mobility)).isEqualTo(share, offset(0.02));
        }
    }

    /** Uniform places would have 0.25 in the middle quarter of the area; random waypoint settles well above. */
    @Test
    void aStationaryStartDoesNotDrift() {
        DoubleBinaryOperator inTheMiddle =
                (x, y) -> Math.abs(x / AREA.width() - 0.5) < 0.25 && Math.abs(y / AREA.height() - 0.5) < 0.25 ? 1 : 0;
        Distribution pause = new Distribution.Constant(20);
        Mobility settled = new RandomWaypoint(AREA, new Speeds(2, 20), pause, true);
        Mobility fresh = new RandomWaypoint(AREA, new Speeds(2, 20), pause, false);
        double late = at(settled, HOUR, inTheMiddle);
        assertThat(late).isGreaterThan(0.32);
        assertThat(at(settled, 0, inTheMiddle)).isEqualTo(late, offset(0.025));
        assertThat(at(fresh, 0, inTheMiddle)).isEqualTo(0.25, offset(0.025));
        assertThat(at(fresh, HOUR, inTheMiddle)).isEqualTo(late, offset(0.025));
        // The same for who moves: at first nobody of the fresh rests.
        double share = ((RandomWaypoint) settled).moving();
        assertThat(moving(settled, 0)).isEqualTo(share, offset(0.025));
        assertThat(moving(settled, HOUR)).isEqualTo(share, offset(0.025));
        assertThat(moving(fresh, 0)).isEqualTo(1);
    }

    @Test
    void walksAndGaussMarkovAreSpreadEvenlyAtAllTimes() {
        DoubleBinaryOperator atTheBorder = (x, y) -> x < 100 || x > 900 || y < 60 || y > 540 ? 1 : 0;
        for (Mobility mobility : List.of(
                new RandomWalk(AREA, new Speeds(5, 20), new Distribution.Constant(15)),
                new GaussMarkov(AREA, 12, 0.8, 2))) {
            assertThat(at(mobility, 0, atTheBorder)).isEqualTo(0.36, offset(0.025));
            assertThat(at(mobility, Ticks.of(600), atTheBorder)).isEqualTo(0.36, offset(0.025));
        }
    }

    @Test
    void meanDistancesAreTheKnownOnes() {
        assertThat(new Area(1, 1).meanDistance()).isEqualTo(0.5214054, offset(1e-6));
        // A line, nearly: a third of its length.
        assertThat(new Area(1000, 0.01).meanDistance()).isEqualTo(1000.0 / 3, offset(0.1));
    }

    /** The mean of a function of the place of 4,000 nodes at one instant. */
    private static double at(Mobility mobility, long tick, DoubleBinaryOperator value) {
        double sum = 0;
        int nodes = 4000;
        for (int node = 0; node < nodes; node++) {
            Leg leg = legAt(mobility.walker(node, 11), tick);
            sum += value.applyAsDouble(leg.x(tick), leg.y(tick));
        }
        return sum / nodes;
    }

    private static double moving(Mobility mobility, long tick) {
        double sum = 0;
        for (int node = 0; node < 4000; node++) {
            sum += legAt(mobility.walker(node, 11), tick).isRest() ? 0 : 1;
        }
        return sum / 4000;
    }

    private static Leg legAt(Walker walker, long tick) {
        Leg leg = walker.next();
        while (leg.end() <= tick) {
            leg = walker.next();
        }
        return leg;
    }

    /** The share of an hour that 200 nodes move. */
    private static double timeMoving(Mobility mobility) {
        double sum = 0;
        for (int node = 0; node < 200; node++) {
            for (Leg leg : Paths.legs(mobility.walker(node, 1), HOUR)) {
                sum += leg.isRest() ? 0 : Math.min(HOUR, leg.end()) - leg.start();
            }
        }
        return sum / HOUR / 200;
    }
}
