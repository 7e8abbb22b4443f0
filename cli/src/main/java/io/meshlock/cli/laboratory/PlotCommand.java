package io.meshlock.cli.laboratory;

import io.meshlock.cli.command.Choices;
import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.UsageException;
import io.meshlock.cli.command.Version;
import io.meshlock.laboratory.plot.Chart;
import io.meshlock.laboratory.plot.Png;
import io.meshlock.laboratory.plot.Svg;
import io.meshlock.laboratory.plot.SweepPlot;
import io.meshlock.laboratory.scenario.Setting;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code meshlock plot}: a picture of a sweep. */
@Command(
        name = "plot",
        description = "Draws a metric of a sweep over one of its axes, with 95 %% confidence bands.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "2:a wrong flag, file or value"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./meshlock sweep scenarios/krl-setting.yaml --vary nodes=10,20,40,80 \\",
            "      --vary algorithm=prioritized,prioritized-moving --out sweep",
            "  ./meshlock plot sweep --x nodes --y waitMean --series algorithm --log-x --out wait.svg",
            "",
            "An axis whose values have one number each, such as 'exponential 10', is drawn to scale, others as names."
        })
public final class PlotCommand implements Callable<Integer> {

    private final PrintWriter out;

    @Parameters(paramLabel = "DIR", description = "The folder of a finished sweep.")
    private Path folder = Path.of("");

    @Option(names = "--x", required = true, paramLabel = "PATH", description = "The setting along the horizontal axis.")
    private String x = "";

    @Option(
            names = "--y",
            required = true,
            paramLabel = "METRIC",
            completionCandidates = Choices.MetricNames.class,
            description = "The metric along the vertical axis.")
    private String y = "";

    @Option(
            names = "--series",
            paramLabel = "PATH",
            description = "One line for every value of this setting; several make every combination.")
    private List<String> series = new ArrayList<>();

    @Option(
            names = "--where",
            paramLabel = "PATH=VALUE",
            description = "Only combinations with this value; may be given several times.")
    private List<String> where = new ArrayList<>();

    @Option(names = "--log-x", description = "A logarithmic horizontal axis.")
    private boolean logX;

    @Option(names = "--log-y", description = "A logarithmic vertical axis.")
    private boolean logY;

    @Option(names = "--title", paramLabel = "TEXT", description = "Above the chart; the scenario's name unless given.")
    private @Nullable String title;

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "A file ending in .svg or .png.")
    private Path file = Path.of("");

    @Option(names = "--verbose", description = "Show where an error came from.")
    @SuppressWarnings("UnusedVariable") // read by Failures
    private boolean verbose;

    public PlotCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws IOException {
        boolean png = file.toString().endsWith(".png");
        if (!png && !file.toString().endsWith(".svg")) {
            throw new UsageException("--out: '" + file + "' is no picture; expected a name ending in .svg or .png");
        }
        if (png && !Png.isPossible()) {
            throw new UsageException("--out: this Java cannot draw PNG; expected a name ending in .svg");
        }
        Map<String, String> fixed = new LinkedHashMap<>();
        for (String assignment : where) {
            Setting setting = Setting.parse("--where", assignment);
            fixed.put(setting.path(), setting.value());
        }
        Chart chart = SweepPlot.of(folder).chart(new SweepPlot.Choice(x, y, series, fixed, logX, logY));
        if (title != null) {
            chart = new Chart(title, chart.x(), chart.y(), chart.series());
        }
        Files.write(file, png ? Png.write(chart) : Svg.write(chart).getBytes(StandardCharsets.UTF_8));
        out.println("drawn to " + file);
        return ExitCodes.OK;
    }
}
