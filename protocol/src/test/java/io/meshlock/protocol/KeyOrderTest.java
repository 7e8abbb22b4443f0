package io.meshlock.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The order of waiting requests, and lists of them. */
class KeyOrderTest {

    private static Key key(Policy policy, PermitRequest request, long birth, int node) {
        return PoolSettings.permits(9)
                .withPolicy(policy)
                .withAging(10)
                .key(request, birth, Key.requestNumber(node, (int) request.id()));
    }

    @Test
    void higherPriorityGoesFirstUntilAgeOutweighsIt() {
        Key low = key(Policy.PRIORITY, PermitRequest.of(1, 1).withPriority(0), 0, 1);
        assertThat(key(Policy.PRIORITY, PermitRequest.of(1, 1).withPriority(1), 9, 2)
                        .isBefore(low))
                .isTrue();
        assertThat(key(Policy.PRIORITY, PermitRequest.of(1, 1).withPriority(1), 11, 2)
                        .isBefore(low))
                .isFalse();
    }

    @Test
    void earlierDeadlineGoesFirstHoweverOld() {
        Key soon = key(Policy.DEADLINE, PermitRequest.of(1, 1).withDeadline(100), 1_000, 1);
        Key late = key(Policy.DEADLINE, PermitRequest.of(1, 1).withDeadline(101), 0, 2);
        Key never = key(Policy.DEADLINE, PermitRequest.of(1, 1), 0, 3);
        assertThat(soon.isBefore(late)).isTrue();
        assertThat(late.isBefore(never)).isTrue();
    }

    @Test
    void fewestPermitsGoFirstAndFifoLooksAtAgeAlone() {
        Key small = key(Policy.SMALLEST_FIRST, PermitRequest.of(1, 1).withPriority(0), 5, 1);
        Key large = key(Policy.SMALLEST_FIRST, PermitRequest.of(1, 3).withPriority(9), 0, 2);
        assertThat(small.isBefore(large)).isTrue();
        Key older = key(Policy.FIFO, PermitRequest.of(1, 3).withPriority(0), 4, 1);
        Key younger = key(Policy.FIFO, PermitRequest.of(1, 1).withPriority(9), 5, 2);
        assertThat(older.isBefore(younger)).isTrue();
    }

    @Test
    void tiesGoToTheOlderThenToTheSmallerNodeAndNumber() {
        Key older = new Key(5, 1, Key.requestNumber(9, 1), 1);
        Key smallerNode = new Key(5, 2, Key.requestNumber(3, 7), 1);
        Key smallerNumber = new Key(5, 2, Key.requestNumber(4, 1), 1);
        Key last = new Key(5, 2, Key.requestNumber(4, 2), 1);
        List<Key> keys = new ArrayList<>(List.of(last, smallerNumber, older, smallerNode));
        Collections.sort(keys);
        assertThat(keys).containsExactly(older, smallerNode, smallerNumber, last);
        assertThat(smallerNode.node()).isEqualTo(3);
    }

    @Test
    void aSelectionKeepsTheBestOnceEach() {
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < 1_000; round++) {
            int limit = 1 + random.nextInt(6);
            Keys.Selection selection = new Keys.Selection().keep(limit);
            List<Key> offered = new ArrayList<>();
            for (int i = random.nextInt(12); i > 0; i--) {
                Key key = new Key(random.nextInt(4), random.nextInt(3), random.nextInt(8), 1);
                // One request has one key.
                if (offered.stream().noneMatch(each -> each.request() == key.request() && !each.equals(key))) {
                    offered.add(key);
                    selection.offer(key);
                }
            }
            List<Key> expected =
                    offered.stream().sorted().distinct().limit(limit).toList();
            assertThat(selection.result())
                    .as("of %s the best %s", offered, limit)
                    .isEqualTo(Keys.ofSorted(expected.toArray(new Key[0])));
        }
    }

    @Test
    void listsKnowWhatTheyContain() {
        Key a = new Key(3, 0, 1, 1);
        Key b = new Key(2, 0, 2, 1);
        Key c = new Key(1, 0, 3, 1);
        Keys all = Keys.ofSorted(a, b, c);
        assertThat(all.without(b)).isEqualTo(Keys.ofSorted(a, c));
        assertThat(all.without(new Key(9, 9, 9, 9))).isSameAs(all);
        assertThat(Keys.ofSorted(a).without(a)).isSameAs(Keys.EMPTY);
        assertThat(Keys.ofSorted(a, b).isPrefixOf(all)).isTrue();
        assertThat(Keys.ofSorted(a, c).isPrefixOf(all)).isFalse();
        assertThat(all.isPrefixOf(Keys.ofSorted(a))).isFalse();
        assertThatThrownBy(() -> Keys.ofSorted(b, a)).hasMessageContaining("out of order");
    }

    @Test
    void aRebornRequestIsAsIfBornThen() {
        PermitRequest request = PermitRequest.of(1, 2).withPriority(3);
        for (Policy policy : List.of(Policy.PRIORITY, Policy.SMALLEST_FIRST, Policy.FIFO)) {
            Key reborn = key(policy, request, 4, 1).reborn(50);
            assertThat(reborn).as(policy.label()).isEqualTo(key(policy, request, 50, 1));
            assertThat(policy.ages()).isTrue();
        }
        assertThat(Policy.DEADLINE.ages()).isFalse();
    }

    @Test
    void policiesAreFoundByTheirLabel() {
        for (Policy policy : Policy.values()) {
            assertThat(Policy.named(policy.label())).isEqualTo(policy);
        }
        assertThatThrownBy(() -> Policy.named("random")).hasMessageContaining("smallest-first");
    }
}
