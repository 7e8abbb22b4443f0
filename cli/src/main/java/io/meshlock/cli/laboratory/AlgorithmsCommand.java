package io.meshlock.cli.laboratory;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Version;
import io.meshlock.cli.terminal.Table;
import io.meshlock.laboratory.result.Json;
import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Option;
import io.meshlock.protocol.registry.Algorithms;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code meshlock algorithms}: the algorithms and their options. */
@Command(
        name = "algorithms",
        description = "Lists the algorithms that a scenario can name, with their options.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:shown", "2:a wrong flag"},
        footerHeading = "%nExamples:%n",
        footer = {"  ./meshlock algorithms", "  ./meshlock algorithms --json | jq '.algorithms[].name'"})
public final class AlgorithmsCommand implements Callable<Integer> {

    private final PrintWriter out;

    @picocli.CommandLine.Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean json;

    @picocli.CommandLine.Option(names = "--verbose", description = "Show where an internal error came from.")
    @SuppressWarnings("UnusedVariable") // read by Failures
    private boolean verbose;

    public AlgorithmsCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        if (json) {
            out.print(Json.write(Map.of(
                    "algorithms",
                    Algorithms.all().stream().map(AlgorithmsCommand::document).toList())));
        } else {
            Algorithms.all().forEach(this::print);
        }
        return ExitCodes.OK;
    }

    private void print(Algorithm algorithm) {
        out.println(algorithm.name());
        out.println("  " + algorithm.summary());
        out.println("  from " + algorithm.source());
        String survives = algorithm.guarantees().survivesLossyLinks() ? "survives" : "does not survive";
        out.println("  " + survives + " links that die with messages in flight (linkDeath: lossy)");
        if (!algorithm.options().isEmpty()) {
            Table table = new Table("option", "default", "range", "meaning").left(3);
            for (Option option : algorithm.options()) {
                String range = option.min() + ".." + option.max();
                table.row(option.name(), Long.toString(option.defaultValue()), range, option.meaning());
            }
            table.lines().forEach(line -> out.println("    " + line));
        }
        out.println();
    }

    private static Map<String, Object> document(Algorithm algorithm) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", algorithm.name());
        document.put("summary", algorithm.summary());
        document.put("source", algorithm.source());
        document.put("survivesLossyLinks", algorithm.guarantees().survivesLossyLinks());
        List<Map<String, Object>> options = new ArrayList<>();
        for (Option option : algorithm.options()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", option.name());
            entry.put("default", option.defaultValue());
            entry.put("min", option.min());
            entry.put("max", option.max());
            entry.put("meaning", option.meaning());
            options.add(entry);
        }
        document.put("options", options);
        return document;
    }
}
