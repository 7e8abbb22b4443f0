package io.meshlock.laboratory.scenario;

import io.meshlock.journal.Ticks;
import io.meshlock.laboratory.scenario.Value.Section;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Algorithms;
import io.meshlock.protocol.Promises;
import io.meshlock.simulator.Distribution;
import io.meshlock.simulator.WorldSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Understands those of {@code faults} that happen to the nodes themselves. */
final class HostsSection {

    private final Fields faults;
    private final Algorithm algorithm;

    HostsSection(Fields faults, Algorithm algorithm) {
        this.faults = faults;
        this.algorithm = algorithm;
    }

    WorldSpec.Hosts resolve() {
        return new WorldSpec.Hosts(spells("doze"), spells("disconnect"), spells("outage"), spells("reboot"));
    }

    private WorldSpec.@Nullable Spells spells(String kind) {
        Section section = faults.section(kind);
        if (section == null) {
            faults.resolve(kind, Fields.NONE);
            return null;
        }
        Fields fields = new Fields(section, "faults." + kind, List.of("mean", "length"), List.of());
        if (algorithm.promises().hosts() != Promises.Hosts.COME_AND_GO) {
            List<String> others = Algorithms.all().stream()
                    .filter(each -> each.promises().hosts() == Promises.Hosts.COME_AND_GO)
                    .map(Algorithm::name)
                    .toList();
            String wrong = "is more than algorithm " + algorithm.name() + " survives";
            throw faults.wrong(kind, wrong, "an algorithm whose nodes come and go: " + String.join(", ", others));
        }
        faults.resolve(kind, fields.resolved());
        double mean = fields.number("mean", null, ScenarioResolver.POSITIVE_TIME);
        Distribution length = fields.distribution("length", null, Distributions.POSITIVE_SPANS);
        return new WorldSpec.Spells(Ticks.of(mean), length);
    }
}
