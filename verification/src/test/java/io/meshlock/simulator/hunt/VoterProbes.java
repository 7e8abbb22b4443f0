package io.meshlock.simulator.hunt;

import static io.meshlock.simulator.hunt.RecoveryBench.B;
import static io.meshlock.simulator.hunt.RecoveryBench.ELECTION_TIMEOUT;
import static io.meshlock.simulator.hunt.RecoveryBench.FIRST;
import static io.meshlock.simulator.hunt.RecoveryBench.THREE;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.RecoveryStatus;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import io.meshlock.protocol.recovery.Heartbeat;
import io.meshlock.protocol.recovery.Offer;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import io.meshlock.protocol.recovery.RecoveryMessage.Echo;
import io.meshlock.simulator.hunt.RecoveryBench.Kept;
import io.meshlock.simulator.hunt.RecoveryBench.Recorded;
import io.meshlock.simulator.hunt.RecoveryBench.Sent;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who votes, and who does not: seats are memories, views are news, offers are for one view. Each probe returns what is
 * wrong, or null.
 */
final class VoterProbes {

    private static final Epoch NEXT = new Epoch(1, 2);
    private static final long SEAT = 9;

    private VoterProbes() {}

    private static @Nullable String unless(boolean fine, String wrong) {
        return fine ? null : wrong;
    }

    private static View viewOf(int... voters) {
        List<Seat> seats = Arrays.stream(voters)
                .mapToObj(node -> new Seat(node, Seat.FIRST))
                .toList();
        return new View(FIRST, 0, seats, PoolSize.initial(1));
    }

    /** A holder without a vote needs a majority of those who have one. */
    static @Nullable String holderWithoutVote(Algorithm algorithm) {
        DurableState outside = new DurableState(0, Seat.NONE, FIRST, FIRST, viewOf(1, 2, 3));
        RecoveryBench bench = new RecoveryBench(algorithm, 0, outside, true);
        bench.request();
        bench.hear(null, bench.echo(1, FIRST, bench.lastCount()));
        bench.sleep(1);
        if (bench.isGranted()) {
            return "one voter of three made the token valid";
        }
        bench.hear(null, bench.echo(2, FIRST, bench.lastCount()));
        bench.sleep(1);
        return unless(bench.isGranted(), "two voters of three did not");
    }

    /** Who has neither a vote nor a token proposes nothing. */
    static @Nullable String proposalWithoutVote(Algorithm algorithm) {
        RecoveryBench bench = new RecoveryBench(algorithm, 5, DurableState.ofMesh(5, 9, 1, 3), false);
        bench.request();
        bench.sleep(ELECTION_TIMEOUT + 1);
        for (int i = 0; i < 40; i++) {
            bench.hear(null, bench.unbound(0), bench.unbound(1), bench.unbound(2));
            bench.sleep(B);
        }
        boolean asks = bench.all(Sent.class).stream()
                .anyMatch(sent -> sent.message() instanceof Beacon beacon && beacon.ask() >= 0);
        return unless(asks && bench.peerStates().isEmpty(), "asks " + asks + ", says " + bench.peerStates());
    }

    private static boolean keeps(RecoveryBench bench, View view) {
        return bench.all(Kept.class).stream()
                .anyMatch(kept -> kept.durable().view().equals(view));
    }

    /** A view is news also from a token that was promised away, and from a proposal. */
    static @Nullable String viewsAreNews(Algorithm algorithm) {
        RecoveryBench bench = RecoveryBench.member(algorithm);
        bench.sleep(ELECTION_TIMEOUT + 1);
        bench.hear(null, bench.proposes(2, NEXT, Epoch.NONE));
        bench.sleep(B);
        View later = RecoveryBench.view(FIRST, 1, 4);
        bench.hear(RecoveryBench.heartbeat(FIRST, 9, later, true, List.of()));
        bench.sleep(B);
        if (!keeps(bench, later)) {
            return "does not learn the view of an older token";
        }
        View latest = RecoveryBench.view(FIRST, 2, 5);
        bench.hear(null, bench.proposes(0, new Epoch(1, 0), Epoch.NONE, latest));
        bench.sleep(B);
        return unless(keeps(bench, latest), "does not learn the view of a proposal");
    }

    /** What a voter promises is on its disk from its offer on. */
    static @Nullable String offerIsKept(Algorithm algorithm) {
        RecoveryBench bench = new RecoveryBench(algorithm, 5, DurableState.ofMesh(5, 9, 1, 3), false);
        for (int i = 1; i < 8; i++) {
            bench.hear(new Heartbeat(FIRST, i, THREE, true, false, true, List.of()));
            bench.sleep(B / 2);
        }
        DurableState kept = DurableState.ofMesh(5, 9, 1, 3);
        for (Recorded effect : bench.effects) {
            if (effect instanceof Kept news) {
                kept = news.durable();
            } else if (effect instanceof Sent sent && sent.message() instanceof Beacon beacon) {
                for (Offer offer : beacon.offers()) {
                    return unless(offer.seat().number() == kept.seat(), offer + " is not kept");
                }
            }
        }
        return "never offers";
    }

    /** A holder of three voters whose token is valid; nodes 3 and 4 echo, too. */
    private static RecoveryBench holder(Algorithm algorithm) {
        RecoveryBench bench = RecoveryBench.holder(algorithm);
        bench.request();
        echo(bench);
        return bench;
    }

    private static void echo(RecoveryBench bench) {
        long count = bench.lastCount();
        bench.hear(
                null,
                bench.echo(1, FIRST, count),
                bench.echo(2, FIRST, count),
                bench.seated(3, SEAT, FIRST, count),
                bench.seated(4, SEAT, FIRST, count));
        bench.sleep(B / 2);
    }

    private static void offer(RecoveryBench bench, int version) {
        bench.hear(new Offer(new Seat(3, SEAT), FIRST, version, 0));
        bench.hear(new Offer(new Seat(4, SEAT), FIRST, version, 0));
    }

    private static int version(RecoveryBench bench) {
        Heartbeat last = bench.lastHeartbeat();
        return last == null ? -1 : last.view().version();
    }

    /** An offer for another view than the present one is void. */
    static @Nullable String offerForOneView(Algorithm algorithm) {
        RecoveryBench bench = holder(algorithm);
        for (int i = 0; i < 10; i++) {
            offer(bench, 5);
            echo(bench);
        }
        if (version(bench) != 0) {
            return "took an offer for another view";
        }
        for (int i = 0; i < 4; i++) {
            offer(bench, 0);
            echo(bench);
        }
        return unless(version(bench) == 1, "the view is " + bench.lastHeartbeat());
    }

    /** Two offers of one node are one: the later seat. A second voter is seated only if a third one is there to follow. */
    static @Nullable String offerOfOneNode(Algorithm algorithm) {
        RecoveryBench bench = new RecoveryBench(algorithm, 0, DurableState.ofMesh(0, 9, 1, 1), true);
        bench.request();
        bench.sleep(B);
        for (int i = 0; i < 10; i++) {
            bench.hear(new Offer(new Seat(3, SEAT), FIRST, 0, 0));
            bench.hear(new Offer(new Seat(3, SEAT + 1), FIRST, 0, 0));
            bench.hear(new Offer(new Seat(3, SEAT), FIRST, 0, 0));
            bench.hear(null, bench.seated(3, i % 2 == 0 ? SEAT : SEAT + 1, FIRST, bench.lastCount()));
            bench.sleep(B / 2);
        }
        if (version(bench) != 0) {
            return "took two offers of one node for two nodes";
        }
        bench.hear(new Offer(new Seat(4, SEAT), FIRST, 0, 0));
        bench.hear(null, bench.seated(4, SEAT, FIRST, bench.lastCount()));
        bench.sleep(B);
        Heartbeat last = bench.lastHeartbeat();
        boolean lost = last != null && last.view().counts(3, SEAT);
        return unless(version(bench) == 1 && !lost, "the view is " + last);
    }

    /** Voters are seated one at a time, the next once a majority knows of the one before. */
    static @Nullable String oneByOne(Algorithm algorithm) {
        RecoveryBench bench = holder(algorithm);
        for (int i = 0; i < 10 && version(bench) == 0; i++) {
            offer(bench, 0);
            echo(bench);
        }
        for (int i = 0; i < 10; i++) {
            bench.hear(new Offer(new Seat(4, SEAT), FIRST, 1, 0));
            bench.sleep(B / 2); // nobody echoes the new view
        }
        return unless(version(bench) == 1, "the view is " + bench.lastHeartbeat());
    }

    /** A view that a majority of its own voters would not know is not begun. */
    static @Nullable String majorityOfTheNext(Algorithm algorithm) {
        RecoveryBench bench = RecoveryBench.holder(algorithm);
        bench.request();
        for (int i = 0; i < 10; i++) {
            offer(bench, 0);
            bench.hear(null, bench.echo(1, FIRST, bench.lastCount())); // two of three, which would be two of four
            bench.sleep(B / 2);
        }
        return unless(version(bench) == 0 && bench.isGranted(), "the view is " + bench.lastHeartbeat());
    }

    /** A first voter that hears of a token before it promised anything may have lost its memory. */
    static @Nullable String lateFounder(Algorithm algorithm) {
        DurableState founding = DurableState.founding(1, 0, List.of(0, 1, 2), 1);
        RecoveryBench bench = new RecoveryBench(algorithm, 1, founding, false);
        bench.hear(RecoveryBench.heartbeat(FIRST, 3, THREE, true, List.of()));
        bench.sleep(2 * B);
        boolean echoes = bench.all(Sent.class).stream().anyMatch(sent -> sent.message() instanceof Echo);
        RecoveryStatus status = bench.node.status(bench.now);
        boolean without = status != null && status.taking() && status.seat() == Seat.NONE;
        return unless(without && !echoes, "is " + status);
    }

    /** Nor does it begin the pool after a restart, though it has promised nothing and knows a view of one voter. */
    static @Nullable String lateFounderAgain(Algorithm algorithm) {
        View other = new View(FIRST, 3, List.of(new Seat(4, 1)), PoolSize.initial(1));
        DurableState found = new DurableState(1, Seat.NONE, Epoch.GENESIS, Epoch.GENESIS, other);
        RecoveryBench bench = new RecoveryBench(algorithm, 1, found, false);
        RecoveryStatus status = bench.node.status(bench.now);
        return unless(status != null && !status.token(), "begins a pool that has begun");
    }

    private static View without(int version) {
        List<Seat> seats = List.of(new Seat(0, Seat.FIRST), new Seat(2, Seat.FIRST));
        return new View(FIRST, version, seats, PoolSize.initial(1));
    }

    private static long seat(RecoveryBench bench) {
        RecoveryStatus status = bench.node.status(bench.now);
        return status == null ? Seat.NONE : status.seat();
    }

    /** A voter remembers its seat until a view without it is known to be committed; then it says so on its disk. */
    static @Nullable String unseated(Algorithm algorithm) {
        RecoveryBench bench = RecoveryBench.member(algorithm);
        bench.hear(RecoveryBench.heartbeat(FIRST, 1, without(1), false, List.of()));
        bench.sleep(B);
        if (seat(bench) != Seat.FIRST) {
            return "gave its seat up before the view without it was committed";
        }
        bench.hear(RecoveryBench.heartbeat(FIRST, 2, without(1), true, List.of()));
        bench.sleep(B);
        List<Kept> kept = bench.all(Kept.class);
        boolean said = !kept.isEmpty() && !kept.get(kept.size() - 1).durable().isSeated();
        return unless(seat(bench) == Seat.NONE && said, "seat " + seat(bench) + ", kept " + kept);
    }

    private static RecoveryBench candidate(Algorithm algorithm, DurableState durable, View view) {
        RecoveryBench bench = new RecoveryBench(algorithm, 5, durable, false);
        for (int i = 1; i < 8; i++) {
            bench.hear(new Heartbeat(FIRST, i, view, true, false, true, List.of()));
            bench.sleep(B / 2);
        }
        return bench;
    }

    /** A seat that was offered may be counted in the next view: it is remembered until a later one is committed. */
    static @Nullable String offered(Algorithm algorithm) {
        RecoveryBench bench = candidate(algorithm, DurableState.fresh(7), THREE);
        boolean kept =
                bench.all(Kept.class).stream().allMatch(each -> each.durable().isSeated());
        if (!kept || seat(bench) == Seat.NONE) {
            return "gave up a seat that it offers";
        }
        bench.hear(new Heartbeat(FIRST, 20, RecoveryBench.view(FIRST, 1, 4), true, false, false, List.of()));
        bench.sleep(1);
        return unless(seat(bench) == Seat.NONE, "keeps a seat for which another was taken");
    }

    /** What a node did not keep after it gave its seat up is forgotten when it starts again: that is another seat. */
    static @Nullable String anotherSeat(Algorithm algorithm) {
        RecoveryBench bench = candidate(algorithm, DurableState.fresh(7), THREE);
        long first = seat(bench);
        bench.hear(new Heartbeat(FIRST, 20, RecoveryBench.view(FIRST, 1, 4), true, false, false, List.of()));
        bench.sleep(1);
        List<Kept> kept = bench.all(Kept.class);
        DurableState found = kept.get(kept.size() - 1).durable().restarted();
        long second = seat(candidate(algorithm, found, RecoveryBench.view(FIRST, 1, 4)));
        return unless(first != Seat.NONE && second != Seat.NONE && first != second, first + " and then " + second);
    }
}
