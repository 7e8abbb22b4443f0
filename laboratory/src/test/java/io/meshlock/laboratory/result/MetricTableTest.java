package io.meshlock.laboratory.result;

import io.meshlock.simulator.metrics.Metric;
import io.meshlock.testing.Approved;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The guide's table of metrics is the registry. */
class MetricTableTest {

    private static final Path GUIDE = Path.of("..", "docs", "guide", "scenarios.md");

    @Test
    void theGuideListsEveryMetric() throws IOException {
        StringBuilder table = new StringBuilder("| metric | unit | what it measures | since |\n|---|---|---|---|\n");
        for (Metric metric : Metric.values()) {
            String which = metric.pools() == Metric.Pools.ALL ? "" : "pools with recovery only: ";
            table.append("| `" + metric.label() + "` | " + metric.unit() + " | " + which + metric.meaning() + " | "
                    + metric.since() + " |\n");
        }
        Approved.checkPart(GUIDE, "metrics", table.toString());
    }
}
