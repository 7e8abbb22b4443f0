package io.meshlock.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FeaturesTest {

    private final EventQueue queue = new EventQueue();
    private final List<String> told = new ArrayList<>();

    private Feature feature(String name, int... kinds) {
        return new Feature() {
            @Override
            public int[] kinds() {
                return kinds;
            }

            @Override
            public void start() {
                told.add(name + " starts");
            }

            @Override
            public void handle(int kind, int a, int b, @Nullable Object payload) {
                told.add(name + " " + kind + " " + a + " " + b + " " + payload);
            }

            @Override
            public void heal() {
                told.add(name + " heals");
            }
        };
    }

    @Test
    void startInOrderAndHealInReverse() {
        Features features = new Features(queue, List.of(feature("a"), feature("b"), feature("c")));
        features.start();
        features.heal();
        assertThat(told).containsExactly("a starts", "b starts", "c starts", "c heals", "b heals", "a heals");
    }

    @Test
    void getTheirOwnEventsWhoseHandlesAreFreeByThen() {
        Features features = new Features(queue, List.of(feature("a", 0, 3), feature("b", 2)));
        queue.add(1, 2, 10, 11, "x");
        queue.add(2, 3, 20, 21, null);
        int first = queue.poll(1);
        features.handle(first);
        assertThat(queue.add(5, 0, 0, 0, null)).isEqualTo(first);
        features.handle(queue.poll(2));
        assertThat(told).containsExactly("b 2 10 11 x", "a 3 20 21 null");
    }

    @Test
    void shareNoKindOfEvents() {
        List<Feature> both = List.of(feature("a", 1), feature("b", 1));
        assertThatThrownBy(() -> new Features(queue, both))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("kind 1");
    }

    @Test
    void complainOfEventsThatBelongToNobody() {
        Features features = new Features(queue, List.of(feature("a", 2)));
        queue.add(1, 1, 0, 0, null);
        int event = queue.poll(1);
        assertThatThrownBy(() -> features.handle(event))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("kind 1");
    }
}
