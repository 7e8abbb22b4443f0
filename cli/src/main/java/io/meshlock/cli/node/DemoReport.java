package io.meshlock.cli.node;

import io.meshlock.cli.terminal.Table;
import io.meshlock.cli.terminal.Words;
import io.meshlock.demo.DemoResult;
import io.meshlock.demo.DemoResult.Judged;
import io.meshlock.demo.DemoWaits.Urgency;
import io.meshlock.demo.DemoWaits.Waits;
import java.io.PrintWriter;
import java.util.Locale;

/** Prints a demo's result for people. */
final class DemoReport {

    private DemoReport() {}

    static void print(DemoResult result, PrintWriter out) {
        out.println();
        out.println(String.format(
                Locale.ROOT,
                "%d drones for %.0f s; links were cut %d times and came back",
                result.nodes(),
                result.seconds(),
                result.cuts()));
        out.println();
        pools(result).lines().forEach(out::println);
        out.println();
        urgency(result.pools().get(0)).lines().forEach(out::println);
        out.println();
        result.conclusion().forEach(out::println);
    }

    private static Table pools(DemoResult result) {
        Table table = new Table("pool", "permits", "grants", "mean wait", "longest");
        for (Judged each : result.pools()) {
            Waits all = each.waits().all();
            table.row(each.pool(), "" + each.permits(), "" + all.count(), time(all.mean()), time(all.longest()));
        }
        return table;
    }

    private static Table urgency(Judged docks) {
        Table table = new Table("asked for docks with", "grants", "mean wait", "longest");
        for (Urgency each : Urgency.values()) {
            Waits waits = docks.waits().of(each);
            table.row(each.words(), "" + waits.count(), time(waits.mean()), time(waits.longest()));
        }
        return table;
    }

    private static String time(double seconds) {
        return Double.isNaN(seconds) ? "-" : Words.time(Math.round(1_000 * seconds));
    }
}
