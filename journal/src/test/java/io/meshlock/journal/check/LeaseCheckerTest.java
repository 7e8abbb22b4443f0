package io.meshlock.journal.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Slots;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One permit; node 1 holds it first, node 2 later. */
class LeaseCheckerTest {

    private static final PermitGrant FIRST = new PermitGrant(7, 1, 1, Slots.of(1));
    private static final PermitGrant SECOND = new PermitGrant(8, 2, 1, Slots.of(1));

    private final PermitsChecker permits = new PermitsChecker(1, true);
    private LeaseChecker checker = new LeaseChecker(permits, false);

    private List<String> rules() {
        checker.stepped(1000, 0);
        return checker.violations().stream().map(Violation::rule).toList();
    }

    private void firstHoldsFrom10To50() {
        checker.requested(0, 1, PermitRequest.of(1, 1));
        checker.requested(0, 2, PermitRequest.of(2, 1));
        checker.stepped(10, 1);
        checker.granted(10, 1, FIRST);
        checker.leased(10, 1, 7, 50);
    }

    private void secondComesAt(long time) {
        checker.stepped(time, 2);
        checker.leased(time, 2, 8, time + 40); // before or after the grant, as long as it is in the same step
        checker.granted(time, 2, SECOND);
    }

    @Test
    void aGrantIsGoodUntilItsLeaseEndsAndNotLonger() {
        firstHoldsFrom10To50();
        secondComesAt(50);
        checker.released(60, 1, FIRST); // it has not looked at its clock yet
        assertThat(rules()).isEmpty();
    }

    @Test
    void aGrantIsGoodUntilItsLeaseEndsAndNotShorter() {
        firstHoldsFrom10To50();
        secondComesAt(49);
        assertThat(rules()).containsExactly("too-many-permits", "slot-taken");
    }

    @Test
    void renewalMakesItLonger() {
        firstHoldsFrom10To50();
        checker.leased(40, 1, 7, 80);
        secondComesAt(79);
        assertThat(rules()).containsExactly("too-many-permits", "slot-taken");
    }

    @Test
    void noRenewalAfterTheEnd() {
        firstHoldsFrom10To50();
        checker.leased(50, 1, 7, 80);
        assertThat(rules()).containsExactly("lease-revived");
    }

    @Test
    void whatIsGivenBackOrLostIsFree() {
        firstHoldsFrom10To50();
        checker.released(20, 1, FIRST);
        secondComesAt(20);
        checker.grantLost(30, 2, SECOND);
        assertThat(rules()).isEmpty();
        checker.grantLost(31, 2, SECOND);
        assertThat(rules()).containsExactly("lost-unheld");
    }

    @Test
    void aCrashEndsWhatItsClientsHold() {
        firstHoldsFrom10To50();
        checker.crashed(20, 1);
        checker.grantLost(20, 1, FIRST);
        secondComesAt(21);
        assertThat(rules()).isEmpty();
    }

    @Test
    void clientsMayOutliveTheirNode() {
        checker = new LeaseChecker(permits, true);
        firstHoldsFrom10To50();
        checker.crashed(20, 1);
        checker.grantLost(20, 1, FIRST);
        secondComesAt(49);
        assertThat(rules()).containsExactly("too-many-permits", "slot-taken");
    }

    @Test
    void clientsThatOutliveTheirNodeStopWhenTheLeaseEnds() {
        checker = new LeaseChecker(permits, true);
        firstHoldsFrom10To50();
        checker.crashed(20, 1);
        checker.grantLost(20, 1, FIRST);
        secondComesAt(50);
        assertThat(rules()).isEmpty();
    }

    @Test
    void everyGrantHasALease() {
        checker.requested(0, 1, PermitRequest.of(1, 1));
        checker.granted(10, 1, FIRST);
        assertThat(rules()).containsExactly("unleased");
    }

    @Test
    void everyLeaseHasAGrant() {
        checker.leased(10, 1, 7, 50);
        assertThat(rules()).containsExactly("leased-unheld");
    }

    @Test
    void numbersRiseEvenWhenTheSlotIsFree() {
        firstHoldsFrom10To50();
        checker.stepped(60, 2);
        checker.granted(60, 2, new PermitGrant(6, 2, 1, Slots.of(1)));
        checker.leased(60, 2, 6, 100);
        assertThat(rules()).containsExactly("slot-fencing");
    }
}
