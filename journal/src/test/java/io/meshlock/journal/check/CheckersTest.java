package io.meshlock.journal.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Slots;
import org.junit.jupiter.api.Test;

class CheckersTest {

    private final Checkers checkers = new Checkers(1, false, new Guarantees(Guarantees.Tokens.ONE, true, true));

    /** One finding of each kind, so that an event that is not passed on shows. */
    @Test
    void aLegalRunHasNothingToReport() {
        Key key = new Key(1, 0, 11, 1);
        checkers.requested(1, 1, PermitRequest.of(1, 1));
        checkers.stepped(1, 1);
        checkers.waiting(1, 1, 1, key);
        checkers.sent(1, 1, 0, TestMessage.registering(key));
        checkers.delivered(2, 1, 0, TestMessage.registering(key));
        checkers.stepped(2, 0);
        checkers.decided(2, 0, 1, key);
        checkers.tokens(2, 0, 0);
        checkers.sent(2, 0, 1, TestMessage.token());
        checkers.delivered(3, 0, 1, TestMessage.token());
        checkers.stepped(3, 1);
        checkers.tokens(3, 1, 1);
        checkers.granted(3, 1, new PermitGrant(1, 1, 1, Slots.of(1)));
        checkers.requested(4, 2, PermitRequest.of(2, 5));
        checkers.rejected(4, 2, 2, Rejection.MORE_THAN_THE_POOL_HAS);
        checkers.requested(4, 2, PermitRequest.of(3, 1));
        checkers.waiting(4, 2, 3, new Key(9, 0, 12, 1));
        checkers.withdrawn(5, 2, 3);
        checkers.released(6, 1, new PermitGrant(1, 1, 1, Slots.of(1)));
        checkers.linkDown(7, 0, 1);
        checkers.healed(8);
        checkers.ended(9);
        assertThat(checkers.firstViolations()).isEmpty();
        assertThat(checkers.firstStarved()).isEmpty();
        assertThat(checkers.firstInversions()).isEmpty();
    }

    @Test
    void totalsKeepSafetyStarvationAndOrderApart() {
        Key better = new Key(9, 0, 11, 1);
        checkers.requested(1, 0, PermitRequest.of(1, 1));
        checkers.waiting(1, 0, 1, better);
        checkers.stepped(2, 0);
        checkers.decided(2, 0, 1, new Key(1, 0, 12, 1)); // an inversion
        checkers.stepped(3, 5);
        checkers.granted(3, 5, new PermitGrant(2, 2, 1, Slots.NONE)); // unasked, twice, undecided
        checkers.tokens(3, 5, 1); // a second token
        checkers.healed(8);
        checkers.ended(9); // request 1 starves
        assertThat(checkers.violations()).isEqualTo(4);
        assertThat(checkers.firstViolations())
                .extracting(Violation::rule)
                .containsExactly("granted-unasked", "granted-twice", "granted-undecided", "tokens-multiplied");
        assertThat(checkers.starved()).isEqualTo(1);
        assertThat(checkers.inversions()).isEqualTo(1);
    }

    @Test
    void aLostTokenIsPassedOn() {
        checkers.tokens(1, 0, 0);
        checkers.sent(1, 0, 1, TestMessage.token());
        checkers.lost(2, 0, 1, TestMessage.token());
        checkers.ended(3);
        assertThat(checkers.violations()).isEqualTo(1);
    }
}
