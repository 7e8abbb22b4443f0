package io.meshlock.simulator.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Grant;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Request;
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
    void onePermitTooManyIsFoundAtThatGrant() {
        ask(strict, 1, 2);
        ask(strict, 2, 2);
        strict.granted(10, NODE, grant(1, 1, 2));
        assertLegal(strict);
        strict.granted(11, NODE, grant(2, 2, 2));
        assertOnly(strict, "too-many-permits");
        assertThat(strict.violations().get(0).time()).isEqualTo(11);
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
        checker.requested(0, NODE, Request.of(id, permits));
    }

    private static Grant grant(long number, long request, int permits, int... slots) {
        return new Grant(number, request, permits, Slots.of(slots));
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
