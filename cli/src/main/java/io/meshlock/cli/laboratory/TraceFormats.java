package io.meshlock.cli.laboratory;

import io.meshlock.cli.command.UsageException;
import io.meshlock.laboratory.trace.TraceFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code --format} of the trace commands. */
final class TraceFormats {

    private TraceFormats() {}

    /**
     * The format by its name, or what the file suggests if there is none.
     *
     * @param usual what the file suggests, if it does
     * @param allowed formats that can be used here
     */
    static TraceFormat of(@Nullable String label, @Nullable TraceFormat usual, String file, List<TraceFormat> allowed) {
        TraceFormat format = label == null ? usual : TraceFormat.named(label);
        if (format != null && allowed.contains(format)) {
            return format;
        }
        String wrong = label == null ? "missing, and '" + file + "' does not tell" : "unknown '" + label + "'";
        String names = allowed.stream().map(TraceFormat::label).collect(Collectors.joining(", "));
        throw new UsageException("--format: " + wrong + "; expected one of " + names);
    }
}
