package io.meshlock.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaneTest {

    private final Lane lane = new Lane(16);
    private final List<Integer> taken = new ArrayList<>();

    private int add(long time, int a) {
        return lane.add(time, a, 7, a, -a, EventQueue.NONE, "event " + a);
    }

    private void take() {
        lane.take((kind, a, b, payload) -> {
            assertThat(kind).isEqualTo(7);
            assertThat(b).isEqualTo(-a);
            assertThat(payload).isEqualTo("event " + a);
            taken.add(a);
        });
    }

    @Test
    void whatWasAddedFirstComesFirstWhileTheRingTurnsAndGrows() {
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            add(i, 2 * i);
            add(i, 2 * i + 1);
            assertThat(lane.firstTime()).isEqualTo(i / 2);
            take();
            expected.add(i);
        }
        assertThat(lane.size()).isEqualTo(500);
        assertThat(taken).isEqualTo(expected);
    }

    @Test
    void cancelledEventsNeverComeFirst() {
        int first = add(1, 1);
        int second = add(2, 2);
        int third = add(3, 3);
        add(4, 4);
        int last = add(5, 5);
        lane.cancel(third);
        lane.cancel(second);
        lane.cancel(first);
        lane.cancel(last);
        assertThat(lane.size()).isEqualTo(1);
        assertThat(lane.firstTime()).isEqualTo(4);
        take();
        assertThat(taken).containsExactly(4);
        assertThat(lane.isEmpty()).isTrue();
        assertThat(lane.size()).isZero();
        assertThat(lane.firstTime()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void handlesTellForeverThatTheirEventHasComeOut() {
        int first = add(1, 1);
        int second = add(2, 2);
        int third = add(3, 3);
        assertThat(lane.isPending(first)).isTrue();
        take();
        lane.cancel(third);
        assertThat(lane.isPending(first)).isFalse();
        assertThat(lane.isPending(second)).isTrue();
        assertThat(lane.isPending(third)).isFalse();
        for (int i = 4; i < 100; i++) {
            add(i, i);
            take();
            assertThat(lane.isPending(first)).isFalse();
        }
        assertThat(Lane.owns(first)).isTrue();
        assertThat(Lane.owns(EventQueue.NONE)).isFalse();
        assertThat(Lane.owns(5)).isFalse();
    }
}
