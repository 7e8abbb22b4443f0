package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.View;
import io.meshlock.protocol.token.LeasedGrant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of a new token, reconstructed from the reports of a majority. Times count from now, by the maker's clock.
 *
 * @param view the voters and the pool's size
 * @param ledger the grants that may be outstanding
 * @param reserved the slots kept back because a node that was not asked may hold them
 * @param count the largest grant count reported
 * @param how a line for logs and people: what the token was made from
 */
record TokenReconstruction(
        View view, List<LeasedGrant> ledger, List<FrozenToken.Reserved> reserved, long count, String how) {

    /** Builds the state of the new token from reports. */
    private static final class Maker {

        private final NodeContext context;
        private final Proposal proposal;
        private final List<PeerState> reports = new ArrayList<>();
        private final List<LeasedGrant> ledger = new ArrayList<>();
        private final List<FrozenToken.Reserved> reserved = new ArrayList<>();
        private final BitSet taken = new BitSet();
        private View view = View.NONE;

        Maker(NodeContext context, Proposal proposal) {
            this.context = context;
            this.proposal = proposal;
        }

        private static boolean answers(PeerState peerState, Proposal proposal) {
            Promise report = peerState.report();
            return report != null && report.proposal().equals(proposal.epoch());
        }

        /** Collects all answers, and counts those of voters by the newest view that was heard of. */
        void gather(PeerState own) {
            view = context.acceptor.view();
            reports.add(own);
            for (GossipTable.Known known : context.table.all()) {
                reports.add(known.peerState());
            }
            reports.removeIf(peerState -> !answers(peerState, proposal));
            for (PeerState peerState : reports) {
                Promise report = peerState.report();
                if (report != null && report.view().compareTo(view) > 0) {
                    view = report.view();
                }
            }
        }

        /** How many voters have answered. A seat is a memory: whoever has lost it does not count, whatever its node. */
        int votes() {
            int votes = 0;
            for (PeerState peerState : reports) {
                votes += view.counts(peerState.node(), peerState.seat()) ? 1 : 0;
            }
            return votes;
        }

        long largestCount() {
            long count = 0;
            for (PeerState peerState : reports) {
                Promise report = peerState.report();
                count = report == null ? count : Math.max(count, report.count());
            }
            return count;
        }

        private Epoch newestSeen() {
            Epoch newest = Epoch.NONE;
            for (PeerState peerState : reports) {
                Promise report = peerState.report();
                newest = report != null && report.seen().isAfter(newest) ? report.seen() : newest;
            }
            return newest;
        }

        /**
         * The frozen token of the newest epoch seen, the last one that can have granted; null if it was not reported.
         */
        @Nullable
        FrozenToken lastToken() {
            Epoch seen = newestSeen();
            for (PeerState peerState : reports) {
                Promise report = peerState.report();
                FrozenToken token = report == null ? null : report.token();
                if (token != null && !seen.isAfter(token.epoch())) {
                    return token;
                }
            }
            return null;
        }

        void takeOver(FrozenToken token) {
            Map<Integer, Map<Long, LeasedGrant>> held = heldByReporter();
            for (LeasedGrant grant : token.ledger()) {
                PeerState grantee = granteeOf(grant);
                LeasedGrant reported = grantee == null
                        ? grant
                        : held.getOrDefault(grantee.node(), Map.of()).get(grant.number());
                if (reported != null) {
                    ledger.add(lasting(asReported(grant, reported)));
                }
            }
            for (FrozenToken.Reserved each : token.reserved()) {
                reserved.add(new FrozenToken.Reserved(each.slots(), lasting(each.remaining())));
            }
        }

        /**
         * The very incarnation that was granted, if it has reported. If it does not have the grant, it will never accept
         * it: it has promised.
         */
        private @Nullable PeerState granteeOf(LeasedGrant grant) {
            for (PeerState peerState : reports) {
                if (peerState.node() == grant.key().node() && peerState.incarnation() == grant.incarnation()) {
                    return peerState;
                }
            }
            return null;
        }

        private Map<Integer, Map<Long, LeasedGrant>> heldByReporter() {
            Map<Integer, Map<Long, LeasedGrant>> held = new HashMap<>();
            for (PeerState peerState : reports) {
                held.put(peerState.node(), peerState.heldByNumber());
            }
            return held;
        }

        /** The grant with those of its slots that its grantee reports, who may have given others back. */
        private static LeasedGrant asReported(LeasedGrant grant, LeasedGrant reported) {
            Slots kept = grant.slots().without(grant.slots().without(reported.slots()));
            return kept.isEmpty() || kept.count() == grant.slots().count() ? grant : grant.reduced(kept);
        }

        private LeasedGrant lasting(LeasedGrant grant) {
            long span = lasting(grant.remaining());
            return new LeasedGrant(grant.number(), grant.key(), grant.incarnation(), grant.slots(), span);
        }

        /**
         * For how long to keep what another node would have kept for so long, whose clock may be faster. Nobody granted or
         * renewed later than now, so a ledger's lease from now is enough; otherwise what is out would last longer with every
         * new token, and for ever if there are many. Only what a client had kept for longer lasts longer.
         */
        private long lasting(long remaining) {
            long span = context.settings.drift().atMost(remaining);
            long most = context.settings.ledgerLease();
            return remaining > most ? span : Math.min(span, most);
        }

        /**
         * Rebuilds the ledger from the grants that are reported, and keeps all other slots back: nodes that were not
         * asked may hold them. If two grants name one slot, the earlier one is over.
         */
        void takeUnion() {
            List<LeasedGrant> held = new ArrayList<>();
            for (PeerState peerState : reports) {
                held.addAll(peerState.held());
            }
            held.sort(Comparator.comparingLong(LeasedGrant::number).reversed());
            for (LeasedGrant grant : held) {
                if (isLive(grant) && !grant.slots().meets(taken)) {
                    grant.slots().mark(taken, true);
                    ledger.add(lasting(grant));
                }
            }
            ledger.sort(Comparator.comparingLong(LeasedGrant::number));
            BitSet rest = new BitSet();
            rest.set(1, size().permits() + 1);
            held.forEach(grant -> grant.slots().mark(rest, true));
            rest.andNot(taken);
            reserve(Slots.of(rest));
        }

        /** Keeps back these slots, and those that an operator may have added without the knowledge of this node. */
        private void reserve(Slots slots) {
            long span = context.settings.ledgerLease();
            if (!slots.isEmpty()) {
                reserved.add(new FrozenToken.Reserved(slots, span));
            }
            reserved.add(new FrozenToken.Reserved(Slots.NONE, span));
        }

        /**
         * True if the grant is certainly in force now, when no older token can grant: then no other grant has its
         * slots. The grant was reported after the proposal was made.
         */
        private boolean isLive(LeasedGrant grant) {
            return context.settings.drift().atLeast(grant.remaining()) > context.now - proposal.at();
        }

        long reservedSlots() {
            return reserved.stream().mapToLong(each -> each.slots().count()).sum();
        }

        /** The same voters; a token that an operator forced has only those that answered, and its maker. */
        View nextView(boolean forced) {
            List<Seat> seats = new ArrayList<>();
            for (Seat seat : view.seats()) {
                if (!forced || reports.stream().anyMatch(answer -> seat.equals(seatOf(answer)))) {
                    seats.add(seat);
                }
            }
            View same = new View(proposal.epoch(), 0, seats, size());
            if (!forced || same.seat(context.node) != null) {
                return same;
            }
            context.acceptor.takeSeat();
            return new View(proposal.epoch(), 0, same.with(context.self()), size());
        }

        /** An operator may force a token where no view is known; then the pool has the size of its settings. */
        private PoolSize size() {
            return view.equals(View.NONE) ? context.sizeChange.inForce() : view.size();
        }

        private static Seat seatOf(PeerState peerState) {
            return new Seat(peerState.node(), peerState.seat());
        }
    }

    /**
     * Reconstructs the token; null if too few voters have answered.
     *
     * @param own this node's peer state, with its own report
     * @param forced the operator ordered it, even without a majority
     */
    static @Nullable TokenReconstruction attempt(
            NodeContext context, Proposal proposal, PeerState own, boolean forced) {
        Maker maker = new Maker(context, proposal);
        maker.gather(own);
        View view = maker.view;
        int votes = maker.votes();
        boolean enough = !view.seats().isEmpty() && votes >= context.settings.quorum(view);
        FrozenToken token = maker.lastToken();
        boolean voter = view.counts(context.node, context.acceptor.seat());
        boolean may = enough && (voter || token != null);
        if (!may && !forced) {
            return null;
        }
        String how = votes + " of " + view.seats().size() + " voters answered; ";
        if (enough && view.epoch().equals(Epoch.GENESIS)) {
            boolean waiting = votes < view.seats().size() && context.now - proposal.at() < foundingWait(context);
            if (waiting) {
                return null;
            }
            how += "the first token";
        } else if (token != null && enough) {
            maker.takeOver(token);
            how += "the token of epoch " + token.epoch() + " is taken over";
        } else {
            maker.takeUnion();
            how += maker.reservedSlots() + " slots are kept back";
        }
        return new TokenReconstruction(
                maker.nextView(!enough), maker.ledger, maker.reserved, maker.largestCount(), how);
    }

    /** How long the first token waits for all first voters: those that come later have to get another seat. */
    static long foundingWait(NodeContext context) {
        return 3 * context.settings.beacon();
    }
}
