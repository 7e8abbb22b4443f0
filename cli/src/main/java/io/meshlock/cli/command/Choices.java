package io.meshlock.cli.command;

import io.meshlock.daemon.config.NodeConfigReader;
import io.meshlock.laboratory.trace.TraceFormat;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Policy;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.metrics.Metric;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The values of options that have only a few, for completion in shells. They are asked for when a script is made, in
 * which they go by the option's label: of one command, two such options have different labels.
 */
public final class Choices {

    private Choices() {}

    private abstract static class Values implements Iterable<String> {

        private final Supplier<List<String>> values;

        Values(Supplier<List<String>> values) {
            this.values = values;
        }

        @Override
        public Iterator<String> iterator() {
            return values.get().iterator();
        }
    }

    /** Of {@code --log}. */
    public static final class LogLevels extends Values {
        public LogLevels() {
            super(() -> NodeConfigReader.LOG_LEVELS);
        }
    }

    /** Of {@code --log-format}. */
    public static final class LogFormats extends Values {
        public LogFormats() {
            super(() -> NodeConfigReader.LOG_FORMATS);
        }
    }

    /** Of {@code --algorithm}. */
    public static final class AlgorithmNames extends Values {
        public AlgorithmNames() {
            super(() -> Algorithms.all().stream().map(Algorithm::name).toList());
        }
    }

    /** Of {@code --policy}. */
    public static final class PolicyNames extends Values {
        public PolicyNames() {
            super(() -> Stream.of(Policy.values()).map(Policy::label).toList());
        }
    }

    /** Of {@code --metric} and {@code --y}. */
    public static final class MetricNames extends Values {
        public MetricNames() {
            super(Metric::labels);
        }
    }

    /** Of {@code --format}. */
    public static final class TraceFormatNames extends Values {
        public TraceFormatNames() {
            super(TraceFormat::labels);
        }
    }
}
