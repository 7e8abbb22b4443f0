package io.meshlock.journal.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Slots;
import org.junit.jupiter.api.Test;

class PermitsCheckerTest {

    private static final int K = 3;
    private static final int NODE = 4;

    private final PermitsChecker strict = new PermitsChecker(K, true);
    private final PermitsChecker perNode = new PermitsChecker(K, false);

    @Test
    void allPermitsOutAndBackIsLegal() {
        ask(strict, 1, 2);
        ask(strict, 2, 1);
        ask(strict, 3, 3);
        strict.granted(10, NODE, grant(1, 1, 2));
        strict.granted(11, NODE, grant(2, 2, 1));
        strict.released(12, NODE, grant(1, 1, 2));
        strict.released(12, NODE, grant(2, 2, 1));
        strict.granted(12, NODE, grant(3, 3, 3));
        strict.released(13, NODE, grant(3, 3, 3));
        assertLegal(strict);
    }

    @Test
    void aPartThatCameBackIsFree() {
        ask(strict, 1, 3);
        ask(strict, 2, 2);
        PermitGrant all = new PermitGrant(1, 1, 3, Slots.of(1, 2, 3));
        strict.granted(10, NODE, all);
        strict.givenBack(11, NODE, all.part(Slots.of(2, 3)));
        strict.granted(12, NODE, new PermitGrant(2, 2, 2, Slots.of(2, 3)));
        strict.released(13, NODE, all.part(Slots.of(1)));
        assertLegal(strict);
    }

    @Test
    void aPartThatIsNotHeldCannotComeBack() {
        ask(strict, 1, 2);
        PermitGrant two = new PermitGrant(1, 1, 2, Slots.of(1, 2));
        strict.granted(10, NODE, two);
        strict.givenBack(11, NODE, two.part(Slots.of(3)));
        assertOnly(strict, "released-unheld");
        strict.givenBack(12, NODE, two);
        assertThat(strict.violationCount()).as("all of it is a release").isEqualTo(2);
        strict.givenBack(13, NODE, two.part(Slots.of(2)));
        strict.givenBack(14, NODE, two.part(Slots.of(2)));
        assertThat(strict.violationCount()).as("twice").isEqualTo(3);
    }

    @Test
    void onePermitTooManyIsFoundAtThatGrant() {
        ask(strict, 1, 2);
        ask(strict, 2, 2);
        strict.granted(10, NODE, grant(1, 1, 2));
        assertLegal(strict);
        strict.granted(11, NODE, grant(2, 2, 2));
        assertOnly(strict, "too-many-permits");
        assertThat(strict.violations().get(0).time()).isEqualTo(11);
    }

    /** Grants made before may exceed a smaller pool; grants decided after must not. */
    @Test
    void whatCountsIsTheSizeAtTheLatestDecision() {
        for (long request = 1; request <= 4; request++) {
            ask(strict, request, 2);
        }
        strict.resized(0, NODE, new PoolSize(4, 1, NODE));
        decide(strict, 1);
        strict.granted(3, NODE, grant(1, 1, 2));
        decide(strict, 2);
        strict.resized(5, NODE, new PoolSize(3, 2, NODE));
        strict.granted(6, NODE, grant(2, 2, 2)); // decided before
        strict.released(7, NODE, grant(1, 1, 2));
        assertLegal(strict);
        decide(strict, 3);
        strict.granted(9, NODE, grant(3, 3, 2));
        assertOnly(strict, "too-many-permits");
    }

    @Test
    void slotsRetireWithASmallerPool() {
        ask(strict, 1, 1);
        ask(strict, 2, 1);
        decide(strict, 1);
        strict.resized(5, NODE, new PoolSize(2, 1, NODE));
        strict.granted(6, NODE, new PermitGrant(1, 1, 1, Slots.of(3))); // decided before
        assertLegal(strict);
        decide(strict, 2);
        strict.granted(8, NODE, new PermitGrant(2, 2, 1, Slots.of(3)));
        assertThat(strict.violations()).extracting(Violation::rule).contains("wrong-slots");
    }

    @Test
    void slotsOfALargerPool() {
        ask(strict, 1, 1);
        strict.resized(0, NODE, new PoolSize(100, 1, NODE));
        decide(strict, 1);
        strict.granted(3, NODE, new PermitGrant(1, 1, 1, Slots.of(100)));
        strict.released(4, NODE, new PermitGrant(1, 1, 1, Slots.of(100)));
        assertLegal(strict);
    }

    /** The next holder of the token must know the size that the previous holder knew. */
    @Test
    void aDecisionByAnOlderSize() {
        strict.resized(0, NODE, new PoolSize(2, 1, NODE));
        decide(strict, 1);
        strict.decided(2, NODE + 1, 2, new Key(0, 0, 2, 1));
        assertOnly(strict, "size-went-back");
    }

    @Test
    void aNodeThatForgetsANewerSize() {
        strict.resized(0, NODE, new PoolSize(2, 1, 5));
        strict.resized(0, NODE, new PoolSize(4, 1, 6));
        assertLegal(strict);
        strict.resized(0, NODE, new PoolSize(2, 1, 5));
        assertOnly(strict, "size-went-back");
    }

    @Test
    void aRequestRejectedAlthoughItFits() {
        ask(strict, 1, 4);
        strict.rejected(1, NODE, 1, Rejection.MORE_THAN_THE_POOL_HAS);
        ask(strict, 2, 4);
        assertLegal(strict);
        strict.resized(0, NODE, new PoolSize(4, 1, NODE));
        strict.rejected(1, NODE, 2, Rejection.MORE_THAN_THE_POOL_HAS);
        assertOnly(strict, "rejected-wrongly");
    }

    private static void decide(PermitsChecker checker, long number) {
        checker.decided(2 * number, NODE, number, new Key(0, 0, number, 1));
    }

    @Test
    void aGrantNobodyAskedFor() {
        strict.granted(10, NODE, grant(1, 1, 1));
        assertOnly(strict, "granted-unasked");
    }

    @Test
    void aGrantAfterWithdrawal() {
        ask(strict, 1, 1);
        strict.withdrawn(5, NODE, 1);
        assertLegal(strict);
        strict.granted(10, NODE, grant(1, 1, 1));
        assertOnly(strict, "granted-unasked");
    }

    @Test
    void aGrantAfterRejection() {
        ask(strict, 1, 1);
        strict.rejected(0, NODE, 1, Rejection.MORE_THAN_THE_ALGORITHM_GRANTS);
        strict.granted(10, NODE, grant(1, 1, 1));
        assertOnly(strict, "granted-unasked");
    }

    @Test
    void aSecondGrantWhileHeldAndAfterRelease() {
        ask(strict, 1, 1);
        strict.granted(10, NODE, grant(1, 1, 1));
        strict.granted(11, NODE, grant(2, 1, 1));
        strict.released(12, NODE, grant(1, 1, 1));
        strict.granted(13, NODE, grant(3, 1, 1));
        assertOnly(strict, "granted-unasked", "granted-unasked");
    }

    @Test
    void aGrantAtAnotherNode() {
        ask(strict, 1, 1);
        strict.granted(10, NODE + 1, grant(1, 1, 1));
        assertOnly(strict, "granted-elsewhere");
    }

    @Test
    void aGrantOfAnotherSize() {
        ask(strict, 1, 2);
        strict.granted(10, NODE, grant(1, 1, 1));
        assertOnly(strict, "wrong-permits");
    }

    @Test
    void aRequestThatCanNeverBeServedMustNotBeGranted() {
        ask(strict, 1, 0);
        strict.granted(10, NODE, grant(1, 1, 0));
        assertOnly(strict, "wrong-permits");
    }

    @Test
    void slotsAreSharedOutWithoutOverlap() {
        ask(strict, 1, 2);
        ask(strict, 2, 1);
        ask(strict, 3, 1);
        strict.granted(10, NODE, grant(1, 1, 2, 1, 3));
        strict.granted(11, NODE, grant(2, 2, 1, 2));
        strict.released(12, NODE, grant(1, 1, 2, 1, 3));
        strict.granted(13, NODE, grant(3, 3, 1, 3));
        assertLegal(strict);
    }

    @Test
    void aSlotHeldTwice() {
        ask(strict, 1, 1);
        ask(strict, 2, 2);
        strict.granted(10, NODE, grant(1, 1, 1, 2));
        strict.granted(11, NODE, grant(2, 2, 2, 2, 3));
        assertOnly(strict, "slot-taken");
    }

    @Test
    void tooFewSlots() {
        ask(strict, 1, 2);
        strict.granted(10, NODE, grant(1, 1, 2, 1));
        assertOnly(strict, "wrong-slots");
    }

    @Test
    void aSlotThePoolDoesNotHave() {
        ask(strict, 1, 1);
        strict.granted(10, NODE, grant(1, 1, 1, K + 1));
        assertOnly(strict, "wrong-slots");
    }

    @Test
    void aSlotsNumbersMustRise() {
        ask(strict, 1, 1);
        ask(strict, 2, 1);
        strict.granted(10, NODE, grant(8, 1, 1, 1));
        strict.released(11, NODE, grant(8, 1, 1, 1));
        strict.granted(12, NODE, grant(7, 2, 1, 1));
        assertOnly(strict, "slot-fencing");
    }

    @Test
    void aNumberMustNotBeGrantedTwiceEvenAfterItsRelease() {
        for (PermitsChecker checker : new PermitsChecker[] {strict, perNode}) {
            ask(checker, 1, 1);
            ask(checker, 2, 1);
            checker.granted(10, NODE, grant(7, 1, 1));
            checker.released(11, NODE, grant(7, 1, 1));
            checker.granted(12, NODE, grant(7, 2, 1));
        }
        assertOnly(strict, "number-reused");
        assertLegal(perNode);
    }

    @Test
    void grantsMayArriveInAnotherOrderThanDecided() {
        ask(strict, 1, 1);
        ask(strict, 2, 1);
        strict.decided(5, 0, 1, key(1));
        strict.decided(5, 0, 2, key(2));
        strict.granted(6, NODE, grant(2, 2, 1));
        strict.granted(7, NODE, grant(1, 1, 1));
        assertLegal(strict);
    }

    @Test
    void decidedNumbersMustRise() {
        for (PermitsChecker checker : new PermitsChecker[] {strict, perNode}) {
            checker.decided(5, 0, 2, key(1));
            checker.decided(6, 1, 2, key(2));
            checker.decided(7, 1, 1, key(2));
            checker.decided(8, 1, 3, key(2));
        }
        assertOnly(strict, "decision-order", "decision-order");
        assertLegal(perNode);
    }

    @Test
    void aReleaseOfWhatIsNotHeld() {
        ask(strict, 1, 1);
        strict.released(9, NODE, grant(1, 1, 1));
        strict.granted(10, NODE, grant(1, 1, 1));
        strict.released(11, NODE, grant(2, 1, 1));
        strict.released(12, NODE, grant(1, 1, 1));
        assertOnly(strict, "released-unheld", "released-unheld");
        strict.released(13, NODE, grant(1, 1, 1));
        assertOnly(strict, "released-unheld", "released-unheld", "released-unheld");
    }

    @Test
    void aWithdrawalOfWhatDoesNotWait() {
        ask(strict, 1, 1);
        strict.granted(10, NODE, grant(1, 1, 1));
        strict.withdrawn(11, NODE, 1);
        assertOnly(strict, "withdrawn-unasked");
    }

    @Test
    void keepsTheFirstHundredAndCountsAll() {
        for (int i = 0; i < 250; i++) {
            strict.withdrawn(i, NODE, i);
        }
        assertThat(strict.violations())
                .hasSize(100)
                .last()
                .extracting(Violation::time)
                .isEqualTo(99L);
        assertThat(strict.violationCount()).isEqualTo(250);
    }

    @Test
    void remembersUsedNumbersOverTheWholeSpanAndForgetsThemBeyond() {
        RecentNumbers numbers = new RecentNumbers();
        assertThat(numbers.use(5)).isTrue();
        assertThat(numbers.use(5)).isFalse();
        assertThat(numbers.use(5 + RecentNumbers.SPAN - 1)).isTrue();
        assertThat(numbers.use(5)).isFalse();
        assertThat(numbers.use(6)).isTrue();
        assertThat(numbers.use(5 + RecentNumbers.SPAN)).isTrue();
        assertThat(numbers.use(5)).isTrue();
        assertThat(numbers.use(5 + RecentNumbers.SPAN)).isFalse();
        assertThat(numbers.use(Long.MAX_VALUE)).isTrue();
        assertThat(numbers.use(Long.MAX_VALUE)).isFalse();
    }

    private static void ask(PermitsChecker checker, long id, int permits) {
        checker.requested(0, NODE, PermitRequest.of(id, permits));
    }

    private static PermitGrant grant(long number, long request, int permits, int... slots) {
        return new PermitGrant(number, request, permits, Slots.of(slots));
    }

    private static Key key(int serial) {
        return new Key(0, 0, Key.requestNumber(NODE, serial), 1);
    }

    private static void assertLegal(PermitsChecker checker) {
        assertThat(checker.violations()).isEmpty();
        assertThat(checker.violationCount()).isZero();
    }

    private static void assertOnly(PermitsChecker checker, String... rules) {
        assertThat(checker.violations()).extracting(Violation::rule).containsExactly(rules);
    }
}
