package io.meshlock.cli.proof;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.PageAddress;
import io.meshlock.cli.command.Ranges;
import io.meshlock.cli.command.UsageException;
import io.meshlock.cli.command.Version;
import io.meshlock.daemon.page.Page;
import io.meshlock.daemon.page.PageServer;
import io.meshlock.daemon.page.RecordedRun;
import io.meshlock.journal.JournalEvent;
import io.meshlock.journal.Ticks;
import io.meshlock.journal.check.Checkers;
import io.meshlock.journal.check.Violation;
import io.meshlock.laboratory.scenario.ScenarioReader;
import io.meshlock.simulator.WorldCheckers;
import io.meshlock.simulator.explore.SpaceTimeDiagram;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code meshlock replay}: a recorded run, shown on a page or told in words. */
@Command(
        name = "replay",
        description = "Shows a recorded run on a page, to play, step and jump in; or tells it in plain words.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:shown or told",
            "1:with --until-violation, a rule was broken",
            "2:a wrong flag, file or value",
            "3:an internal error"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./meshlock sim scenarios/lossy-links.yaml --out run",
            "  ./meshlock replay run",
            "  ./meshlock replay run --text --from 100 --to 120",
            "  ./meshlock replay run/journal-1.jsonl.gz --request 17",
            "  ./meshlock replay run --until-violation",
            "  ./meshlock replay found.txt --playground",
            "  ./meshlock replay found.txt --svg found.svg"
        })
public final class ReplayCommand implements Callable<Integer> {

    /** Long runs are still being read when the page is there already. */
    private static final Duration FIRST_LOOK = Duration.ofSeconds(2);

    /** How many events before a violation are printed. */
    private static final int AROUND = 20;

    private final PrintWriter out;

    @Parameters(
            paramLabel = "RUN",
            description =
                    "A folder of 'sim --out', a folder with the journals of nodes, a journal (.jsonl, .jsonl.gz), or a narrative.")
    private Path run = Path.of("");

    @Option(names = "--port", paramLabel = "P", description = "Where the page is; 0 for any free port.")
    private @Nullable Integer port;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Show the page for so long; until Ctrl-C unless given.")
    private @Nullable Integer seconds;

    @Option(names = "--playground", description = "Open a narrative or a scenario in the playground.")
    private boolean playground;

    @Option(names = "--svg", paramLabel = "FILE", description = "Draw a narrative as a space-time diagram.")
    private @Nullable Path svg;

    @Option(names = "--text", description = "Tell it in words. So do the options that follow.")
    private boolean text;

    @Option(names = "--node", paramLabel = "N", description = "Only what happens at this node or on its links.")
    private @Nullable Integer node;

    @Option(names = "--request", paramLabel = "R", description = "Only what concerns this request, by its id.")
    private @Nullable Long request;

    @Option(names = "--from", paramLabel = "T", description = "Only what happens at this time or later.")
    private @Nullable BigDecimal from;

    @Option(names = "--to", paramLabel = "T", description = "Only what happens at this time or earlier.")
    private @Nullable BigDecimal to;

    @Option(
            names = "--until-violation",
            description = "Check the journal and tell the events before the first broken rule.")
    private boolean untilViolation;

    @Option(names = "--verbose", description = "Show where an error came from.")
    @SuppressWarnings("UnusedVariable") // read by Failures
    private boolean verbose;

    /** The keys under which the wanted request has waited. */
    private final Set<String> keys = new HashSet<>();

    public ReplayCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (playground) {
            PlayCommand.show(PlayCommand.given(run), port, seconds, out);
            return ExitCodes.OK;
        }
        if (svg != null) {
            return draw(svg);
        }
        JournalFile journal = JournalFile.find(run);
        if (untilViolation) {
            return seekViolation(journal);
        }
        boolean told = text || node != null || request != null || from != null || to != null;
        return told ? tellAll(journal) : show(journal);
    }

    private int draw(Path picture) throws IOException {
        if (!Files.isRegularFile(run)) {
            throw new UsageException("'" + run + "' is no file; expected a narrative, as 'hunt --save' keeps it");
        }
        try {
            Files.writeString(picture, SpaceTimeDiagram.draw(Files.readString(run)));
        } catch (IllegalArgumentException | MalformedInputException e) {
            throw new UsageException("'" + run + "' cannot be drawn (" + e.getMessage()
                    + "); expected a narrative, as 'hunt --save' keeps it");
        }
        out.println("drawn: " + picture);
        return ExitCodes.OK;
    }

    private int show(JournalFile journal) throws IOException, InterruptedException {
        if (seconds != null) {
            Ranges.check("--seconds", seconds, 1_000_000);
        }
        try (RecordedRun recorded = RecordedRun.open(journal.recording(), RunFacts.of(journal))) {
            String problem = recorded.awaitEnd(FIRST_LOOK);
            if (problem != null) { // a broken journal is reported here, not on the page
                throw new UsageException(problem);
            }
            return show(recorded);
        }
    }

    private int show(RecordedRun recorded) throws InterruptedException {
        try (PageServer server = PageAddress.serve(Page.of(recorded), port)) {
            out.println("replay: " + server.uri() + " " + PageAddress.warning());
            out.flush();
            CountDownLatch never = new CountDownLatch(1);
            if (seconds == null) {
                never.await();
            } else {
                never.await(seconds, TimeUnit.SECONDS);
            }
        }
        return ExitCodes.OK;
    }

    private int tellAll(JournalFile journal) throws IOException {
        Legend.printForRun(out);
        journal.read(event -> {
            if (isWanted(event)) {
                tell(event);
            }
            return to == null || Ticks.toExactUnits(event.time()).compareTo(to) <= 0;
        });
        return ExitCodes.OK;
    }

    private int seekViolation(JournalFile journal) throws IOException {
        Checkers checkers =
                WorldCheckers.of(ScenarioReader.read(journal.scenario()).spec());
        Deque<JournalEvent> last = new ArrayDeque<>();
        long events = journal.read(event -> {
            event.tell(checkers);
            if (isWanted(event) && !EventWords.of(event).isEmpty()) {
                last.add(event);
                if (last.size() > AROUND) {
                    last.remove();
                }
            }
            return checkers.violations() == 0;
        });
        if (checkers.violations() == 0 && checkers.starved() == 0) {
            out.println("no rule was broken in " + events + " events");
            return ExitCodes.OK;
        }
        Legend.printForRun(out);
        last.forEach(this::tell);
        Violation broken = checkers.violations() > 0
                ? checkers.firstViolations().get(0)
                : checkers.firstStarved().get(0);
        out.println("broken at event " + events + ": " + broken.rule() + ": " + broken.detail());
        return ExitCodes.FOUND_SOMETHING;
    }

    private boolean isWanted(JournalEvent event) {
        BigDecimal time = Ticks.toExactUnits(event.time());
        boolean early = from != null && time.compareTo(from) < 0;
        boolean late = to != null && time.compareTo(to) > 0;
        boolean here = node == null || EventWords.concerns(event, node);
        return concernsRequest(event) && here && !early && !late;
    }

    /** Messages do not name the client's request, only the key under which it waits: that is learnt on the way. */
    private boolean concernsRequest(JournalEvent event) {
        if (request == null) {
            return true;
        }
        if (EventWords.hasRequest(event, request)) {
            String key = EventWords.keyName(event);
            if (key != null) {
                keys.add(key);
            }
            return true;
        }
        return keys.stream().anyMatch(key -> EventWords.mentions(event, key));
    }

    private void tell(JournalEvent event) {
        String words = EventWords.of(event);
        if (!words.isEmpty()) {
            out.println(EventWords.time(event.time()) + " " + words);
        }
    }
}
