package io.meshlock.cli;

import io.meshlock.cli.DemoWaits.Urgency;
import io.meshlock.cli.DemoWaits.Waits;
import io.meshlock.journal.RecordedJournal;
import io.meshlock.journal.check.JournalJudge;
import io.meshlock.journal.check.Violation;
import io.meshlock.protocol.Algorithms;
import io.meshlock.protocol.Promises;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What came of a demo: its journals judged, and told to people or programs. */
final class DemoResult {

    /** One pool. */
    private record Judged(String pool, int permits, JournalJudge judge, DemoWaits waits) {}

    private final int nodes;
    private final double seconds;
    private final long cuts;
    private final List<Judged> pools = new ArrayList<>();

    /**
     * Reads the journals in a folder.
     *
     * @param permits how many each pool has
     * @param founder the number of the founding node
     */
    DemoResult(
            Path journals,
            Map<String, Integer> permits,
            String algorithm,
            int founder,
            int nodes,
            double seconds,
            long cuts)
            throws IOException {
        this.nodes = nodes;
        this.seconds = seconds;
        this.cuts = cuts;
        Promises promises = Algorithms.named(algorithm).promises();
        RecordedJournal recording = RecordedJournal.find(journals);
        for (Map.Entry<String, Integer> pool : permits.entrySet()) {
            DemoWaits waits = new DemoWaits();
            JournalJudge judge =
                    JournalJudge.judge(recording.of(pool.getKey()).merged(), pool.getValue(), promises, founder, waits);
            pools.add(new Judged(pool.getKey(), pool.getValue(), judge, waits));
        }
    }

    long violations() {
        return pools.stream()
                .mapToLong(each -> each.judge.checkers().violations())
                .sum();
    }

    long starved() {
        return pools.stream().mapToLong(each -> each.judge.checkers().starved()).sum();
    }

    private long lines() {
        return pools.stream().mapToLong(each -> each.judge.lines()).sum();
    }

    // ---- for people -------------------------------------------------------------------------------------------------

    void print(PrintWriter out) {
        out.println();
        out.println(String.format(
                Locale.ROOT, "%d drones for %.0f s; links were cut %d times and came back", nodes, seconds, cuts));
        out.println();
        Table table = new Table("pool", "permits", "grants", "mean wait", "longest");
        for (Judged each : pools) {
            Waits all = each.waits.all();
            table.row(each.pool, "" + each.permits, "" + all.count(), time(all.mean()), time(all.longest()));
        }
        table.lines().forEach(out::println);
        out.println();
        Table urgency = new Table("asked for docks with", "grants", "mean wait", "longest");
        for (Urgency each : Urgency.values()) {
            Waits waits = pools.get(0).waits.of(each);
            urgency.row(each.words(), "" + waits.count(), time(waits.mean()), time(waits.longest()));
        }
        urgency.lines().forEach(out::println);
        out.println();
        conclusion().forEach(out::println);
    }

    private static String time(double seconds) {
        return Double.isNaN(seconds) ? "-" : String.format(Locale.ROOT, "%.2f s", seconds);
    }

    /** Whether every rule was kept, in one line; and what was broken first. */
    List<String> conclusion() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%s, %s (%,d journal lines of %d nodes judged)",
                violations() == 0 ? "no violation" : violations() + " violations",
                starved() == 0 ? "nobody starved" : starved() + " starved",
                lines(),
                nodes));
        for (Judged each : pools) {
            List<Violation> broken = new ArrayList<>(each.judge.checkers().firstViolations());
            broken.addAll(each.judge.checkers().firstStarved());
            broken.stream().limit(3).forEach(one -> lines.add(each.pool + ": " + one.rule() + ": " + one.detail()));
        }
        return lines;
    }

    // ---- for programs -----------------------------------------------------------------------------------------------

    Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("version", Version.current());
        document.put("nodes", nodes);
        document.put("seconds", seconds);
        document.put("linkCuts", cuts);
        Map<String, @Nullable Object> byName = new LinkedHashMap<>();
        for (Judged each : pools) {
            Map<String, @Nullable Object> pool = figures(each.waits.all());
            pool.put("permits", each.permits);
            Map<String, @Nullable Object> urgency = new LinkedHashMap<>();
            for (Urgency one : Urgency.values()) {
                urgency.put(one.name().toLowerCase(Locale.ROOT), figures(each.waits.of(one)));
            }
            pool.put("byUrgency", urgency);
            byName.put(each.pool, pool);
        }
        document.put("pools", byName);
        document.put("journalLines", lines());
        document.put("violations", violations());
        document.put("starved", starved());
        return document;
    }

    private static Map<String, @Nullable Object> figures(Waits waits) {
        Map<String, @Nullable Object> figures = new LinkedHashMap<>();
        figures.put("grants", waits.count());
        figures.put("waitMean", waits.count() == 0 ? null : waits.mean());
        figures.put("waitMax", waits.longest());
        return figures;
    }
}
