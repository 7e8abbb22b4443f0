package io.meshlock.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.simulator.engine.RandomStreams.Concern;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RandomStreamsTest {

    @Test
    void everySeedAndConcernHasAStreamOfItsOwn() {
        Set<Long> firsts = new HashSet<>();
        Set<Long> seeds = new HashSet<>();
        for (long seed = -100; seed < 100; seed++) {
            for (Concern concern : Concern.values()) {
                RandomStreams streams = new RandomStreams(seed);
                firsts.add(streams.of(concern).nextLong());
                seeds.add(streams.seedOf(concern));
            }
        }
        assertThat(firsts).hasSize(200 * Concern.values().length);
        assertThat(seeds).hasSize(200 * Concern.values().length);
    }

    @Test
    void aStreamBeginsTheSameWayEachTime() {
        RandomStreams streams = new RandomStreams(5);
        assertThat(streams.of(Concern.CHURN).nextLong())
                .isEqualTo(streams.of(Concern.CHURN).nextLong())
                .isEqualTo(new RandomStreams(5).of(Concern.CHURN).nextLong());
    }
}
