package io.meshlock.laboratory.scenario;

import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Option;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.Episodes;
import io.meshlock.simulator.Failures;
import io.meshlock.simulator.Failures.Absences;
import io.meshlock.simulator.Failures.Crashes;
import io.meshlock.simulator.Failures.Datagrams;
import io.meshlock.simulator.Failures.Pauses;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.network.Topology;
import io.meshlock.yaml.Numbers;
import io.meshlock.yaml.Numbers.Bounds;
import io.meshlock.yaml.Value.Section;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Understands {@code faults}: partitions, messages that get lost, nodes that are away for a while, and the faults that
 * only pools with recovery survive (hosts that crash or pause, clocks that drift, datagrams that get lost). The
 * resolved scenarios of other pools leave the last out.
 */
final class FaultsSection {

    private static final List<String> RECOVERED = List.of("crash", "pause", "clockDrift", "deaf");

    private static final List<String> KEYS = Stream.concat(
                    Stream.of("partition", "loss", "duplicate", "reorder", "doze", "disconnect", "outage", "reboot"),
                    RECOVERED.stream())
            .toList();

    private static final Bounds SHARE = Bounds.between(0, 0.95);
    private static final Bounds DRIFT = Bounds.between(0, 0.2);
    private static final double MILLION = 1_000_000;

    private final Fields faults;
    private final Algorithm algorithm;
    private final Options options;

    FaultsSection(Fields root, Algorithm algorithm, Options options) {
        this.faults = new Fields(root.sectionOrEmpty("faults"), "faults", KEYS);
        this.algorithm = algorithm;
        this.options = options;
        root.resolve("faults", faults.resolved());
    }

    /** The network with its faults. With recovery, only datagrams get lost between neighbours: {@link #failures}. */
    WorldSpec.Network disturb(WorldSpec.Network network, RoutingSection routing) {
        WorldSpec.Network split = network.withPartitions(partitions(network));
        return algorithm.recovers(options) ? split : split.withRouting(routing.withFaults(network.routing(), faults));
    }

    private WorldSpec.@Nullable Partitions partitions(WorldSpec.Network network) {
        Section section = sectionOrNone("partition");
        if (section == null) {
            return null;
        }
        if (network.topology() instanceof Topology.Changing) {
            String wrong = "stands beside links that come and go by themselves";
            throw faults.wrong("partition", wrong, "partitions only without mobility and trace");
        }
        Episodes partitions = episodes("partition", fieldsOf("partition", section));
        return new WorldSpec.Partitions(partitions.mean(), partitions.length());
    }

    /** The faults of hosts, clocks and datagrams. */
    Failures failures() {
        Absences absences = new Absences(absence("doze"), absence("disconnect"), absence("outage"), absence("reboot"));
        if (!algorithm.recovers(options)) {
            RECOVERED.forEach(this::refuse);
            return Failures.NONE.withAbsences(absences);
        }
        Datagrams datagrams = new Datagrams(share("loss"), share("duplicate"), share("reorder"), share("deaf"));
        return new Failures(absences, crashes(), pauses(), clockDrift(), datagrams, List.of(), false, 0);
    }

    private @Nullable Episodes absence(String kind) {
        Section section = sectionOrNone(kind);
        if (section == null) {
            return null;
        }
        Fields fields = fieldsOf(kind, section);
        if (algorithm.guarantees().hosts() != Guarantees.Hosts.COME_AND_GO) {
            List<String> others = Algorithms.all().stream()
                    .filter(each -> each.guarantees().hosts() == Guarantees.Hosts.COME_AND_GO)
                    .map(Algorithm::name)
                    .toList();
            String wrong = "is more than algorithm " + algorithm.name() + " survives";
            throw faults.wrong(kind, wrong, "an algorithm whose nodes come and go: " + String.join(", ", others));
        }
        return episodes(kind, fields);
    }

    private static Fields fieldsOf(String kind, Section section) {
        return new Fields(section, "faults." + kind, List.of("mean", "length"));
    }

    private Episodes episodes(String kind, Fields fields) {
        faults.resolve(kind, fields.resolved());
        double mean = fields.number("mean", null, ScenarioResolver.POSITIVE_TIME);
        Distribution length = fields.distribution("length", null, Distributions.POSITIVE_SPANS);
        return new Episodes(Ticks.of(mean), length);
    }

    private void refuse(String key) {
        boolean can = algorithm.options().stream().map(Option::name).anyMatch(Algorithm.RECOVERY::equals);
        faults.refuse(
                key,
                "is more than algorithm " + algorithm.name() + " survives" + (can ? " without recovery" : ""),
                can ? "options.recovery: 1" : "an algorithm with recovery, such as prioritized");
    }

    private double share(String key) {
        return faults.number(key, 0.0, SHARE);
    }

    private @Nullable Crashes crashes() {
        Section section = sectionOrNone("crash");
        if (section == null) {
            return null;
        }
        List<String> keys = List.of("mean", "down", "lostDisk", "forGood", "notice");
        Fields crash = new Fields(section, "faults.crash", keys);
        faults.resolve("crash", crash.resolved());
        double mean = crash.number("mean", null, ScenarioResolver.POSITIVE_TIME);
        Distribution down = crash.distribution("down", null, Distributions.POSITIVE_SPANS);
        double lostDisk = crash.number("lostDisk", 0.0, Bounds.between(0, 1));
        double forGood = crash.number("forGood", 0.0, Bounds.between(0, 1));
        if (lostDisk + forGood > 1) {
            throw crash.wrong("lostDisk", "and forGood are shares of more than all crashes", "at most 1 in sum");
        }
        Distribution notice = crash.distribution("notice", new Distribution.Constant(0), Distributions.SPANS);
        return new Crashes(new Episodes(Ticks.of(mean), down), lostDisk, forGood, notice);
    }

    private @Nullable Pauses pauses() {
        Section section = sectionOrNone("pause");
        return section == null ? null : new Pauses(episodes("pause", fieldsOf("pause", section)));
    }

    private @Nullable Section sectionOrNone(String key) {
        Section section = faults.section(key);
        if (section == null) {
            faults.resolve(key, Fields.NONE);
        }
        return section;
    }

    private double clockDrift() {
        if (!faults.isGiven("clockDrift")) {
            faults.resolve("clockDrift", Fields.NONE);
            return Failures.NO_DRIFT;
        }
        double drift = faults.number("clockDrift", null, DRIFT);
        for (Option option : algorithm.options()) {
            double allowed = options.get(option) / MILLION;
            if (option.name().equals("drift-ppm") && drift > allowed) {
                String wrong = Numbers.plain(drift) + " is more than the pool is told to expect";
                throw faults.wrong("clockDrift", wrong, "at most options.drift-ppm, " + Numbers.plain(allowed));
            }
        }
        return drift;
    }
}
