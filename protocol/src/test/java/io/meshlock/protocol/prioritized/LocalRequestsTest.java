package io.meshlock.protocol.prioritized;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.RecordedEffects;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.prioritized.LocalRequests.LocalRequest;
import org.junit.jupiter.api.Test;

/** The requests of a node's clients, and answers to them. */
class LocalRequestsTest {

    private final LocalRequests clients = new LocalRequests(7, 0);
    private final RecordedEffects effects = new RecordedEffects();

    private Key waits(int permits, boolean once) {
        Key key = new Key(5, 10, clients.nextRequestNumber(), permits, once);
        clients.enqueue(new LocalRequest(key, 1, 0), effects);
        return key;
    }

    @Test
    void anAnswerFindsItsRequestAfterItsBirthWasCorrected() {
        Key sent = waits(2, false);
        clients.bringUpToDate(10, 25, effects);
        assertThat(clients.enter(1, sent, Slots.of(1, 2), 0, false, effects)).isTrue();
    }

    /** As a registration of a former incarnation that is left somewhere brings it. */
    @Test
    void aGrantForAnotherRequestWithTheSameNumberIsNotTaken() {
        Key mine = waits(2, false);
        Key fewer = new Key(mine.score(), mine.birth(), mine.request(), 1);
        Key older = new Key(4, 3, mine.request(), 2);
        assertThat(clients.enter(1, fewer, Slots.of(1), 0, false, effects)).isFalse();
        assertThat(clients.enter(2, older, Slots.of(1, 2), 0, false, effects)).isFalse();
        assertThat(clients.isAnyWaiting()).isTrue();
    }

    @Test
    void aRefusalOfATryWithTheSameNumberDoesNotWithdrawARequestThatWaits() {
        Key mine = waits(1, false);
        assertThat(clients.refuse(new Key(mine.score(), mine.birth(), mine.request(), 1, true), effects))
                .isFalse();
        assertThat(clients.isAnyWaiting()).isTrue();
    }

    /** After 2³² requests of one incarnation numbers come again; those that are in use are left out. */
    @Test
    void aNumberThatIsInUseIsNotGivenAgain() {
        LocalRequests old = new LocalRequests(7, 0, 1L << 32);
        for (int i = 0; i < 3; i++) {
            Key key = new Key(5, 10, Key.requestNumber(7, i + 1), 1);
            old.enqueue(new LocalRequest(key, i, 0), effects);
            if (i < 2) {
                assertThat(old.enter(i + 1, key, Slots.of(i + 1), 0, false, effects))
                        .isTrue();
            }
        }
        assertThat(old.leave(1)).isNotNull();
        assertThat(old.nextRequestNumber()).as("given back").isEqualTo(Key.requestNumber(7, 1));
        assertThat(old.nextRequestNumber()).as("2 is held, 3 waits").isEqualTo(Key.requestNumber(7, 4));
    }
}
