package io.meshlock.simulator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OvertakesTest {

    private final Overtakes waiting = new Overtakes();

    @Test
    void whoEntersInOrderOvertakesNobody() {
        waiting.add(7);
        waiting.add(3);
        assertThat(waiting.remove(7)).isZero();
        assertThat(waiting.remove(3)).isZero();
    }

    @Test
    void whoEntersFirstOvertakesAllThatWereMadeBefore() {
        waiting.add(7);
        waiting.add(3);
        waiting.add(5);
        assertThat(waiting.remove(5)).isEqualTo(2);
        assertThat(waiting.remove(3)).isEqualTo(1);
        assertThat(waiting.remove(99)).as("unknown").isZero();
    }

    /** Against a plain list, over many more requests than ever wait at a time. */
    @Test
    void countsAsAListWould() {
        Random dice = new Random(5);
        List<Long> list = new ArrayList<>();
        for (long next = 0; next < 5_000; next++) {
            list.add(next);
            waiting.add(next);
            while (list.size() > 90 || (!list.isEmpty() && dice.nextInt(3) == 0)) {
                int at = dice.nextInt(list.size());
                assertThat(waiting.remove(list.remove(at))).isEqualTo(at);
            }
        }
    }
}
