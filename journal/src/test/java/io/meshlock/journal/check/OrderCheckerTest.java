package io.meshlock.journal.check;

import static io.meshlock.journal.check.TestMessage.registering;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.Slots;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OrderCheckerTest {

    private static final int ANCHOR = 0;

    private final OrderChecker checker = new OrderChecker();
    private long grants;

    @Test
    void bestFirstIsLegal() {
        Key best = waits(1, key(9, 0, 1));
        Key good = waits(2, key(5, 0, 2));
        Key poor = waits(ANCHOR, key(1, 0, 3));
        tell(1, best);
        tell(2, good);
        decide(best);
        decide(good);
        decide(poor);
        assertThat(checker.inversions()).isZero();
    }

    @Test
    void aBetterKeyOfANeighbourIsPassedOver() {
        tell(1, waits(1, key(9, 0, 1)));
        decide(waits(ANCHOR, key(5, 0, 2)));
        assertThat(checker.inversions()).isEqualTo(1);
        assertThat(checker.examples()).extracting(Violation::rule).containsExactly("inversion");
    }

    @Test
    void aBetterKeyOfTheNodeItselfIsPassedOver() {
        waits(ANCHOR, key(9, 0, 1));
        Key remote = waits(1, key(5, 0, 2));
        tell(1, remote);
        decide(remote);
        assertThat(checker.inversions()).isEqualTo(1);
    }

    @Test
    void aBetterKeyFurtherDownTheSameListIsSeenOnceThoseBeforeItAreDecided() {
        Key first = waits(1, key(9, 0, 1));
        Key second = waits(1, key(8, 0, 2));
        Key poor = waits(2, key(1, 0, 3));
        tell(1, first, second);
        tell(2, poor);
        decide(first);
        assertThat(checker.inversions()).isZero();
        decide(poor);
        assertThat(checker.inversions()).isEqualTo(1);
    }

    @Test
    void equalScoresGoByBirthAndThenByNumber() {
        Key older = waits(1, key(5, 1, 9));
        Key younger = waits(2, key(5, 2, 1));
        Key youngest = waits(3, key(5, 2, 2));
        tell(1, older);
        tell(2, younger);
        tell(3, youngest);
        decide(younger); // older was there
        assertThat(checker.inversions()).isEqualTo(1);
        decide(older);
        assertThat(checker.inversions()).isEqualTo(1);
        tell(2, waits(2, key(5, 2, 0)));
        decide(youngest);
        assertThat(checker.inversions()).isEqualTo(2);
    }

    @Test
    void aKeyThatHasNotArrivedHereDoesNotCount() {
        Key far = waits(1, key(9, 0, 1));
        checker.sent(1, 1, ANCHOR, registering(far));
        checker.delivered(1, 1, 7, registering(far));
        decide(waits(ANCHOR, key(5, 0, 2)));
        assertThat(checker.inversions()).isZero();
    }

    @Test
    void aCancelledRegistrationDoesNotCount() {
        tell(1, waits(1, key(9, 0, 1)));
        tell(1);
        decide(waits(ANCHOR, key(5, 0, 2)));
        assertThat(checker.inversions()).isZero();
    }

    @Test
    void aReplacedRegistrationDoesNotCountButItsReplacementDoes() {
        Key best = waits(1, key(9, 0, 1));
        Key good = waits(1, key(8, 0, 2));
        tell(1, best);
        tell(1, good);
        decide(waits(ANCHOR, key(8, 0, 3)));
        assertThat(checker.inversions()).isEqualTo(1);
        tell(1, waits(1, key(2, 0, 4)));
        decide(waits(ANCHOR, key(7, 0, 5)));
        assertThat(checker.inversions()).isEqualTo(1);
    }

    @Test
    void registeringElsewhereDoesNotUnregister() {
        Key best = waits(1, key(9, 0, 1));
        tell(1, best);
        checker.delivered(1, 1, 7, registering(best));
        decide(waits(ANCHOR, key(5, 0, 2)));
        assertThat(checker.inversions()).isEqualTo(1);
    }

    @Test
    void whatWasToldOverALinkGoesDownWithIt() {
        Key best = waits(1, key(9, 0, 1));
        tell(1, best);
        checker.linkDown(2, 1, ANCHOR);
        decide(waits(ANCHOR, key(5, 0, 2)));
        assertThat(checker.inversions()).isZero();
        checker.linkUp(3, 1, ANCHOR);
        tell(1, best);
        decide(waits(ANCHOR, key(5, 0, 3)));
        assertThat(checker.inversions()).isEqualTo(1);
    }

    @Test
    void withdrawnAndGrantedRequestsLeave() {
        Key withdrawn = waits(1, key(9, 0, 1));
        Key granted = waits(2, key(8, 0, 2));
        tell(1, withdrawn);
        tell(2, granted);
        checker.withdrawn(2, 1, 1001);
        checker.granted(2, 2, new PermitGrant(1, 1002, 1, Slots.NONE));
        decide(waits(ANCHOR, key(5, 0, 3)));
        assertThat(checker.inversions()).isZero();
    }

    @Test
    void aDecidedKeyIsOutOfTheWayEvenIfItIsToldAgain() {
        Key best = waits(1, key(9, 0, 1));
        tell(1, best);
        decide(best);
        tell(1, best);
        decide(waits(ANCHOR, key(5, 0, 2)));
        assertThat(checker.inversions()).isZero();
    }

    @Test
    void aRenamedRequestCountsUnderItsNewNameOnly() {
        Key best = waits(1, key(9, 0, 1));
        tell(1, best);
        decide(best);
        Key renamed = best.renamed(77);
        checker.waiting(3, 1, 1001, renamed);
        decide(waits(ANCHOR, key(5, 0, 2)));
        assertThat(checker.inversions()).isZero();
        tell(1, renamed);
        decide(waits(ANCHOR, key(5, 0, 3)));
        assertThat(checker.inversions()).isEqualTo(1);
    }

    @Test
    void messagesThatRegisterNothingChangeNothing() {
        tell(1, waits(1, key(9, 0, 1)));
        checker.delivered(1, 1, ANCHOR, TestMessage.of("LINK", 1));
        decide(waits(ANCHOR, key(5, 0, 2)));
        assertThat(checker.inversions()).isEqualTo(1);
    }

    /** Compares with a linear search of a plain list: thousands of random events, many neighbours. */
    @Test
    void agreesWithAPlainSearch() {
        Random random = new Random(7);
        List<Key> own = new ArrayList<>();
        List<List<Key>> told = new ArrayList<>();
        for (int node = 0; node < 20; node++) {
            told.add(new ArrayList<>());
        }
        long expected = 0;
        for (int serial = 0; serial < 5_000; serial++) {
            int node = random.nextInt(20);
            Key key = waits(node, key(random.nextInt(50), random.nextInt(3), serial));
            List<Key> mine = node == ANCHOR ? own : told.get(node);
            mine.add(key);
            if (node != ANCHOR && random.nextInt(10) == 0) {
                mine.clear();
                checker.linkDown(1, ANCHOR, node);
            } else if (node != ANCHOR) {
                mine.sort((a, b) -> OrderChecker.before(a, b) ? -1 : 1);
                mine.subList(Math.min(4, mine.size()), mine.size()).clear();
                tell(node, mine.toArray(new Key[0]));
            }
            List<Key> all = new ArrayList<>(own);
            told.forEach(all::addAll);
            if (!all.isEmpty() && random.nextBoolean()) {
                Key chosen = all.get(random.nextInt(all.size()));
                expected += all.stream().anyMatch(other -> OrderChecker.before(other, chosen)) ? 1 : 0;
                decide(chosen);
                own.remove(chosen);
                told.forEach(list -> list.remove(chosen));
            }
        }
        assertThat(expected).isPositive();
        assertThat(checker.inversions()).isEqualTo(expected);
    }

    private static Key key(long score, long birth, int serial) {
        return new Key(score, birth, serial, 1);
    }

    @Test
    void aRequestThatIsBornAgainKeepsItsNumberAndTakesItsNewPlace() {
        waits(ANCHOR, key(9, 0, 1));
        waits(ANCHOR, key(2, 7, 1));
        Key remote = waits(1, key(5, 0, 2));
        tell(1, remote);
        decide(remote);
        assertThat(checker.inversions()).isZero();
        decide(waits(ANCHOR, key(1, 0, 3)));
        assertThat(checker.inversions()).isEqualTo(1);
    }

    private Key waits(int node, Key key) {
        checker.waiting(0, node, 1000 + key.request(), key);
        return key;
    }

    private void tell(int from, Key... keys) {
        checker.delivered(1, from, ANCHOR, registering(keys));
    }

    private void decide(Key key) {
        checker.decided(2, ANCHOR, ++grants, key);
    }
}
