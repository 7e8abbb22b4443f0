package io.meshlock.simulator.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import io.meshlock.journal.Ticks;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Slots;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The window is from 10 to 20 time units, k = 4, five nodes. */
class MetricsTest {

    private static final RunResult.Tally TALLY = new RunResult.Tally(1, 2, 3, 4);

    private final Metrics metrics = new Metrics(4, 5, Ticks.of(10), Ticks.of(20), false);
    private long ids;

    @Test
    void entriesAndWaitsCountAtBothEndsOfTheWindow() {
        entry(0, 9, 9.5, 1); // granted too early
        entry(0, 9, 10, 1); // an entry, but requested too early for its wait
        entry(1, 10, 10, 1);
        entry(2, 12, 20, 1);
        entry(3, 12, 20.5, 1); // granted too late
        RunResult result = end();
        assertThat(result.entries()).isEqualTo(3);
        assertThat(result.entriesPerTime()).isEqualTo(0.3);
        assertThat(result.waitMean()).isEqualTo(4);
        assertThat(result.waitP50()).isZero();
        assertThat(result.waitP99()).isEqualTo(8, within(0.008));
        assertThat(result.waitMax()).isEqualTo(8);
    }

    @Test
    void percentilesOfAHundredWaits() {
        for (int i = 1; i <= 100; i++) {
            entry(0, 10, 10 + i / 100.0, 1);
        }
        RunResult result = end();
        assertThat(result.waitP50()).isEqualTo(0.5);
        assertThat(result.waitP99()).isEqualTo(0.99);
        assertThat(result.waitMax()).isEqualTo(1);
        assertThat(result.waitMean()).isEqualTo(0.505, within(1e-12));
    }

    @Test
    void waitsAboveTheHistogramsBoundCountAsTheBoundInPercentilesOnly() {
        Waits waits = new Waits();
        long beyond = 2 * Ticks.of(1e9);
        waits.add(beyond);
        assertThat(waits.percentile(99)).isEqualTo(1e9, within(1e6));
        assertThat(waits.max()).isEqualTo(2e9);
        assertThat(waits.mean()).isEqualTo(2e9);
    }

    @Test
    void messagesSentInTheWindowPerEntry() {
        CountedMessage request = CountedMessage.of("REQUEST", 10);
        CountedMessage token = CountedMessage.of("TOKEN", 30);
        sent(9.9, 0, request);
        sent(10, 0, request);
        sent(15, 1, token);
        sent(20, 0, request);
        sent(20.1, 0, request);
        entry(0, 11, 12, 1);
        entry(0, 13, 14, 1);
        RunResult result = end();
        assertThat(result.messagesPerEntry()).isEqualTo(1.5);
        assertThat(result.messagesByType()).containsExactly(Map.entry("REQUEST", 1.0), Map.entry("TOKEN", 0.5));
        assertThat(result.bytesPerEntry()).isEqualTo(25);
        assertThat(result.broadcastsPerEntry()).isEqualTo(1.5);
    }

    @Test
    void messagesToAllCountOncePerTypeNodeAndStep() {
        CountedMessage link = CountedMessage.toAll("LINK", 1);
        CountedMessage alive = CountedMessage.toAll("ALIVE", 1);
        metrics.stepped(Ticks.of(11), 0);
        sent(11, 0, link); // 1
        sent(11, 0, link);
        sent(11, 0, alive); // 2
        sent(11, 0, link);
        sent(11, 0, CountedMessage.of("REQUEST", 1)); // 3
        sent(11, 0, CountedMessage.of("REQUEST", 1)); // 4
        metrics.stepped(Ticks.of(11), 0);
        sent(11, 0, link); // 5
        sent(11, 0, link);
        metrics.stepped(Ticks.of(11), 1);
        sent(11, 1, link); // 6
        entry(0, 11, 12, 1);
        RunResult result = end();
        assertThat(result.broadcastsPerEntry()).isEqualTo(6);
        assertThat(result.messagesPerEntry()).isEqualTo(9);
    }

    @Test
    void concurrencyAndUtilizationAreAveragedOverTheWindow() {
        PermitRequest first = hold(0, 5, 1); // until 12: 2 time units in the window
        PermitRequest second = hold(1, 11, 2); // until 16: 5
        giveBack(first, 0, 12);
        giveBack(second, 1, 16);
        PermitRequest third = hold(2, 18, 3); // until 25: 2
        PermitRequest fourth = hold(3, 21, 1); // until 22: none
        giveBack(fourth, 3, 22);
        giveBack(third, 2, 25);
        RunResult result = end();
        assertThat(result.concurrencyMean()).isEqualTo(0.9);
        assertThat(result.utilization()).isEqualTo((2 + 10 + 6) / 40.0);
    }

    @Test
    void aGrantHeldOverTheWholeWindowCountsInFull() {
        PermitRequest request = ask(0, 1, 0, 4);
        metrics.granted(Ticks.of(1), 0, grant(request));
        RunResult result = end();
        assertThat(result.concurrencyMean()).isEqualTo(1);
        assertThat(result.utilization()).isEqualTo(1);
    }

    @Test
    void fairnessIsJainsIndexOverThoseWhoAsked() {
        entry(0, 11, 12, 1);
        entry(0, 11, 12, 1);
        entry(0, 11, 12, 1);
        entry(1, 11, 12, 1);
        ask(2, 15, 0, 1); // asked, got nothing
        ask(3, 21, 0, 1); // asked too late to count
        assertThat(end().fairness()).isEqualTo(16.0 / (3 * 10));
    }

    @Test
    void waitsByPriority() {
        entryOf(7, 10, 11);
        entryOf(7, 10, 12);
        entryOf(-2, 10, 11.5);
        assertThat(end().waitsByPriority())
                .containsExactly(
                        new RunResult.PriorityWait(-2, -2, 1, 1.5, 1.5, 1.5),
                        new RunResult.PriorityWait(7, 7, 2, 1.5, 2.0, 2.0));
    }

    @Test
    void answersThatAreNoGrantsAreNoEntries() {
        PermitRequest withdrawn = ask(0, 11, 0, 1);
        PermitRequest rejected = ask(0, 11, 0, 9);
        metrics.withdrawn(Ticks.of(12), 0, withdrawn.id());
        metrics.rejected(Ticks.of(12), 0, rejected.id(), Rejection.MORE_THAN_THE_POOL_HAS);
        assertThat(end().entries()).isZero();
    }

    @Test
    void aRunWithoutEntriesLeavesOutWhatItDoesNotDefine() {
        sent(15, 0, CountedMessage.of("REQUEST", 1));
        RunResult result = end();
        assertThat(result.waitMean()).isNaN();
        assertThat(result.messagesPerEntry()).isNaN();
        assertThat(result.messagesByType()).isEmpty();
        assertThat(result.values())
                .containsOnlyKeys(
                        Metric.ENTRIES,
                        Metric.ENTRIES_PER_TIME,
                        Metric.CONCURRENCY_MEAN,
                        Metric.UTILIZATION,
                        Metric.INVERSIONS,
                        Metric.STARVED,
                        Metric.VIOLATIONS,
                        Metric.EVENTS);
    }

    @Test
    void aPoolWithoutRecoveryHasEveryMetricButThoseOfRecovery() {
        entry(0, 11, 12, 1);
        Map<Metric, Double> values = end().values();
        assertThat(List.copyOf(values.keySet()))
                .isEqualTo(Arrays.stream(Metric.values())
                        .filter(metric -> metric.pools() == Metric.Pools.ALL)
                        .toList());
        assertThat(values)
                .containsEntry(Metric.ENTRIES, 1.0)
                .containsEntry(Metric.INVERSIONS, 1.0)
                .containsEntry(Metric.STARVED, 2.0)
                .containsEntry(Metric.VIOLATIONS, 3.0)
                .containsEntry(Metric.EVENTS, 4.0);
    }

    @Test
    void aRunThatEndsEarlyShortensTheWindow() {
        PermitRequest request = ask(0, 10, 0, 1);
        metrics.granted(Ticks.of(11), 0, grant(request));
        metrics.ended(Ticks.of(12));
        RunResult result = metrics.result(TALLY);
        assertThat(result.entriesPerTime()).isEqualTo(0.5);
        assertThat(result.concurrencyMean()).isEqualTo(0.5);
    }

    @Test
    void thereIsNoResultBeforeTheEnd() {
        assertThatIllegalStateException().isThrownBy(() -> metrics.result(TALLY));
    }

    /** Granted and given back at once. */
    private void entry(int node, double asked, double granted, int permits) {
        PermitRequest request = ask(node, asked, 0, permits);
        metrics.granted(Ticks.of(granted), node, grant(request));
        metrics.released(Ticks.of(granted), node, grant(request));
    }

    private void entryOf(int priority, double asked, double granted) {
        PermitRequest request = ask(0, asked, priority, 1);
        metrics.granted(Ticks.of(granted), 0, grant(request));
        metrics.released(Ticks.of(granted), 0, grant(request));
    }

    private PermitRequest hold(int node, double from, int permits) {
        PermitRequest request = ask(node, from, 0, permits);
        metrics.granted(Ticks.of(from), node, grant(request));
        return request;
    }

    private void giveBack(PermitRequest request, int node, double time) {
        metrics.released(Ticks.of(time), node, grant(request));
    }

    private PermitRequest ask(int node, double time, int priority, int permits) {
        PermitRequest request = PermitRequest.of(++ids, permits).withPriority(priority);
        metrics.requested(Ticks.of(time), node, request);
        return request;
    }

    private void sent(double time, int from, CountedMessage message) {
        metrics.sent(Ticks.of(time), from, 4, message);
    }

    private RunResult end() {
        metrics.ended(Ticks.of(30));
        return metrics.result(TALLY);
    }

    private static PermitGrant grant(PermitRequest request) {
        return new PermitGrant(request.id(), request.id(), request.permits(), Slots.NONE);
    }
}
