package io.meshlock.laboratory.scenario;

import io.meshlock.laboratory.trace.Trace;
import io.meshlock.laboratory.trace.TraceFormat;
import io.meshlock.laboratory.trace.TraceReader;
import io.meshlock.laboratory.trace.TraceSource;
import io.meshlock.simulator.mobility.Radio;
import io.meshlock.simulator.network.Topology;
import io.meshlock.yaml.Numbers.Bounds;
import io.meshlock.yaml.Value.Section;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Understands {@code network.trace} and reads its file, which may also say how many nodes there are and for how long.
 */
final class TraceSection {

    private static final List<String> KEYS =
            List.of("file", "format", "radius", "hysteresis", "loss", "granularity", "from");

    private static final String A_FILE = "the file of a trace, relative to the scenario";

    private final Fields fields;
    private final TraceFormat format;
    private final Trace trace;

    /** @param nodes as the scenario has it, or null */
    TraceSection(Section section, @Nullable Integer nodes) {
        fields = new Fields(section, "network.trace", KEYS);
        String name = fields.text("file", null, A_FILE);
        Path file = fields.place("file").beside(name);
        if (!Files.exists(file)) {
            throw fields.wrong("file", "'" + name + "' does not exist", A_FILE);
        }
        TraceFormat usual = TraceFormat.ofFile(file);
        format = format(fields.choice("format", usual == null ? null : usual.label(), TraceFormat.labels()));
        trace = TraceReader.read(new TraceSource(file, format, granularity(), from(), nodes));
    }

    private static TraceFormat format(String label) {
        TraceFormat format = TraceFormat.named(label);
        if (format == null) {
            throw new IllegalStateException("an unknown format was let through: " + label);
        }
        return format;
    }

    private @Nullable Double granularity() {
        if (format != TraceFormat.CONTACTS) {
            fields.refuse("granularity", "means nothing with format " + format.label(), "it only with format contacts");
        }
        return fields.isGiven("granularity")
                ? fields.number("granularity", null, ScenarioResolver.POSITIVE_TIME)
                : null;
    }

    private @Nullable Double from() {
        if (format == TraceFormat.GRAPH) {
            fields.refuse("from", "means nothing with format graph", "it only with traces that have times");
        }
        return fields.isGiven("from") ? fields.number("from", null, Bounds.between(0, Distributions.MAX_TIME)) : null;
    }

    Trace trace() {
        return trace;
    }

    Map<String, Object> resolved() {
        return fields.resolved();
    }

    /** The network that does what was recorded, for the scenario's number of nodes. */
    Topology resolve(Fields root, int nodes) {
        boolean positions = format.hasPositions();
        if (trace.nodes() > nodes || (positions && trace.nodes() < nodes)) {
            String wrong = nodes + " is not what the trace has";
            throw root.wrong("nodes", wrong, trace.nodes() + (positions ? "" : " or more") + ", or none for that");
        }
        if (positions) {
            return trace.topology(RadioSection.resolve(fields));
        }
        for (String key : RadioSection.KEYS) {
            fields.refuse(key, "means nothing with format " + format.label(), "it only with traces of positions");
        }
        return trace.topology(Radio.of(1, 0));
    }
}
