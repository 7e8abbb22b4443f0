package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Incarnation;
import io.meshlock.protocol.Member;
import io.meshlock.protocol.View;
import io.meshlock.protocol.token.LeasedGrant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a new token, reconstructed from the reports of a majority. Times count from now, by the maker's clock.
 *
 * @param view the members and the pool's size
 * @param ledger the grants that may be outstanding
 * @param reserved the slots kept back because a member out of reach may hold them
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

        /** Collects the members' reports. The newest view in any report decides who is a member. */
        void gather(PeerState own) {
            List<PeerState> all = new ArrayList<>();
            all.add(own);
            for (GossipTable.Known known : context.table.all()) {
                all.add(known.peerState());
            }
            all.removeIf(peerState -> !answers(peerState, proposal));
            for (PeerState peerState : all) {
                Promise report = peerState.report();
                if (report != null && report.view().compareTo(view) > 0) {
                    view = report.view();
                }
            }
            for (PeerState peerState : all) {
                if (view.counts(peerState.node(), peerState.incarnation())) {
                    reports.add(peerState);
                }
            }
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
            for (LeasedGrant grant : token.ledger()) {
                if (!isDenied(grant)) {
                    ledger.add(lasting(grant));
                }
            }
            for (FrozenToken.Reserved each : token.reserved()) {
                long span = context.settings.drift().atMost(each.remaining());
                reserved.add(new FrozenToken.Reserved(each.slot(), span));
            }
        }

        /** True if the grantee reports that it does not have the grant. It has promised, so it will never accept it. */
        private boolean isDenied(LeasedGrant grant) {
            for (PeerState peerState : reports) {
                if (peerState.node() == grant.key().node()) {
                    return !peerState.unknown()
                            && peerState.held().stream().noneMatch(held -> held.number() == grant.number());
                }
            }
            return false;
        }

        private LeasedGrant lasting(LeasedGrant grant) {
            long span = context.settings.drift().atMost(grant.remaining());
            return new LeasedGrant(grant.number(), grant.key(), grant.slots(), span);
        }

        /**
         * Rebuilds the ledger from the grants that members report. If two grants name one slot, the earlier one is
         * over.
         */
        void takeUnion(boolean everybody) {
            List<LeasedGrant> held = new ArrayList<>();
            for (PeerState peerState : reports) {
                held.addAll(peerState.held());
            }
            held.sort(Comparator.comparingLong(LeasedGrant::number).reversed());
            for (LeasedGrant grant : held) {
                if (isLive(grant) && !takesTaken(grant)) {
                    mark(grant);
                    ledger.add(lasting(grant));
                }
            }
            ledger.sort(Comparator.comparingLong(LeasedGrant::number));
            if (everybody) {
                held.forEach(this::reserveRest);
            } else {
                for (int slot = FrozenToken.Reserved.UNHEARD_OF;
                        slot <= view.size().permits();
                        slot++) {
                    reserve(slot);
                }
            }
        }

        /**
         * True if the grant is certainly in force now, when no older token can grant: then no other grant has its
         * slots. The grant was reported after the proposal was made.
         */
        private boolean isLive(LeasedGrant grant) {
            return context.settings.drift().atLeast(grant.remaining()) > context.now - proposal.at();
        }

        private boolean takesTaken(LeasedGrant grant) {
            for (int i = 0; i < grant.slots().count(); i++) {
                if (taken.get(grant.slots().at(i))) {
                    return true;
                }
            }
            return false;
        }

        private void mark(LeasedGrant grant) {
            for (int i = 0; i < grant.slots().count(); i++) {
                taken.set(grant.slots().at(i));
            }
        }

        private void reserveRest(LeasedGrant grant) {
            for (int i = 0; i < grant.slots().count(); i++) {
                reserve(grant.slots().at(i));
            }
        }

        private void reserve(int slot) {
            if (!taken.get(slot)) {
                taken.set(slot);
                reserved.add(new FrozenToken.Reserved(slot, context.settings.ledgerLease()));
            }
        }

        long reservedSlots() {
            return reserved.stream()
                    .filter(each -> each.slot() != FrozenToken.Reserved.UNHEARD_OF)
                    .count();
        }

        boolean isEveryMemberKnown() {
            return reports.size() == view.members().size() && reports.stream().noneMatch(PeerState::unknown);
        }

        /**
         * The view with the present incarnations of its members, without {@code removed}. A forced token's view has
         * only members that reported.
         */
        View nextView(int removed, boolean reportersOnly) {
            List<Member> members = new ArrayList<>();
            for (Member member : view.members()) {
                long incarnation = presentIncarnation(member);
                boolean gone = member.node() == removed || (reportersOnly && !hasReported(member));
                if (!gone) {
                    members.add(new Member(member.node(), incarnation));
                }
            }
            Check.invariant(
                    reportersOnly || members.size() >= view.members().size() - 1, "one member is removed at a time");
            return new View(proposal.epoch(), 0, members, view.size());
        }

        private boolean hasReported(Member member) {
            return reports.stream().anyMatch(peerState -> peerState.node() == member.node());
        }

        private long presentIncarnation(Member member) {
            if (member.node() == context.node) {
                return context.acceptor.incarnation();
            }
            PeerState peerState = context.table.peerState(member.node());
            if (peerState == null || !Incarnation.sameDisk(peerState.incarnation(), member.incarnation())) {
                return member.incarnation();
            }
            return Math.max(peerState.incarnation(), member.incarnation());
        }
    }

    /**
     * Reconstructs the token; null if too few members have reported.
     *
     * @param own this node's peer state, with its own report
     * @param forced the operator ordered it, even without a majority
     * @param removing a member to leave out, if the token is made from the proposer's own and the view is still
     *     {@code base}; or -1
     * @param base the view that the member was to be removed from
     */
    static @Nullable TokenReconstruction attempt(
            NodeContext context, Proposal proposal, PeerState own, boolean forced, int removing, View base) {
        Maker maker = new Maker(context, proposal);
        maker.gather(own);
        boolean enough = maker.reports.size() >= context.settings.quorum(maker.view);
        if (!maker.view.counts(context.node, context.acceptor.incarnation()) || (!enough && !forced)) {
            return null;
        }
        FrozenToken token = maker.lastToken();
        String how = maker.reports.size() + " of " + maker.view.members().size() + " members answered; ";
        boolean ownToken = token != null && token.epoch().equals(proposal.waiver());
        if (token != null && enough) {
            maker.takeOver(token);
            how += "the token of epoch " + token.epoch() + " is taken over";
        } else {
            boolean everybody = maker.isEveryMemberKnown();
            maker.takeUnion(everybody);
            how += everybody ? "what they hold is all there is" : maker.reservedSlots() + " slots are kept back";
        }
        int removed = ownToken && enough && maker.view.equals(base) ? removing : -1;
        View next = maker.nextView(removed, !enough);
        return new TokenReconstruction(next, maker.ledger, maker.reserved, maker.largestCount(), how);
    }
}
