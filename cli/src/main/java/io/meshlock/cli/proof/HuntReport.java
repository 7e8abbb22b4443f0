package io.meshlock.cli.proof;

import io.meshlock.cli.command.Version;
import io.meshlock.cli.terminal.Table;
import io.meshlock.simulator.hunt.Coverage;
import io.meshlock.simulator.hunt.Finding;
import io.meshlock.simulator.hunt.Hunt;
import io.meshlock.simulator.hunt.HuntSettings;
import io.meshlock.simulator.hunt.Tally;
import io.meshlock.simulator.hunt.Tally.Event;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Prints what a hunt covered and found, for people and for programs. */
final class HuntReport {

    private final HuntSettings settings;
    private final long seed;
    private final Hunt.Progress progress;
    private final @Nullable Finding finding;
    private final String command;

    /** @param command what to type to see a failure again, without its seed */
    HuntReport(HuntSettings settings, long seed, Hunt.Progress progress, @Nullable Finding finding, String command) {
        this.settings = settings;
        this.seed = seed;
        this.progress = progress;
        this.finding = finding;
        this.command = command;
    }

    void print(PrintWriter out) {
        Finding found = finding;
        if (found != null) {
            tell(found, out);
        }
        out.println(headline());
        if (found == null || progress.done() > 0) {
            out.println();
            printCounts(out);
        }
        if (found == null) {
            out.println("violations 0, starved 0");
        } else {
            long before = found.seed() - seed;
            out.println(
                    before == 0
                            ? "it was the first schedule"
                            : "the " + grouped(before) + (before == 1 ? " schedule" : " schedules")
                                    + " before it went well");
            out.println("see it again with: " + again(found));
        }
    }

    /** The story first: it is what one wants to know. */
    private static void tell(Finding found, PrintWriter out) {
        out.println("seed " + found.seed() + " fails: " + found.failure());
        out.println();
        Legend.print(out);
        out.print(found.narrative());
        out.println();
    }

    private void printCounts(PrintWriter out) {
        Tally tally = progress.tally();
        Table table = new Table("what", "how often");
        for (Event event : Event.values()) {
            table.row(event.label(), grouped(tally.of(event)));
        }
        tally.delivered().forEach((type, count) -> table.row("  delivered " + type, grouped(count)));
        tally.lost().forEach((type, count) -> table.row("  lost " + type, grouped(count)));
        if (settings.recovers()) {
            table.row("longest healing, in tenths of election timeout + ledger lease", grouped(tally.longestHealing()));
            for (int share : List.of(50, 90, 99, 100)) {
                table.row(
                        "holder's crash to next grant, " + share + " %, in these", percentile(tally.resumed(), share));
            }
        } else {
            table.row("longest healing, in steps", grouped(tally.longestHealing()));
        }
        table.lines().forEach(out::println);
        out.println();
        List<String> missing = Coverage.missing(settings, tally);
        out.println(missing.isEmpty() ? "every rare event was seen" : "never seen: " + String.join(", ", missing));
    }

    /** The percentile of these values; empty if there are none. */
    private static String percentile(SortedMap<Integer, Long> counts, int share) {
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        long below = 0;
        for (Map.Entry<Integer, Long> entry : counts.entrySet()) {
            below += entry.getValue();
            if (100 * below >= share * all) {
                return entry.getKey() + (share == 100 ? " (of " + grouped(all) + ")" : "");
            }
        }
        return "none";
    }

    private String headline() {
        String size = settings.exact() ? "" : "up to ";
        return settings.algorithm().name() + ", " + size + settings.nodes() + " nodes, k = " + size
                + settings.pool().permits() + ", " + network()
                + (settings.recovers() ? ", with recovery" : ", " + settings.steps() + " steps") + ", from seed "
                + seed;
    }

    private String network() {
        HuntSettings.Faults faults = settings.faults();
        return settings.toAnybody() || settings.recovers()
                ? "loss up to " + faults.hazards().loss() / 10.0 + " %"
                : (faults.lossyLinkDeath() ? "lossy" : "reliable") + " link death"
                        + (faults.hazards().resize() ? ", operated" : "");
    }

    private String again(Finding found) {
        return command + " --seed " + found.seed() + " --schedules 1";
    }

    Map<String, @Nullable Object> document() {
        Tally tally = progress.tally();
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("version", Version.current());
        document.put("hunt", settings.fingerprint());
        document.put("seed", seed);
        for (Event event : Event.values()) {
            document.put(camel(event.label()), tally.of(event));
        }
        document.put("delivered", tally.delivered());
        document.put("lost", tally.lost());
        document.put("words", tally.shapes());
        document.put("longestHealing", tally.longestHealing());
        if (settings.recovers()) {
            document.put("resumed", tally.resumed());
        }
        document.put("neverSeen", Coverage.missing(settings, tally));
        Finding found = finding;
        boolean starved = found != null && found.failure().kind().isLiveness();
        document.put("violations", found == null || starved ? 0 : 1);
        document.put("starved", starved ? 1 : 0);
        if (found != null) {
            Map<String, Object> failure = new LinkedHashMap<>();
            failure.put("seed", found.seed());
            failure.put("schedulesBefore", found.seed() - seed);
            failure.put("kind", found.failure().kind().label());
            failure.put("detail", found.failure().detail());
            failure.put("again", again(found));
            failure.put("narrative", found.narrative());
            document.put("failure", failure);
        }
        return document;
    }

    private static String camel(String label) {
        String[] words = label.split(" ", -1);
        StringBuilder name = new StringBuilder(words[0]);
        for (int i = 1; i < words.length; i++) {
            name.append(words[i].substring(0, 1).toUpperCase(Locale.ROOT)).append(words[i].substring(1));
        }
        return name.toString();
    }

    static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
