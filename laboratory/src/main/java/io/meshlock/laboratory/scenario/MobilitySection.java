package io.meshlock.laboratory.scenario;

import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.mobility.Area;
import io.meshlock.simulator.mobility.GaussMarkov;
import io.meshlock.simulator.mobility.GroupMobility;
import io.meshlock.simulator.mobility.Mobility;
import io.meshlock.simulator.mobility.Moving;
import io.meshlock.simulator.mobility.Radio;
import io.meshlock.simulator.mobility.RandomWalk;
import io.meshlock.simulator.mobility.RandomWaypoint;
import io.meshlock.simulator.mobility.Speeds;
import io.meshlock.simulator.mobility.Stationary;
import io.meshlock.simulator.network.Topology;
import io.meshlock.yaml.Numbers;
import io.meshlock.yaml.Numbers.Bounds;
import io.meshlock.yaml.Value.Section;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Understands {@code network.mobility}: nodes that move, and links between those that are near each other. */
final class MobilitySection {

    private static final List<String> MODELS =
            List.of("random-waypoint", "random-walk", "gauss-markov", "group", "static");

    /** Keys that only some models have, with the models that have them. */
    private static final Map<String, List<String>> MODEL_KEYS = Map.of(
            "speed", List.of("random-waypoint", "random-walk", "gauss-markov", "group"),
            "pause", List.of("random-waypoint", "group"),
            "moving", List.of("random-waypoint"),
            "start", List.of("random-waypoint"),
            "interval", List.of("random-walk", "gauss-markov"),
            "memory", List.of("gauss-markov"),
            "groups", List.of("group"),
            "spread", List.of("group"),
            "roaming", List.of("group"));

    private static final List<String> KEYS = List.of(
            "model",
            "area",
            "radius",
            "hysteresis",
            "loss",
            "speed",
            "pause",
            "moving",
            "start",
            "interval",
            "memory",
            "groups",
            "spread",
            "roaming");

    private static final Bounds SPEED = Bounds.between(0.001, 1e6);
    private static final Distribution NO_PAUSE = new Distribution.Constant(0);

    private final Fields fields;

    MobilitySection(Section section) {
        fields = new Fields(section, "network.mobility", KEYS);
    }

    Map<String, Object> resolved() {
        return fields.resolved();
    }

    Topology resolve() {
        String model = fields.choice("model", null, MODELS);
        MODEL_KEYS.keySet().stream().sorted().forEach(key -> {
            List<String> owners = MODEL_KEYS.getOrDefault(key, MODELS);
            if (!owners.contains(model)) {
                String expected = key + " only with model " + String.join(", ", owners);
                fields.refuse(key, "means nothing with model " + model, expected);
            }
        });
        double[] sides = fields.pair("area", null, RadioSection.DISTANCE, "a side, or [width, height]");
        Area area = new Area(sides[0], sides[1]);
        Radio radio = RadioSection.resolve(fields);
        return new Moving(mobility(model, area), radio);
    }

    private Mobility mobility(String model, Area area) {
        return switch (model) {
            case "random-waypoint" -> waypoint(area);
            case "random-walk" -> new RandomWalk(area, speeds("speed", null), interval());
            case "gauss-markov" -> gaussMarkov(area);
            case "group" -> group(area);
            default -> new Stationary(area);
        };
    }

    private Mobility waypoint(Area area) {
        Speeds speed = speeds("speed", null);
        Distribution fallback = NO_PAUSE;
        if (fields.isGiven("moving")) {
            fields.refuse("pause", "stands beside moving", "either pause or moving");
            double moving = fields.number("moving", null, Bounds.between(0.001, 1));
            fallback = RandomWaypoint.pauseFor(moving, area, speed);
            fields.resolved().remove("moving"); // the pause says the same, and only one of them may stand
        }
        Distribution pause = fields.distribution("pause", fallback, Distributions.SPANS);
        boolean stationary = fields.choice("start", "stationary", List.of("stationary", "uniform"))
                .equals("stationary");
        return new RandomWaypoint(area, speed, pause, stationary);
    }

    private Distribution interval() {
        return fields.distribution("interval", new Distribution.Constant(10), Distributions.POSITIVE_SPANS);
    }

    private Mobility gaussMarkov(Area area) {
        double speed = fields.number("speed", null, SPEED);
        double memory = fields.number("memory", 0.75, Bounds.between(0, 0.9999));
        double interval = fields.number("interval", 1.0, ScenarioResolver.POSITIVE_TIME);
        return new GaussMarkov(area, speed, memory, interval);
    }

    private Mobility group(Area area) {
        int groups = (int) fields.whole("groups", 2L, Bounds.between(1, 1_000_000));
        double most = Math.min(area.width(), area.height()) / 2;
        double spread = fields.number("spread", null, Bounds.inside(0, most));
        Speeds speed = speeds("speed", null);
        Distribution pause = fields.distribution("pause", NO_PAUSE, Distributions.SPANS);
        Speeds roaming = speeds("roaming", new double[] {speed.min() / 10, speed.max() / 10});
        return new GroupMobility(area, groups, spread, speed, pause, roaming);
    }

    private Speeds speeds(String key, double @Nullable [] fallback) {
        double[] range = fields.pair(key, fallback, SPEED, "a speed, or [slowest, fastest]");
        if (range[0] > range[1]) {
            String wrong = Numbers.plain(range[0]) + " is faster than " + Numbers.plain(range[1]);
            throw fields.wrong(key, wrong, "[slowest, fastest]");
        }
        return new Speeds(range[0], range[1]);
    }
}
