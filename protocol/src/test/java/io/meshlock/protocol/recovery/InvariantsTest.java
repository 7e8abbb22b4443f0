package io.meshlock.protocol.recovery;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.View;
import io.meshlock.protocol.token.FencingToken;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The invariants of recovery, each with a caller that tries to break it. */
class InvariantsTest {

    private static final RecoverySettings SETTINGS = new RecoverySettings(
            RecoverySettings.Recovery.MAJORITY, 100, 2_000, 1_900, 3_000, new ClockDrift(10_000), 7);
    private static final Epoch BOOTSTRAPPED = new Epoch(0, 0);
    private static final Epoch FIRST = new Epoch(1, 1);

    private static void assertBroken(ThrowingCallable attempt, String invariant) {
        assertThatThrownBy(attempt).isInstanceOf(IllegalStateException.class).hasMessageContaining(invariant);
    }

    private static Acceptor acceptor() {
        return new Acceptor(SETTINGS, 0, DurableState.ofMesh(0, 3, 2, 7), false);
    }

    private static Peers.Peer peer(boolean linked) {
        return new Peers.Peer(1, BOOTSTRAPPED, linked);
    }

    private static Proposal proposal(Epoch epoch) {
        return new Proposal(epoch, Epoch.NONE, 0, View.NONE);
    }

    @Test
    void nobodyPromisesTwoEpochsOfOneRound() {
        Acceptor acceptor = acceptor();
        acceptor.promise(proposal(FIRST), null, 0);
        assertThatCode(() -> acceptor.promise(proposal(FIRST), null, 0)).doesNotThrowAnyException();
        assertBroken(() -> acceptor.promise(proposal(new Epoch(1, 2)), null, 0), "two epochs of one round");
    }

    @Test
    void nobodySeesWhatItDidNotPromise() {
        assertBroken(() -> acceptor().hold(FIRST, View.NONE, 0), "did not promise");
        DurableState torn = new DurableState(0, Seat.FIRST, BOOTSTRAPPED, FIRST, View.NONE);
        assertBroken(() -> new Acceptor(SETTINGS, 0, torn, false), "did not promise");
    }

    @Test
    void onlyTheHolderMakesEvidence() {
        assertBroken(() -> new HolderLease(SETTINGS).heartbeat(View.NONE, false, false, 0), "only the token's holder");
    }

    @Test
    void onlyAValidTokenMoves() {
        HolderLease holderLease = new HolderLease(SETTINGS);
        holderLease.begin(BOOTSTRAPPED, 0);
        assertBroken(
                () -> holderLease.depart(peer(true), View.NONE, PoolSize.initial(2), 0), "only a valid token moves");
    }

    @Test
    void aTokenGoesToNeighboursThatTakePart() {
        HolderLease holderLease = new HolderLease(SETTINGS);
        holderLease.begin(BOOTSTRAPPED, 0);
        View alone = DurableState.bootstrap(0, 0, 2).view();
        holderLease.heartbeat(alone, false, false, 0);
        holderLease.judge(new Seat(0, Seat.FIRST), alone, new Echoes());
        assertBroken(() -> holderLease.depart(null, alone, PoolSize.initial(2), 0), "takes part");
        assertBroken(() -> holderLease.depart(peer(false), alone, PoolSize.initial(2), 0), "takes part");
    }

    @Test
    void aViewChangesOnceAMajorityKnowsIt() {
        HolderLease holderLease = new HolderLease(SETTINGS);
        holderLease.begin(BOOTSTRAPPED, 0);
        assertBroken(holderLease::changeView, "once a majority knows");
    }

    @Test
    void aViewChangesByOneSeat() {
        View view = View.genesis(List.of(0, 1), 2);
        Seat third = new Seat(2, 5);
        Seat fourth = new Seat(3, 5);
        List<Seat> both = view.seats();
        assertThatCode(() -> view.next(view.with(third), view.size())).doesNotThrowAnyException();
        assertThatCode(() -> view.next(view.without(both.get(0)), view.size())).doesNotThrowAnyException();
        assertBroken(() -> view.next(List.of(both.get(0), both.get(1), third, fourth), view.size()), "one seat");
        assertBroken(() -> view.next(List.of(both.get(0), third), view.size()), "one seat");
        assertBroken(() -> view.next(List.of(both.get(0), new Seat(1, 9)), view.size()), "one seat");
    }

    @Test
    void grantNumbersRiseAndBearTheirRound() {
        HolderLease holderLease = new HolderLease(SETTINGS);
        holderLease.begin(FIRST, 0);
        holderLease.enter(FencingToken.of(1, 5), 0);
        assertBroken(() -> holderLease.enter(FencingToken.of(1, 5), 0), "grant numbers rise");
        assertBroken(() -> holderLease.enter(FencingToken.of(0, 6), 0), "round of its epoch");
        assertBroken(() -> FencingToken.of(1, 1L << FencingToken.COUNT_BITS), "reach into the round");
        assertBroken(() -> FencingToken.of(FencingToken.MAX_ROUND + 1, 0), "fit above the count");
    }

    @Test
    void aSlotIsKeptBackOnceAndAGrantGivenOnce() {
        LedgerLeases leases = new LedgerLeases();
        leases.reserve(Slots.of(3), 100);
        assertBroken(() -> leases.reserve(Slots.of(2, 3), 200), "kept back once");
        LocalGrants own = new LocalGrants();
        LocalGrants.Leased grant =
                new LocalGrants.Leased(1, new Key(0, 0, Key.requestNumber(0, 1), 1), Slots.of(1), 100);
        own.add(grant);
        assertBroken(() -> own.add(grant), "one client");
    }
}
