package io.meshlock.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FeaturesTest {

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
        Features features = new Features(List.of(feature("a"), feature("b"), feature("c")));
        features.start();
        features.heal();
        assertThat(told).containsExactly("a starts", "b starts", "c starts", "c heals", "b heals", "a heals");
    }

    @Test
    void getTheirOwnEvents() {
        Features features = new Features(List.of(feature("a", 0, 3), feature("b", 2)));
        features.handle(2, 10, 11, "x");
        features.handle(3, 20, 21, null);
        assertThat(told).containsExactly("b 2 10 11 x", "a 3 20 21 null");
    }

    @Test
    void shareNoKindOfEvents() {
        List<Feature> both = List.of(feature("a", 1), feature("b", 1));
        assertThatThrownBy(() -> new Features(both))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("kind 1");
    }

    @Test
    void complainOfEventsThatBelongToNobody() {
        Features features = new Features(List.of(feature("a", 2)));
        assertThatThrownBy(() -> features.handle(1, 0, 0, null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("kind 1");
    }
}
