package io.meshlock.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Slots as ranges, and sets of them, against plain bit sets. */
class SlotsTest {

    private final SplittableRandom random = new SplittableRandom(1);

    private BitSet bits(int most, double density) {
        BitSet bits = new BitSet();
        IntStream.rangeClosed(1, most)
                .filter(i -> random.nextDouble() < density)
                .forEach(bits::set);
        return bits;
    }

    @Test
    void rangesAreTheSameAsSingleSlots() {
        for (int i = 0; i < 300; i++) {
            BitSet bits = bits(1 + random.nextInt(300), random.nextDouble());
            int[] all = bits.stream().toArray();
            Slots slots = Slots.of(bits);
            assertThat(slots).isEqualTo(Slots.of(all)).hasSameHashCodeAs(Slots.of(all));
            assertThat(slots.toArray()).isEqualTo(all);
            assertThat(slots.count()).isEqualTo(all.length);
            assertThat(slots.last()).isEqualTo(all.length == 0 ? 0 : all[all.length - 1]);
            for (int j = 0; j < all.length; j++) {
                assertThat(slots.at(j)).isEqualTo(all[j]);
            }
        }
    }

    @Test
    void setsDoWhatBitSetsDo() {
        SlotSet set = new SlotSet();
        BitSet model = new BitSet();
        for (int i = 0; i < 2_000; i++) {
            Slots slots = Slots.of(bits(1 + random.nextInt(200), random.nextDouble() / 10));
            assertThat(set.meets(slots)).isEqualTo(slots.meets(model));
            assertThat(set.contains(slots)).isEqualTo(slots.isIn(model));
            BitSet both = new BitSet();
            slots.mark(both, true);
            both.and(model);
            assertThat(set.of(slots)).isEqualTo(Slots.of(both));
            if (random.nextBoolean()) {
                boolean fits = !slots.meets(model);
                assertThat(set.add(slots)).isEqualTo(fits);
                if (fits) {
                    slots.mark(model, true);
                }
            } else {
                Slots there = set.of(slots);
                assertThat(set.remove(there)).isTrue();
                there.mark(model, false);
            }
            assertThat(set.toSlots()).isEqualTo(Slots.of(model));
            assertThat(set.isEmpty()).isEqualTo(model.isEmpty());
            int from = 1 + random.nextInt(300);
            int next = model.nextSetBit(from);
            assertThat(set.nextIn(from)).isEqualTo(next < 0 ? Integer.MAX_VALUE : next);
            assertThat(set.nextOut(from)).isEqualTo(model.nextClearBit(from));
        }
    }

    @Test
    void partsAreTheSameAsOfSingleSlots() {
        for (int i = 0; i < 1_000; i++) {
            BitSet one = bits(1 + random.nextInt(100), random.nextDouble());
            BitSet other = bits(1 + random.nextInt(100), random.nextDouble());
            Slots slots = Slots.of(one);
            BitSet less = (BitSet) one.clone();
            less.andNot(other);
            assertThat(slots.without(Slots.of(other))).isEqualTo(Slots.of(less));
            BitSet both = (BitSet) one.clone();
            both.or(other);
            assertThat(slots.with(Slots.of(other))).isEqualTo(Slots.of(both));
            int[] all = slots.toArray();
            int wanted = random.nextInt(all.length + 1);
            assertThat(slots.highest(wanted).toArray())
                    .isEqualTo(Arrays.copyOfRange(all, all.length - wanted, all.length));
            for (int slot = 1; slot <= 101; slot++) {
                assertThat(slots.has(slot)).as("slot " + slot).isEqualTo(one.get(slot));
            }
        }
        assertThatThrownBy(() -> Slots.of(1, 2).highest(3)).hasMessage("3 of 2 slots");
    }

    @Test
    void slotsMeetIfOneIsAmongBoth() {
        for (int i = 0; i < 2_000; i++) {
            BitSet one = bits(1 + random.nextInt(100), random.nextDouble() / 4);
            BitSet other = bits(1 + random.nextInt(100), random.nextDouble() / 4);
            assertThat(Slots.of(one).meets(Slots.of(other))).isEqualTo(one.intersects(other));
        }
        assertThat(Slots.range(1, 5).meets(Slots.NONE)).isFalse();
    }

    @Test
    void manySlotsTakeLittleRoomInText() {
        assertThat(Slots.of(1, 2, 5)).hasToString("[1, 2, 5]");
        assertThat(Slots.range(1, 500_000)).hasToString("[1…500000]");
        assertThat(Slots.range(1, 1_000_000).ranges()).isEqualTo(1);
    }

    @Test
    void slotsAscend() {
        assertThatThrownBy(() -> Slots.of(2, 2)).hasMessageContaining("positive and ascending");
        assertThatThrownBy(() -> Slots.of(0)).hasMessageContaining("positive and ascending");
        assertThatThrownBy(() -> Slots.range(5, 4)).hasMessageContaining("positive and ascending");
        assertThatThrownBy(() -> new Slots.Builder().add(3, 4).add(4, 5)).hasMessageContaining("after 4");
    }

    @Test
    void aPoolHasAMillionPermitsAtMost() {
        assertThat(PoolSettings.permits(PoolBounds.MAX_PERMITS).permits()).isEqualTo(1_000_000);
        assertThatThrownBy(() -> PoolSettings.permits(1_000_001))
                .hasMessage("a pool has at most 1000000 permits, not 1000001");
        assertThatThrownBy(() -> PoolSize.initial(Integer.MAX_VALUE)).hasMessageContaining("at most 1000000 permits");
    }
}
