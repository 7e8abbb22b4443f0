package io.meshlock.journal.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.journal.check.LivenessChecker.LongestWait;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Slots;
import org.junit.jupiter.api.Test;

class LivenessCheckerTest {

    private final LivenessChecker checker = new LivenessChecker();

    @Test
    void grantedWithdrawnAndRejectedRequestsAreAnswered() {
        for (int id = 1; id <= 3; id++) {
            checker.requested(0, 4, PermitRequest.of(id, 1));
        }
        checker.granted(5, 4, new PermitGrant(1, 1, 1, Slots.NONE));
        checker.cancelled(5, 4, 2);
        checker.withdrawn(5, 4, 2);
        checker.rejected(5, 4, 3, Rejection.MORE_THAN_THE_POOL_HAS);
        checker.ended(9);
        assertThat(checker.starved()).isZero();
        assertThat(checker.violations()).isEmpty();
    }

    @Test
    void allOthersAreStarvedInTheOrderOfRequests() {
        for (int id = 250; id >= 1; id--) {
            checker.requested(2_000_000, 4, PermitRequest.of(id, 1).withPriority(-3));
        }
        checker.cancelled(5, 4, 1); // cancelled, but neither withdrawn nor granted
        assertThat(checker.starved()).isZero();
        checker.ended(9_000_000);
        assertThat(checker.starved()).isEqualTo(250);
        assertThat(checker.violations()).hasSize(100).first().satisfies(first -> {
            assertThat(first.rule()).isEqualTo("starved");
            assertThat(first.detail()).isEqualTo("request 1 of node 4, priority -3, waits since 2.0");
        });
        assertThat(checker.violations().get(99).detail()).startsWith("request 100 ");
    }

    @Test
    void longestWaitsByPriorityIncludeThoseWhoStillWaitAtTheEnd() {
        checker.requested(0, 4, PermitRequest.of(1, 1).withPriority(7));
        checker.requested(0, 4, PermitRequest.of(2, 1).withPriority(7));
        checker.requested(0, 4, PermitRequest.of(3, 1).withPriority(-1));
        checker.granted(5, 4, new PermitGrant(1, 1, 1, Slots.NONE));
        checker.granted(3, 4, new PermitGrant(2, 3, 1, Slots.NONE));
        assertThat(checker.longestWaits()).containsExactly(new LongestWait(-1, -1, 3), new LongestWait(7, 7, 5));
        checker.ended(100);
        assertThat(checker.longestWaits()).containsExactly(new LongestWait(-1, -1, 3), new LongestWait(7, 7, 100));
    }
}
