package io.meshlock.laboratory.sweep;

import io.meshlock.laboratory.Run;
import io.meshlock.simulator.metrics.RunResult.PriorityWait;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The single runs of a sweep, for statistics that compare runs with the same seed. */
public final class SweepRuns {

    private SweepRuns() {}

    /**
     * Every finished run's metrics by seed, for each cell of the plan in its order, {@code waitOfPriorityN} among them.
     * A run that broke off has those that are still valid.
     *
     * @param folder of a sweep with a fixed number of runs
     */
    public static List<Map<Long, Map<String, Double>>> values(Path folder) throws IOException {
        List<Map<Long, Map<String, Double>>> cells = new ArrayList<>();
        SweepJournal.read(folder, plan -> plan.cells().forEach(cell -> cells.add(new TreeMap<>())), outcome -> {
            if (outcome.run() != null) {
                cells.get(outcome.cell()).put(outcome.run().seed(), values(outcome.run()));
            }
        });
        return cells;
    }

    private static Map<String, Double> values(Run run) {
        Map<String, Double> values = new LinkedHashMap<>();
        run.values().forEach((metric, value) -> values.put(metric.label(), value));
        if (run.result() != null) {
            for (PriorityWait wait : run.result().waitsByPriority()) {
                if (wait.from() == wait.to() && wait.n() > 0) {
                    values.put("waitOfPriority" + wait.from(), wait.mean());
                }
            }
        }
        return values;
    }
}
