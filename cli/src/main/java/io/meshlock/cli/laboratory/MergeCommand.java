package io.meshlock.cli.laboratory;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Version;
import io.meshlock.laboratory.result.Json;
import io.meshlock.laboratory.sweep.SweepMerge;
import io.meshlock.laboratory.sweep.SweepResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code meshlock merge}: puts the parts of a sweep together. */
@Command(
        name = "merge",
        description = "Puts the parts of a sweep that was cut with --shard together.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "2:a wrong flag, file or value, or parts that do not make a whole"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./meshlock sweep scenarios/krl-setting.yaml --vary nodes=10,30 --shard 1/2 --out part-1",
            "  ./meshlock sweep scenarios/krl-setting.yaml --vary nodes=10,30 --shard 2/2 --out part-2",
            "  ./meshlock merge part-1 part-2 --out whole",
            "",
            "The parts may run anywhere, at the same time or one after the other. The result is the same, byte for",
            "byte, as that of the sweep in one piece."
        })
public final class MergeCommand implements Callable<Integer> {

    private final PrintWriter out;

    @Parameters(paramLabel = "DIR", arity = "1..*", description = "The folders of the parts.")
    private List<Path> folders = new ArrayList<>();

    @Option(names = "--out", paramLabel = "DIR", description = "Where to write result.json and result.csv.")
    private @Nullable Path folder;

    @Option(names = "--json", description = "Print the result document and nothing else.")
    private boolean json;

    @Option(names = "--verbose", description = "Show where an error came from.")
    @SuppressWarnings("UnusedVariable") // read by Failures
    private boolean verbose;

    public MergeCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws IOException {
        SweepResult result = SweepMerge.of(folders);
        if (folder != null) {
            result.writeTo(folder);
        }
        if (json) {
            out.print(Json.write(result.document()));
        } else {
            new SweepReport(result, List.of()).print(out);
            if (folder != null) {
                out.println("kept in " + folder);
            }
        }
        return ExitCodes.OK;
    }
}
