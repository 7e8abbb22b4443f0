package io.meshlock.laboratory.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.journal.Ticks;
import io.meshlock.simulator.network.RecordedLinks;
import org.junit.jupiter.api.Test;

class TraceSummaryTest {

    /** Three nodes: 0-1 from 0 to 60, 1-2 from 20 to the end at 100. */
    @Test
    void figuresByHand() {
        RecordedLinks.Builder links = new RecordedLinks.Builder();
        links.add(0, 0, 1, true);
        links.add(Ticks.of(60), 0, 1, false);
        links.add(Ticks.of(20), 1, 2, true);
        TraceSummary summary =
                TraceSummary.of(3, links.build(new int[] {0, 1, 2}, 0).before(Ticks.of(1000)), Ticks.of(100));
        // Links: 60 + 80 units of time; whole from 20 to 60; lonely: 2 for 20 units, 0 for 40 units.
        assertThat(summary).isEqualTo(new TraceSummary(3, 100, 2, 70, 2 * 140 / 300.0, 0.4, 60 / 300.0));
    }

    @Test
    void oneNodeIsConnectedAndLonely() {
        TraceSummary summary = TraceSummary.of(
                1, new RecordedLinks.Builder().build(new int[0], 0).before(100), 100);
        assertThat(summary.connected()).isEqualTo(1);
        assertThat(summary.lonely()).isEqualTo(1);
        assertThat(summary.contacts()).isZero();
    }
}
