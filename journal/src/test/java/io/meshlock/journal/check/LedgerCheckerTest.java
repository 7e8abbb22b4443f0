package io.meshlock.journal.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Slots;
import org.junit.jupiter.api.Test;

class LedgerCheckerTest {

    private static final int NODE = 2;
    private static final int ANCHOR = 0;

    private final LedgerChecker checker = new LedgerChecker(true);

    @Test
    void decidedThenGrantedThenReleasedIsLegal() {
        ask(1, 101);
        decide(7, 101);
        grant(7, 1);
        checker.released(5, NODE, grantOf(7, 1));
        end();
        assertLegal();
    }

    @Test
    void aBouncedNumberMayBeReplaced() {
        ask(1, 101);
        decide(7, 101);
        decide(8, 101);
        grant(8, 1);
        assertLegal();
    }

    @Test
    void aReplacedNumberIsVoid() {
        ask(1, 101);
        decide(7, 101);
        decide(8, 101);
        grant(7, 1);
        assertOnly("granted-undecided");
    }

    /** The second decision may have been for the twin of the requester. It counts for the same request only, and once. */
    @Test
    void whereTwinsAreAReplacedNumberMayArrive() {
        LedgerChecker twins = new LedgerChecker(true, true);
        twins.requested(0, NODE, PermitRequest.of(1, 1));
        twins.waiting(0, NODE, 1, key(101));
        twins.requested(0, NODE, PermitRequest.of(2, 1));
        twins.waiting(0, NODE, 2, key(102));
        twins.decided(1, NODE, 7, key(101));
        twins.decided(2, NODE, 8, key(101));
        twins.granted(3, NODE, grantOf(7, 1));
        assertThat(twins.violations()).isEmpty();
        twins.granted(3, NODE, grantOf(7, 2));
        assertThat(twins.violations()).extracting(Violation::rule).containsExactly("granted-undecided");
    }

    @Test
    void aRenamedRequestMayBeDecidedAnew() {
        ask(1, 101);
        decide(7, 101);
        checker.waiting(3, NODE, 1, key(102));
        decide(8, 102);
        grant(8, 1);
        assertLegal();
    }

    @Test
    void aGrantUnderTheFormerNameIsVoid() {
        ask(1, 101);
        decide(7, 101);
        checker.waiting(3, NODE, 1, key(102));
        grant(7, 1);
        assertOnly("granted-undecided");
    }

    @Test
    void aRequestThatIsBornAgainKeepsWhatWasDecidedForIt() {
        ask(1, 101);
        decide(7, 101);
        checker.waiting(3, NODE, 1, new Key(5, 5, 101, 1));
        grant(7, 1);
        assertLegal();
    }

    @Test
    void aGrantThatNobodyDecided() {
        ask(1, 101);
        grant(7, 1);
        assertOnly("granted-undecided");
    }

    @Test
    void aGrantDecidedForAnotherRequest() {
        ask(1, 101);
        ask(2, 102);
        decide(7, 101);
        grant(7, 2);
        assertOnly("granted-undecided");
    }

    @Test
    void anAlgorithmWithoutDecisionsIsNotHeldToThem() {
        LedgerChecker undeciding = new LedgerChecker(false);
        undeciding.requested(0, NODE, PermitRequest.of(1, 1));
        undeciding.granted(1, NODE, grantOf(7, 1));
        assertThat(undeciding.violations()).isEmpty();
    }

    @Test
    void aNodeMayDecideForItsClientAtOnceWithoutMakingItWait() {
        checker.requested(0, NODE, PermitRequest.of(1, 1));
        checker.stepped(0, NODE);
        checker.decided(0, NODE, 7, key(101));
        grant(7, 1);
        assertLegal();
    }

    @Test
    void decisionsForRequestsThatAreGoneDoNotOutliveTheirStep() {
        checker.requested(0, NODE, PermitRequest.of(1, 1));
        checker.stepped(0, NODE);
        checker.decided(0, NODE, 7, key(101));
        checker.stepped(1, NODE);
        grant(7, 1);
        assertOnly("granted-undecided");
    }

    @Test
    void aSecondGrantForARequest() {
        ask(1, 101);
        decide(7, 101);
        grant(7, 1);
        checker.waiting(5, NODE, 1, key(102));
        decide(8, 102);
        grant(8, 1);
        assertOnly("granted-twice");
    }

    @Test
    void somethingHeldAtTheEndThoughNobodyWaits() {
        ask(1, 101);
        decide(7, 101);
        grant(7, 1);
        end();
        assertOnly("held-at-end");
    }

    @Test
    void whileSomebodyWaitsOrBeforeHealingHoldingIsLegal() {
        ask(1, 101);
        ask(2, 102);
        decide(7, 101);
        grant(7, 1);
        end();
        assertLegal();

        LedgerChecker unhealed = new LedgerChecker(false);
        unhealed.requested(0, NODE, PermitRequest.of(1, 1));
        unhealed.granted(1, NODE, grantOf(7, 1));
        unhealed.ended(9);
        assertThat(unhealed.violations()).isEmpty();
    }

    private void ask(long id, long number) {
        checker.requested(0, NODE, PermitRequest.of(id, 1));
        checker.stepped(0, NODE);
        checker.waiting(0, NODE, id, key(number));
    }

    private void decide(long grantNumber, long number) {
        checker.stepped(1, ANCHOR);
        checker.decided(1, ANCHOR, grantNumber, key(number));
    }

    private void grant(long grantNumber, long id) {
        checker.granted(2, NODE, grantOf(grantNumber, id));
    }

    private void end() {
        checker.healed(8);
        checker.ended(9);
    }

    private static PermitGrant grantOf(long number, long id) {
        return new PermitGrant(number, id, 1, Slots.NONE);
    }

    private static Key key(long number) {
        return new Key(0, 0, number, 1);
    }

    private void assertLegal() {
        assertThat(checker.violations()).isEmpty();
    }

    private void assertOnly(String... rules) {
        assertThat(checker.violations()).extracting(Violation::rule).containsExactly(rules);
    }
}
