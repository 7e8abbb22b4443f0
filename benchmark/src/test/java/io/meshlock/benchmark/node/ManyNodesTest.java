package io.meshlock.benchmark.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What {@code ./benchmark/run scale-nodes} and {@code ./benchmark/run pools} measure strictly, here smaller, and with room
 * for a machine that is busy with other tests.
 */
@DisplayName("Many nodes, and many names")
class ManyNodesTest {

    @Test
    void takePartAtOnceWhateverTheirNumber() throws Exception {
        ScaleNodes.Joining joining = ScaleNodes.join(40);
        assertThat(joining.seconds()).as("seconds until all take part").isLessThan(30);
        assertThat(joining.served()).as("seconds until the farthest is served").isLessThan(90);
        assertThat(joining.messages()).as("messages per link and end").isLessThan(60);
    }

    @Test
    void namesAreUsedForTheFirstTime() throws Exception {
        ManyPools.FirstUse first = ManyPools.firstUse(30);
        assertThat(first.median())
                .as("milliseconds to the first grant of a name")
                .isLessThan(30 * first.bound());
    }

    @Test
    void namesInSequenceTakeMilliseconds() throws Exception {
        double seconds = ManyPools.sequence(50, 10);
        assertThat(seconds).as("seconds for 50 names").isLessThan(10);
    }

    /** A neighbour that opens many pools, at a node that has to write each of them to disk. */
    @Test
    void aNeighbourWithManyPoolsHoldsNobodyUp() throws Exception {
        ManyPools.Crowd crowd = ManyPools.crowd(2_000);
        assertThat(crowd.here()).as("pools of the neighbour at the node").isEqualTo(2_000);
        assertThat(crowd.during())
                .as("microseconds of a local permit meanwhile")
                .isLessThan(1_000);
        assertThat(crowd.after())
                .as("microseconds of a local permit afterwards")
                .isLessThan(1_000);
        assertThat(crowd.megabytes()).as("more megabytes of heap").isLessThan(256);
    }

    /** Thousands of promises in a few seconds, while leases last for ten. */
    @Test
    void manyPoolsInUseAtOnceKeepTheirGrants() throws Exception {
        ManyPools.Used used = ManyPools.used(200, 5);
        assertThat(used.lost()).as("grants lost").isZero();
    }
}
