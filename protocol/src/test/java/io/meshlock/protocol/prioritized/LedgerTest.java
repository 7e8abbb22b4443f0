package io.meshlock.protocol.prioritized;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.PoolBounds;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.token.TokenLeaseCheck;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The token's ledger. */
class LedgerTest {

    private static Key key(int node, int permits) {
        return new Key(0, 0, Key.requestNumber(node, 1), permits);
    }

    @Test
    void grantsTakeTheLowestFreeSlotsAndGiveThemBack() {
        Ledger ledger = new Ledger(5, List.of());
        assertThat(ledger.grant(1, key(1, 2), 0).slots()).isEqualTo(Slots.of(1, 2));
        assertThat(ledger.grant(2, key(2, 1), 0).slots()).isEqualTo(Slots.of(3));
        ledger.remove(1);
        assertThat(ledger.free()).isEqualTo(4);
        assertThat(ledger.grant(3, key(3, 3), 0).slots()).isEqualTo(Slots.of(1, 2, 4));
        assertThat(ledger.free()).isEqualTo(1);
    }

    @Test
    void aSmallerPoolGrantsNothingUntilEnoughIsBackAndNoSlotThatRetired() {
        Ledger ledger = new Ledger(5, List.of());
        ledger.grant(1, key(1, 2), 0);
        ledger.grant(2, key(2, 3), 0);
        ledger.resize(3);
        assertThat(ledger.free()).isEqualTo(-2);
        ledger.remove(1);
        assertThat(ledger.free()).isZero();
        assertThatThrownBy(() -> ledger.grant(3, key(3, 1), 0)).hasMessageContaining("a grant needs free permits");
        Ledger elsewhere = new Ledger(3, ledger.snapshot());
        assertThat(elsewhere.free()).isZero();
        elsewhere.remove(2);
        assertThat(elsewhere.grant(3, key(3, 3), 0).slots()).isEqualTo(Slots.of(1, 2, 3));
    }

    @Test
    void aLargerPoolHasNewSlotsHoweverMany() {
        Ledger ledger = new Ledger(1, List.of());
        ledger.grant(1, key(1, 1), 0);
        ledger.resize(Integer.MAX_VALUE);
        assertThat(ledger.grant(2, key(2, 200), 0).slots().at(199)).isEqualTo(201);
        ledger.remove(2);
        assertThat(ledger.grant(3, key(3, 1), 0).slots()).isEqualTo(Slots.of(2));
    }

    @Test
    void removingTwiceOrWhatIsUnknownChangesNothing() {
        Ledger ledger = new Ledger(3, List.of());
        ledger.grant(7, key(1, 2), 0);
        ledger.remove(8);
        ledger.remove(7);
        ledger.remove(7);
        assertThat(ledger.free()).isEqualTo(3);
        assertThat(ledger.size()).isZero();
    }

    @Test
    void knowsWhichRequestsHaveAGrant() {
        Ledger ledger = new Ledger(100, List.of());
        for (int node = 1; node <= 50; node++) {
            ledger.grant(node, key(node, 2), 0);
        }
        ledger.remove(20);
        assertThat(ledger.hasRequest(key(19, 2), TokenLeaseCheck.OPEN)).isTrue();
        assertThat(ledger.hasRequest(key(20, 2), TokenLeaseCheck.OPEN)).isFalse();
        assertThat(ledger.hasRequest(key(50, 2), TokenLeaseCheck.OPEN)).isTrue();
    }

    @Test
    void aGrantToAFormerIncarnationIsNoGrantOfTheRequestWithItsNumber() {
        Ledger ledger = new Ledger(100, List.of());
        ledger.grant(1, key(1, 2), 17);
        assertThat(ledger.hasRequest(key(1, 2), TokenLeaseCheck.OPEN))
                .as("the present incarnation is 0")
                .isFalse();
    }

    @Test
    void aSnapshotMakesTheSameLedgerElsewhere() {
        Ledger ledger = new Ledger(70, List.of());
        ledger.grant(1, key(1, 66), 0);
        ledger.grant(2, key(2, 1), 0);
        ledger.remove(1);
        assertThat(ledger.doubt(2)).isTrue();
        assertThat(ledger.doubt(2)).isFalse();
        Ledger copy = new Ledger(70, ledger.snapshot());
        assertThat(copy.free()).isEqualTo(69);
        assertThat(copy.doubtful()).extracting(LedgerEntry::number).containsExactly(2L);
        assertThat(copy.grant(3, key(3, 69), 0).slots().count()).isEqualTo(69);
        assertThat(copy.free()).isZero();
    }

    @Test
    void refusesToOverdrawOrToGoBackInNumbers() {
        Ledger ledger = new Ledger(2, List.of());
        ledger.grant(5, key(1, 1), 0);
        assertThatThrownBy(() -> ledger.grant(6, key(2, 2), 0)).hasMessageContaining("invariant broken");
        assertThatThrownBy(() -> ledger.grant(5, key(2, 1), 0)).hasMessageContaining("grant numbers must rise");
    }

    @Test
    void aLedgerHasABound() {
        Ledger ledger = new Ledger(PoolBounds.MAX_PERMITS, List.of());
        for (int i = 1; i <= PoolBounds.MAX_GRANTS; i++) {
            assertThat(ledger.hasRoomFor(1)).isTrue();
            ledger.grant(i, key(i, 1), 0);
        }
        assertThat(ledger.hasRoomFor(1)).as("one grant more").isFalse();
        ledger.remove(7);
        assertThat(ledger.hasRoomFor(1)).isTrue();
    }

    /** Every second slot is free: a large request would have thousands of ranges, and waits. */
    @Test
    void slotsThatAreScatteredAreBounded() {
        List<LedgerEntry> scattered = new ArrayList<>();
        int region = 2 * (PoolBounds.MAX_RANGES / 4 - 10);
        for (int i = 0; i < 4; i++) {
            Slots.Builder slots = new Slots.Builder();
            for (int slot = 1; slot <= PoolBounds.MAX_RANGES / 4 - 10; slot++) {
                int at = i * region + 2 * slot;
                slots.add(at, at);
            }
            Slots built = slots.build();
            scattered.add(new LedgerEntry(i + 1, key(i + 1, built.count()), 0, built, false));
        }
        Ledger ledger = new Ledger(4 * region, scattered);
        assertThat(ledger.hasRoomFor(40)).isTrue();
        assertThat(ledger.hasRoomFor(1_000)).as("a thousand single slots").isFalse();
        ledger.remove(1);
        assertThat(ledger.hasRoomFor(1_000)).isTrue();
        ledger.resize(PoolBounds.MAX_PERMITS);
        assertThat(ledger.hasRoomFor(500_000)).as("side by side").isTrue();
        assertThat(ledger.grant(9, key(9, 500_000), 0).slots().count()).isEqualTo(500_000);
    }

    /** Whoever gives back every second slot would make the ledger longer than a frame: it keeps them instead. */
    @Test
    void partsThatComeBackDoNotScatterTheLedger() {
        Ledger ledger = new Ledger(PoolBounds.MAX_PERMITS, List.of());
        int permits = 4 * PoolBounds.MAX_RANGES;
        ledger.grant(1, key(1, permits), 0);
        Slots.Builder odd = new Slots.Builder();
        for (int slot = 1; slot < permits; slot += 2) {
            odd.add(slot, slot);
        }
        ledger.reduce(1, odd.build());
        assertThat(ledger.free()).isEqualTo(PoolBounds.MAX_PERMITS - permits);
        ledger.reduce(1, Slots.range(permits / 2 + 1, permits));
        assertThat(ledger.free()).isEqualTo(PoolBounds.MAX_PERMITS - permits / 2);
        ledger.reduce(1, Slots.range(1, permits / 2));
        assertThat(ledger.free()).as("at least one stays").isEqualTo(PoolBounds.MAX_PERMITS - permits / 2);
        ledger.remove(1);
        assertThat(ledger.free()).isEqualTo(PoolBounds.MAX_PERMITS);
        assertThat(ledger.hasRoomFor(PoolBounds.MAX_PERMITS)).isTrue();
    }
}
