package io.meshlock.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventQueueTest {

    private static final long FOREVER = Long.MAX_VALUE;

    private static final EventHandler NOBODY = (kind, a, b, payload) -> {
        throw new AssertionError("nothing was due");
    };

    private final EventQueue queue = new EventQueue();

    /** The {@code a} of the next event. */
    private int next(long limit) {
        int[] taken = new int[1];
        assertThat(queue.take(limit, (kind, a, b, payload) -> taken[0] = a)).isTrue();
        return taken[0];
    }

    private record Expected(long time, int order, int handle) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 3, 300, 70_000, 20_000_000, 1_000_000_000_000L, 1L << 56})
    void agreesWithPriorityQueueOnRandomSchedules(long spread) {
        for (int seed = 0; seed < 20; seed++) {
            compareWithPriorityQueue(spread, RandomSource.XO_SHI_RO_256_PP.create(seed + spread));
        }
    }

    private static void compareWithPriorityQueue(long spread, UniformRandomProvider random) {
        EventQueue queue = new EventQueue();
        PriorityQueue<Expected> model =
                new PriorityQueue<>(Comparator.comparingLong(Expected::time).thenComparingInt(Expected::order));
        List<Expected> pending = new ArrayList<>();
        for (int order = 0; order < 3000; order++) {
            int choice = random.nextInt(10);
            if (choice < 5) {
                // Some in order with a constant delay, some that claim to be in order and are not, some without a
                // claim.
                long time = queue.now() + (choice < 2 ? spread : randomSpan(spread, random));
                int handle = choice < 3
                        ? queue.addInOrder(time, 7, order, -order, order - 1, event(order))
                        : queue.add(time, 7, order, -order, order - 1, event(order));
                Expected event = new Expected(time, order, handle);
                model.add(event);
                pending.add(event);
            } else if (choice == 5 && !pending.isEmpty()) {
                Expected event = pending.remove(random.nextInt(pending.size()));
                queue.cancel(event.handle());
                model.remove(event);
            } else {
                long limit = queue.now() + randomSpan(spread, random);
                takeAllUntil(limit, queue, model, pending, random.nextInt(6));
            }
            assertThat(queue.size()).isEqualTo(model.size());
        }
        takeAllUntil(FOREVER, queue, model, pending, Integer.MAX_VALUE);
        assertThat(model).isEmpty();
    }

    private static void takeAllUntil(
            long limit, EventQueue queue, PriorityQueue<Expected> model, List<Expected> pending, int most) {
        for (int i = 0; i < most; i++) {
            Expected expected = model.peek();
            if (expected == null || expected.time() > limit) {
                assertThat(queue.take(limit, NOBODY)).isFalse();
                assertThat(queue.now()).isEqualTo(limit);
                return;
            }
            model.remove();
            pending.remove(expected);
            assertThat(queue.isPending(expected.handle(), 7, expected.order(), -expected.order()))
                    .isTrue();
            assertThat(queue.time(expected.handle())).isEqualTo(expected.time());
            assertThat(queue.before(expected.handle())).isEqualTo(expected.order() - 1);
            assertThat(queue.take(limit, (kind, a, b, payload) -> {
                        assertThat(kind).isEqualTo(7);
                        assertThat(a).isEqualTo(expected.order());
                        assertThat(b).isEqualTo(-expected.order());
                        assertThat(payload).isEqualTo(event(expected.order()));
                    }))
                    .isTrue();
            assertThat(queue.now()).isEqualTo(expected.time());
            assertThat(queue.isPending(expected.handle(), 7, expected.order(), -expected.order()))
                    .isFalse();
        }
    }

    private static String event(int order) {
        return "event " + order;
    }

    /** Mostly near, sometimes at once, sometimes as far as allowed. */
    private static long randomSpan(long spread, UniformRandomProvider random) {
        return switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> random.nextLong(Math.min(spread, 5) + 1);
            default -> random.nextLong(spread + 1) >> random.nextInt(20);
        };
    }

    @Test
    void eventsAddedAtThePresentComeAfterThoseAlreadyThere() {
        queue.add(1_000_000_000_000L, 0, 1, 0, null);
        queue.add(1_000_000_000_000L, 0, 2, 0, null);
        List<Integer> order = new ArrayList<>();
        while (queue.take(FOREVER, (kind, name, b, payload) -> {
            order.add(name);
            if (name < 10) {
                queue.add(queue.now(), 0, name * 10, 0, null);
            }
        })) {}
        assertThat(order).containsExactly(1, 2, 10, 20);
    }

    @Test
    void eventsMovedDownTheWheelKeepTheirOrderAmongThemselvesAndBeforeLaterOnes() {
        queue.add(100_000, 0, 1, 0, null);
        queue.add(100_000, 0, 2, 0, null);
        queue.add(99_999, 0, 0, 0, null);
        assertThat(next(FOREVER)).isZero();
        queue.add(100_000, 0, 3, 0, null);
        assertThat(next(FOREVER)).isEqualTo(1);
        assertThat(next(FOREVER)).isEqualTo(2);
        assertThat(next(FOREVER)).isEqualTo(3);
    }

    @Test
    void nothingComesOutBeforeItIsDue() {
        queue.add(500, 0, 1, 0, null);
        assertThat(queue.take(499, NOBODY)).isFalse();
        assertThat(queue.now()).isEqualTo(499);
        queue.add(499, 0, 2, 0, null);
        assertThat(next(500)).isEqualTo(2);
        assertThat(next(500)).isEqualTo(1);
    }

    @Test
    void thePastIsRefused() {
        queue.take(10, NOBODY);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> queue.add(9, 0, 0, 0, null))
                .withMessageContaining("9")
                .withMessageContaining("10");
    }

    @Test
    void handlesAreReused() {
        for (int i = 0; i < 1000; i++) {
            int event = queue.add(i, 0, 0, 0, "x");
            assertThat(event).isLessThan(2);
            assertThat(next(FOREVER)).isZero();
        }
    }
}
