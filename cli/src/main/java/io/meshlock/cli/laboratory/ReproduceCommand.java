package io.meshlock.cli.laboratory;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.OutFolder;
import io.meshlock.cli.command.UsageException;
import io.meshlock.cli.command.Version;
import io.meshlock.cli.terminal.ProgressLine;
import io.meshlock.cli.terminal.Table;
import io.meshlock.cli.terminal.Terminal;
import io.meshlock.laboratory.reproduce.Findings;
import io.meshlock.laboratory.reproduce.Reproduction;
import io.meshlock.laboratory.reproduce.Studies;
import io.meshlock.laboratory.reproduce.Study;
import io.meshlock.laboratory.reproduce.Study.Mode;
import io.meshlock.laboratory.result.Json;
import io.meshlock.laboratory.sweep.LocalEngine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code meshlock reproduce}: the papers' figures and claims. */
@Command(
        name = "reproduce",
        description =
                "Runs the papers' experiments again and says which of their claims hold, as printed and corrected.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done, with any verdicts", "2:a wrong flag, figure or folder", "3:an internal error"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./meshlock reproduce --quick --out report         # everything, minutes; open report/report.html",
            "  ./meshlock reproduce krl-fig6 krl-fig7 --full --out krl",
            "  ./meshlock reproduce wu                           # all figures of one paper",
            "  ./meshlock reproduce --list",
            "",
            "Finished runs are kept in the folder; the same command goes on from there after an interruption."
        })
public final class ReproduceCommand implements Callable<Integer> {

    private final PrintWriter out;
    private final PrintWriter err;

    @Parameters(
            paramLabel = "FIGURE",
            arity = "0..*",
            description =
                    "A figure (krl-fig6), a paper (krl), or fig6 for that figure of all papers; all unless given.")
    private List<String> figures = new ArrayList<>();

    @Option(names = "--quick", description = "Short runs: minutes for everything. This is the default.")
    private boolean quick;

    @Option(names = "--full", description = "Long runs, many of them, and all points of the figures: hours.")
    private boolean full;

    @Option(names = "--out", paramLabel = "DIR", description = "Where the report goes; report unless given.")
    private Path folder = Path.of("report");

    @Option(names = "--seed", paramLabel = "N", description = "The first seed; 1 unless given.")
    private long seed = 1;

    @Option(names = "--list", description = "Name the figures and what they show, and run nothing.")
    private boolean list;

    @Option(names = "--json", description = "Print the findings as one JSON document and nothing else.")
    private boolean json;

    @Mixin
    private final ThreadsOption threads = new ThreadsOption();

    @Option(names = "--verbose", description = "Show where an error came from.")
    @SuppressWarnings("UnusedVariable") // read by Failures
    private boolean verbose;

    public ReproduceCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        LocalEngine engine = new LocalEngine(threads.count());
        if (quick && full) {
            throw new UsageException("--quick: stands beside --full; expected one of them");
        }
        if (seed < 0 || seed > Integer.MAX_VALUE) {
            throw new UsageException("--seed: " + seed + " is no first seed; expected 0 to " + Integer.MAX_VALUE);
        }
        OutFolder.check(folder);
        List<Study> studies = Studies.select(figures);
        if (list) {
            list(studies);
            return ExitCodes.OK;
        }
        Reproduction reproduction =
                new Reproduction(studies, full ? Mode.FULL : Mode.QUICK, seed, Version.current()).engine(engine);
        Findings findings = run(reproduction);
        findings.writeTo(folder);
        report(findings);
        return ExitCodes.OK;
    }

    private Findings run(Reproduction reproduction) throws IOException, InterruptedException {
        try (Farewell farewell = new Farewell(err, true)) {
            reproduction.started(farewell::watch);
            if (!Terminal.watchesErrors()) {
                return reproduction.run(folder);
            }
            try (ProgressLine progress = new ProgressLine(err, "reproduce")) {
                return reproduction.progress(progress).run(folder);
            }
        }
    }

    private void list(List<Study> studies) {
        Table table = new Table("figure", "paper", "shows").left(0).left(1).left(2);
        for (Study study : studies) {
            study.figures().forEach(figure -> table.row(figure.name(), study.paper(), figure.title()));
        }
        table.lines().forEach(out::println);
    }

    private void report(Findings findings) {
        if (json) {
            out.print(Json.write(findings.document()));
            return;
        }
        for (Findings.Line line : findings.lines()) {
            out.println(line.figure() + ": " + line.verdict().text() + ": " + line.claim());
            out.println("    as printed " + line.printed() + "; corrected " + line.corrected());
        }
        out.println();
        out.println("open " + folder.resolve(Findings.HTML));
    }
}
