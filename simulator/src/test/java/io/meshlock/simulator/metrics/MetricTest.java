package io.meshlock.simulator.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The registry of metrics. */
class MetricTest {

    private static final RunResult WITHOUT_RECOVERY = result(null);

    private static final RunResult WITH_RECOVERY = result(new RunResult.Recovery(21, 22, 23, 24));

    /** Numbers tell the figures apart, so a metric that reads a neighbour's figure is seen. */
    private static RunResult result(RunResult.Recovery recovery) {
        return new RunResult(
                1,
                2,
                3,
                4,
                5,
                6,
                Collections.emptySortedMap(),
                7,
                8,
                9,
                10,
                11,
                12,
                13,
                14,
                24,
                15,
                List.of(),
                recovery,
                new RunResult.Tally(16, 17, 18, 19));
    }

    @Test
    void everyMetricReadsItsOwnFigure() {
        List<String> figures = new ArrayList<>();
        WITH_RECOVERY.values().forEach((metric, value) -> figures.add(metric.label() + " " + value.intValue()));
        assertThat(figures)
                .containsExactly(
                        "entries 1",
                        "entriesPerTime 15",
                        "waitMean 2",
                        "waitP50 3",
                        "waitP99 4",
                        "waitMax 5",
                        "messagesPerEntry 6",
                        "hopsPerEntry 7",
                        "routingPerEntry 8",
                        "routingBytesPerEntry 9",
                        "broadcastsPerEntry 10",
                        "bytesPerEntry 11",
                        "beaconsPerEntry 21",
                        "beaconBytesPerEntry 22",
                        "concurrencyMean 12",
                        "utilization 13",
                        "fairness 14",
                        "overtakesPerEntry 24",
                        "recoveries 23",
                        "grantsLost 24",
                        "inversions 16",
                        "starved 17",
                        "violations 18",
                        "events 19");
    }

    @Test
    void figuresOfRecoveryAreMeasuredInPoolsWithRecoveryOnly() {
        for (Metric metric : Metric.values()) {
            assertThat(metric.isMeasuredIn(WITH_RECOVERY)).isTrue();
            assertThat(metric.isMeasuredIn(WITHOUT_RECOVERY))
                    .as(metric.label())
                    .isEqualTo(metric.pools() == Metric.Pools.ALL)
                    .isEqualTo(!Double.isNaN(metric.of(WITHOUT_RECOVERY)));
        }
    }

    @Test
    void metricsAreFoundByTheirLabels() {
        assertThat(Metric.labels()).doesNotHaveDuplicates().hasSize(Metric.values().length);
        for (Metric metric : Metric.values()) {
            assertThat(Metric.named(metric.label())).isEqualTo(metric);
        }
        assertThat(Metric.find("waitmean")).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Metric.named("waitmean"))
                .withMessageContaining("'waitmean'");
    }

    /** A second list would disagree one day. Labels of one word, such as events, mean other things elsewhere. */
    @Test
    void noOtherCodeOfTheExperimentsWritesALabel() throws IOException {
        List<String> labels = Metric.labels().stream()
                .filter(label -> label.chars().anyMatch(Character::isUpperCase))
                .map(label -> '"' + label + '"')
                .toList();
        for (String module : List.of("simulator", "laboratory")) {
            for (Path file : sources(Path.of("..", module, "src", "main", "java"))) {
                String text = Files.readString(file);
                assertThat(labels).as(file.toString()).noneMatch(text::contains);
            }
        }
    }

    private static List<Path> sources(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("Metric.java"))
                    .toList();
        }
    }
}
