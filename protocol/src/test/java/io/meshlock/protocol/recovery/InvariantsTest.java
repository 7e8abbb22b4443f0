package io.meshlock.protocol.recovery;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.protocol.Durable;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Member;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.View;
import io.meshlock.protocol.token.FencingNumber;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What recovery never does, each time with a caller that tries to. */
class InvariantsTest {

    private static final Settings SETTINGS =
            new Settings(Settings.Recovery.MAJORITY, 100, 2_000, 1_900, 3_000, new Drift(10_000));
    private static final Epoch FOUNDED = new Epoch(0, 0);
    private static final Epoch FIRST = new Epoch(1, 1);

    private static void assertBroken(ThrowingCallable attempt, String invariant) {
        assertThatThrownBy(attempt).isInstanceOf(IllegalStateException.class).hasMessageContaining(invariant);
    }

    private static Pledge pledge() {
        return new Pledge(SETTINGS, 0, Durable.ofMesh(3, 2), false);
    }

    private static Proposal proposal(Epoch epoch) {
        return new Proposal(epoch, Epoch.NONE, 0);
    }

    @Test
    void nobodyPromisesTwoEpochsOfOneRound() {
        Pledge pledge = pledge();
        pledge.promise(proposal(FIRST), null, 0);
        assertThatCode(() -> pledge.promise(proposal(FIRST), null, 0)).doesNotThrowAnyException();
        assertBroken(() -> pledge.promise(proposal(new Epoch(1, 2)), null, 0), "two epochs of one round");
    }

    @Test
    void nobodySeesWhatItDidNotPromise() {
        assertBroken(() -> pledge().hold(FIRST, View.NONE, 0), "did not promise");
        Durable torn = new Durable(0, FOUNDED, FIRST, View.NONE);
        assertBroken(() -> new Pledge(SETTINGS, 0, torn, false), "did not promise");
    }

    @Test
    void onlyTheHolderMakesEvidence() {
        assertBroken(() -> new Tenure(SETTINGS).stamp(View.NONE, false, 0), "only the token's holder");
    }

    @Test
    void onlyAValidTokenMoves() {
        Tenure tenure = new Tenure(SETTINGS);
        tenure.found(FOUNDED, 0);
        Table table = new Table(SETTINGS.drift());
        assertBroken(() -> tenure.depart(1, pledge(), PoolSize.founded(2), table, 0), "only a valid token moves");
    }

    @Test
    void aTokenGoesToMembersOnly() {
        Tenure tenure = new Tenure(SETTINGS);
        tenure.found(FOUNDED, 0);
        View alone = Durable.founder(0, 0, 2).view();
        tenure.stamp(alone, false, 0);
        Table table = new Table(SETTINGS.drift());
        tenure.judge(0, alone, table);
        assertBroken(() -> tenure.depart(7, pledge(), PoolSize.founded(2), table, 0), "members only");
    }

    @Test
    void aViewChangesOnceAMajorityKnowsIt() {
        Tenure tenure = new Tenure(SETTINGS);
        tenure.found(FOUNDED, 0);
        assertBroken(tenure::changeView, "once a majority knows");
    }

    @Test
    void aViewChangesByOneMember() {
        View view = Durable.ofMesh(2, 2).view();
        Member third = new Member(2, 0);
        Member fourth = new Member(3, 0);
        List<Member> both = view.members();
        assertThatCode(() -> view.next(List.of(both.get(0), both.get(1), third), view.size()))
                .doesNotThrowAnyException();
        assertBroken(() -> view.next(List.of(both.get(0), both.get(1), third, fourth), view.size()), "one new member");
        assertBroken(() -> view.next(List.of(both.get(0), third), view.size()), "one new member");
    }

    @Test
    void grantNumbersRiseAndBearTheirRound() {
        Tenure tenure = new Tenure(SETTINGS);
        tenure.found(FIRST, 0);
        tenure.enter(FencingNumber.of(1, 5), 0);
        assertBroken(() -> tenure.enter(FencingNumber.of(1, 5), 0), "grant numbers rise");
        assertBroken(() -> tenure.enter(FencingNumber.of(0, 6), 0), "round of its epoch");
        assertBroken(() -> FencingNumber.of(1, 1L << FencingNumber.COUNT_BITS), "reach into the round");
        assertBroken(() -> FencingNumber.of(FencingNumber.MAX_ROUND + 1, 0), "fit above the count");
    }

    @Test
    void aSlotIsKeptBackOnceAndAGrantGivenOnce() {
        Leases leases = new Leases();
        leases.reserve(3, 100);
        assertBroken(() -> leases.reserve(3, 200), "kept back once");
        OwnGrants own = new OwnGrants();
        OwnGrants.Leased grant = new OwnGrants.Leased(1, new Key(0, 0, Key.requestNumber(0, 1), 1), Slots.of(1), 100);
        own.add(grant);
        assertBroken(() -> own.add(grant), "one client");
    }
}
