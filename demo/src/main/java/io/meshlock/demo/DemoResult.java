package io.meshlock.demo;

import io.meshlock.demo.DemoWaits.Urgency;
import io.meshlock.demo.DemoWaits.Waits;
import io.meshlock.journal.RecordedJournal;
import io.meshlock.journal.check.JournalJudge;
import io.meshlock.journal.check.Violation;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.registry.Algorithms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The result of a demo: its journals, judged. */
public final class DemoResult {

    /** One pool. */
    public record Judged(String pool, int permits, JournalJudge judge, DemoWaits waits) {}

    private final int nodes;
    private final double seconds;
    private final long cuts;
    private final List<Judged> pools = new ArrayList<>();

    /**
     * Reads the journals in a folder.
     *
     * @param permits how many each pool has
     * @param bootstrapNode the number of the bootstrap node
     */
    DemoResult(
            Path journals,
            Map<String, Integer> permits,
            String algorithm,
            int bootstrapNode,
            int nodes,
            double seconds,
            long cuts)
            throws IOException {
        this.nodes = nodes;
        this.seconds = seconds;
        this.cuts = cuts;
        Guarantees promises = Algorithms.named(algorithm).guarantees();
        RecordedJournal recording = RecordedJournal.find(journals);
        for (Map.Entry<String, Integer> pool : permits.entrySet()) {
            DemoWaits waits = new DemoWaits();
            JournalJudge judge = JournalJudge.judge(
                    recording.of(pool.getKey()).merged(), pool.getValue(), promises, bootstrapNode, waits);
            pools.add(new Judged(pool.getKey(), pool.getValue(), judge, waits));
        }
    }

    public int nodes() {
        return nodes;
    }

    public double seconds() {
        return seconds;
    }

    /** How often a link was cut. */
    public long cuts() {
        return cuts;
    }

    public List<Judged> pools() {
        return List.copyOf(pools);
    }

    public long violations() {
        return pools.stream()
                .mapToLong(each -> each.judge.checkers().violations())
                .sum();
    }

    public long starved() {
        return pools.stream().mapToLong(each -> each.judge.checkers().starved()).sum();
    }

    private long lines() {
        return pools.stream().mapToLong(each -> each.judge.lines()).sum();
    }

    /** Whether every rule was kept, in one line; and what was broken first. */
    public List<String> conclusion() {
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

    /** @param version of the program, as the document has it */
    public Map<String, @Nullable Object> document(String version) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("version", version);
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
