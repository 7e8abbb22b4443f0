package io.meshlock.protocol.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Key;
import org.junit.jupiter.api.Test;

/** The queue of local requests: by score, then by birth, then by number; searched by id, by number and by size. */
class WaitingQueueTest {

    private final WaitingQueue<Waiting.Plain> queue = new WaitingQueue<>();

    private Key add(long id, long score, int permits) {
        Key key = new Key(score, 0, Key.requestNumber(1, (int) id), permits);
        queue.add(new Waiting.Plain(key, id));
        return key;
    }

    @Test
    void theBestComesFirstWhateverTheOrderOfArrival() {
        add(1, 5, 1);
        Key best = add(2, 9, 1);
        add(3, 7, 1);
        add(4, 7, 1);
        assertThat(queue.best()).isEqualTo(best);
        assertThat(queue.takeBest().id()).isEqualTo(2);
        assertThat(queue.takeBest().id()).isEqualTo(3);
        assertThat(queue.takeBest().id()).isEqualTo(4);
        assertThat(queue.takeBest().id()).isEqualTo(1);
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.best()).isNull();
    }

    @Test
    void requestsAreRemovedByTheirClientsId() {
        add(1, 5, 1);
        Key kept = add(2, 3, 1);
        assertThat(queue.remove(7)).isNull();
        assertThat(queue.remove(1)).isNotNull();
        assertThat(queue.remove(1)).isNull();
        assertThat(queue).hasToString("[" + kept + "]");
    }

    @Test
    void theBestThatFitsMayStandBehindALargerOne() {
        add(1, 9, 4);
        Key small = add(2, 3, 2);
        assertThat(queue.bestWithin(3)).isEqualTo(1);
        assertThat(queue.bestWithin(4)).isZero();
        assertThat(queue.bestWithin(1)).isEqualTo(WaitingQueue.NONE);
        assertThat(queue.placeOfNumber(small.request())).isEqualTo(1);
        assertThat(queue.placeOf(small)).isEqualTo(1);
        assertThat(queue.placeOf(small.reborn(8))).isNegative();
        assertThat(queue.placeOfNumber(small.reborn(8).request())).isEqualTo(1);
    }
}
