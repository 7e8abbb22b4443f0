package io.meshlock.laboratory.scenario;

import io.meshlock.journal.Ticks;
import io.meshlock.laboratory.scenario.Numbers.Bounds;
import io.meshlock.laboratory.scenario.Value.Section;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Option;
import io.meshlock.protocol.Options;
import io.meshlock.simulator.Distribution;
import io.meshlock.simulator.Failures;
import io.meshlock.simulator.Failures.Crashes;
import io.meshlock.simulator.Failures.Datagrams;
import io.meshlock.simulator.Failures.Pauses;
import io.meshlock.simulator.WorldSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Understands those of {@code faults} that only pools with recovery survive: machines that crash or stand still, clocks that
 * drift, and datagrams that get lost. The resolved scenarios of other pools say nothing of them.
 */
final class FailuresSection {

    static final List<String> KEYS = List.of("crash", "pause", "clockDrift", "deaf");

    private static final Bounds SHARE = Bounds.between(0, 0.95);
    private static final Bounds DRIFT = Bounds.between(0, 0.2);
    private static final double MILLION = 1_000_000;

    private final Fields faults;
    private final Algorithm algorithm;
    private final Options options;

    FailuresSection(Fields faults, Algorithm algorithm, Options options) {
        this.faults = faults;
        this.algorithm = algorithm;
        this.options = options;
    }

    Failures resolve() {
        if (!algorithm.recovers(options)) {
            KEYS.forEach(this::refuse);
            return Failures.NONE;
        }
        Datagrams datagrams = new Datagrams(share("loss"), share("duplicate"), share("reorder"), share("deaf"));
        return new Failures(crashes(), pauses(), clockDrift(), datagrams, List.of(), false);
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
        Fields crash = new Fields(section, "faults.crash", keys, List.of());
        faults.resolve("crash", crash.resolved());
        double mean = crash.number("mean", null, ScenarioResolver.POSITIVE_TIME);
        Distribution down = crash.distribution("down", null, Distributions.POSITIVE_SPANS);
        double lostDisk = crash.number("lostDisk", 0.0, Bounds.between(0, 1));
        double forGood = crash.number("forGood", 0.0, Bounds.between(0, 1));
        if (lostDisk + forGood > 1) {
            throw crash.wrong("lostDisk", "and forGood are shares of more than all crashes", "at most 1 in sum");
        }
        Distribution notice = crash.distribution("notice", new Distribution.Constant(0), Distributions.SPANS);
        return new Crashes(new WorldSpec.Spells(Ticks.of(mean), down), lostDisk, forGood, notice);
    }

    private @Nullable Pauses pauses() {
        Section section = sectionOrNone("pause");
        if (section == null) {
            return null;
        }
        Fields pause = new Fields(section, "faults.pause", List.of("mean", "length"), List.of());
        faults.resolve("pause", pause.resolved());
        double mean = pause.number("mean", null, ScenarioResolver.POSITIVE_TIME);
        Distribution length = pause.distribution("length", null, Distributions.POSITIVE_SPANS);
        return new Pauses(new WorldSpec.Spells(Ticks.of(mean), length));
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
