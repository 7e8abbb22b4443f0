package io.meshlock.laboratory.scenario;

import io.meshlock.journal.Ticks;
import io.meshlock.laboratory.trace.Trace;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Option;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.Policy;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.WorldSpec;
import io.meshlock.yaml.Numbers;
import io.meshlock.yaml.Numbers.Bounds;
import io.meshlock.yaml.Value.Section;
import io.meshlock.yaml.Value.Text;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Resolves the root of a scenario and its sections. */
final class ScenarioResolver {

    /** Bounds of spans that something is divided by or repeated at: below a thousandth, time would hardly pass. */
    static final Bounds POSITIVE_TIME = Bounds.between(0.001, Distributions.MAX_TIME);

    private static final List<String> KEYS = List.of(
            "name",
            "description",
            "algorithm",
            "policy",
            "aging",
            "options",
            "nodes",
            "permits",
            "duration",
            "warmup",
            "drain",
            "network",
            "workload",
            "faults");

    private static final Bounds NODES = Bounds.between(1, 10_000_000);
    private static final long MAX_PERMITS = 1_000_000;
    private static final long MAX_AGING = 1_000_000_000;

    private final Section source;
    private final Fields root;

    private ScenarioResolver(Section source) {
        this.source = source;
        root = new Fields(source, "", KEYS);
    }

    static Scenario resolve(Section source) {
        return new ScenarioResolver(source).scenario();
    }

    private Scenario scenario() {
        String name = root.text("name", fileStem(), "a text");
        String description = root.text("description", "", "a text");
        Algorithm algorithm = Algorithms.named(root.choice(
                "algorithm",
                "prioritized",
                Algorithms.all().stream().map(Algorithm::name).toList()));
        Policy policy = Policy.named(root.choice(
                "policy",
                "priority",
                Arrays.stream(Policy.values()).map(Policy::label).toList()));
        long aging = aging();
        Options options = options(algorithm);
        Integer givenNodes = root.isGiven("nodes") ? (int) root.whole("nodes", null, NODES) : null;
        NetworkSection networkSection = new NetworkSection(root, algorithm, givenNodes);
        Trace trace = networkSection.trace();
        int nodes = (int) root.whole("nodes", trace == null ? null : (long) trace.nodes(), NODES);
        int permits = (int) root.whole("permits", null, Bounds.between(1, MAX_PERMITS));
        int mostPermits = algorithm.guarantees().capacity().pool();
        if (permits > mostPermits) {
            String wrong = permits + " is more than algorithm " + algorithm.name() + " is made for";
            throw root.wrong("permits", wrong, "at most " + mostPermits);
        }
        double duration = root.number("duration", usualDuration(trace), POSITIVE_TIME);
        double warmup = root.number("warmup", duration / 10, Bounds.between(0, Distributions.MAX_TIME));
        if (warmup >= duration) {
            String wrong = Numbers.plain(warmup) + " leaves nothing to measure";
            throw root.wrong("warmup", wrong, "less than the duration of " + Numbers.plain(duration));
        }
        double drain = root.number("drain", Math.max(1000, duration), POSITIVE_TIME);
        WorldSpec.Network network = networkSection.resolve(nodes);
        WorldSpec.Workload workload = new WorkloadSection(root, algorithm, policy, nodes, permits).resolve();
        FaultsSection faults = new FaultsSection(root, algorithm, options);
        WorldSpec spec = WorldSpec.builder(algorithm)
                .pool(new PoolSettings(permits, policy, aging))
                .options(options)
                .nodes(nodes)
                .duration(Ticks.of(duration))
                .warmup(Ticks.of(warmup))
                .drain(Ticks.of(drain))
                .network(faults.disturb(network, new RoutingSection(algorithm, nodes)))
                .workload(workload)
                .failures(faults.failures())
                .build();
        return new Scenario(source, name, description, spec, Collections.unmodifiableMap(root.resolved()));
    }

    /** As long as the trace, if there is one and it has an end. */
    private static @Nullable Double usualDuration(@Nullable Trace trace) {
        return trace == null || trace.end() == 0 ? null : Ticks.toUnits(trace.end());
    }

    /** The file's name without folder and ending. */
    private String fileStem() {
        Path file = Path.of(source.place().source()).getFileName();
        String name = file == null ? "scenario" : file.toString();
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    /** Unlike elsewhere, {@code none} is a value here: it says what {@code off} says. */
    private long aging() {
        if (source.get("aging") instanceof Text text
                && List.of("off", Fields.NONE).contains(text.text())) {
            root.resolve("aging", "off");
            return PoolSettings.NO_AGING;
        }
        return root.whole("aging", PoolSettings.DEFAULT_AGING, Bounds.between(1, MAX_AGING));
    }

    private Options options(Algorithm algorithm) {
        List<String> names = algorithm.options().stream().map(Option::name).toList();
        Fields fields = new Fields(root.sectionOrEmpty("options"), "options", names);
        Map<String, Long> values = new HashMap<>();
        for (Option option : algorithm.options()) {
            Bounds bounds = Bounds.between((double) option.min(), (double) option.max());
            values.put(option.name(), fields.whole(option.name(), option.defaultValue(), bounds));
        }
        root.resolve("options", fields.resolved());
        return Options.of(values);
    }
}
