package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Life;
import io.meshlock.protocol.Member;
import io.meshlock.protocol.View;
import io.meshlock.protocol.token.Holding;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The token that a majority's reports allow to make. Times count from now, by the maker's clock.
 *
 * @param view who belongs to the pool, and how many permits it has
 * @param ledger the grants that may be out
 * @param reserved the slots that somebody out of reach may hold
 * @param count the largest number of grants reported
 * @param how a line for people
 */
record Creation(View view, List<Holding> ledger, List<Surrender.Reserved> reserved, long count, String how) {

    /** Collects what a new token is made of. */
    private static final class Maker {

        private final Self self;
        private final Proposal proposal;
        private final List<Row> reports = new ArrayList<>();
        private final List<Holding> ledger = new ArrayList<>();
        private final List<Surrender.Reserved> reserved = new ArrayList<>();
        private final BitSet taken = new BitSet();
        private View view = View.NONE;

        Maker(Self self, Proposal proposal) {
            this.self = self;
            this.proposal = proposal;
        }

        private static boolean answers(Row row, Proposal proposal) {
            Report report = row.report();
            return report != null && report.proposal().equals(proposal.epoch());
        }

        /** The newest view that anybody names decides who counts; rows of others are put aside. */
        void gather(Row own) {
            List<Row> all = new ArrayList<>();
            all.add(own);
            for (Table.Known known : self.table.all()) {
                all.add(known.row());
            }
            all.removeIf(row -> !answers(row, proposal));
            for (Row row : all) {
                Report report = row.report();
                if (report != null && report.view().compareTo(view) > 0) {
                    view = report.view();
                }
            }
            for (Row row : all) {
                if (view.counts(row.node(), row.life())) {
                    reports.add(row);
                }
            }
        }

        long largestCount() {
            long count = 0;
            for (Row row : reports) {
                Report report = row.report();
                count = report == null ? count : Math.max(count, report.count());
            }
            return count;
        }

        private Epoch newestSeen() {
            Epoch newest = Epoch.NONE;
            for (Row row : reports) {
                Report report = row.report();
                newest = report != null && report.seen().isAfter(newest) ? report.seen() : newest;
            }
            return newest;
        }

        /** A frozen token as new as any that somebody saw: it is the last that can have granted anything. */
        @Nullable
        Surrender lastToken() {
            Epoch seen = newestSeen();
            for (Row row : reports) {
                Report report = row.report();
                Surrender token = report == null ? null : report.token();
                if (token != null && !seen.isAfter(token.epoch())) {
                    return token;
                }
            }
            return null;
        }

        void takeOver(Surrender token) {
            for (Holding grant : token.ledger()) {
                if (!isDenied(grant)) {
                    ledger.add(lasting(grant));
                }
            }
            for (Surrender.Reserved each : token.reserved()) {
                long span = self.settings.drift().atMost(each.remaining());
                reserved.add(new Surrender.Reserved(each.slot(), span));
            }
        }

        /** The grantee says that it does not have it: having promised, it will never take it. */
        private boolean isDenied(Holding grant) {
            for (Row row : reports) {
                if (row.node() == grant.key().node()) {
                    return !row.unknown() && row.held().stream().noneMatch(held -> held.number() == grant.number());
                }
            }
            return false;
        }

        private Holding lasting(Holding grant) {
            long span = self.settings.drift().atMost(grant.remaining());
            return new Holding(grant.number(), grant.key(), grant.slots(), span);
        }

        /** What the members say they hold. If two name one slot, the earlier grant is over. */
        void takeUnion(boolean everybody) {
            List<Holding> held = new ArrayList<>();
            for (Row row : reports) {
                held.addAll(row.held());
            }
            held.sort(Comparator.comparingLong(Holding::number).reversed());
            for (Holding grant : held) {
                if (isLive(grant) && !takesTaken(grant)) {
                    mark(grant);
                    ledger.add(lasting(grant));
                }
            }
            ledger.sort(Comparator.comparingLong(Holding::number));
            if (everybody) {
                held.forEach(this::reserveRest);
            } else {
                for (int slot = Surrender.Reserved.UNHEARD_OF;
                        slot <= view.size().permits();
                        slot++) {
                    reserve(slot);
                }
            }
        }

        /**
         * True if the grant is certainly in force right now, when no older token can grant: then nobody else has its slots. It
         * was reported after the proposal was made.
         */
        private boolean isLive(Holding grant) {
            return self.settings.drift().atLeast(grant.remaining()) > self.now - proposal.at();
        }

        private boolean takesTaken(Holding grant) {
            for (int i = 0; i < grant.slots().count(); i++) {
                if (taken.get(grant.slots().at(i))) {
                    return true;
                }
            }
            return false;
        }

        private void mark(Holding grant) {
            for (int i = 0; i < grant.slots().count(); i++) {
                taken.set(grant.slots().at(i));
            }
        }

        private void reserveRest(Holding grant) {
            for (int i = 0; i < grant.slots().count(); i++) {
                reserve(grant.slots().at(i));
            }
        }

        private void reserve(int slot) {
            if (!taken.get(slot)) {
                taken.set(slot);
                reserved.add(new Surrender.Reserved(slot, self.settings.ledgerLease()));
            }
        }

        long reservedSlots() {
            return reserved.stream()
                    .filter(each -> each.slot() != Surrender.Reserved.UNHEARD_OF)
                    .count();
        }

        boolean isEverybodyKnown() {
            return reports.size() == view.members().size() && reports.stream().noneMatch(Row::unknown);
        }

        /** The view with everybody's present life; without {@code removed}, and in an emergency without who is silent. */
        View nextView(int removed, boolean reportersOnly) {
            List<Member> members = new ArrayList<>();
            for (Member member : view.members()) {
                long life = presentLife(member);
                boolean gone = member.node() == removed || (reportersOnly && !hasReported(member));
                if (!gone) {
                    members.add(new Member(member.node(), life));
                }
            }
            Check.invariant(
                    reportersOnly || members.size() >= view.members().size() - 1, "one member is removed at a time");
            return new View(proposal.epoch(), 0, members, view.size());
        }

        private boolean hasReported(Member member) {
            return reports.stream().anyMatch(row -> row.node() == member.node());
        }

        private long presentLife(Member member) {
            if (member.node() == self.node) {
                return self.pledge.life();
            }
            Row row = self.table.row(member.node());
            if (row == null || !Life.sameDisk(row.life(), member.life())) {
                return member.life();
            }
            return Math.max(row.life(), member.life());
        }
    }

    /**
     * The token that can be made by now; null if too few have reported.
     *
     * @param own this node's row, with its own report
     * @param forced the operator wants it, however few have reported
     * @param removing a member to leave out, if the token is made of the proposer's own under an unchanged view; or -1
     * @param base the view that the member was to be removed from
     */
    static @Nullable Creation attempt(Self self, Proposal proposal, Row own, boolean forced, int removing, View base) {
        Maker maker = new Maker(self, proposal);
        maker.gather(own);
        boolean enough = maker.reports.size() >= self.settings.quorum(maker.view);
        if (!maker.view.counts(self.node, self.pledge.life()) || (!enough && !forced)) {
            return null;
        }
        Surrender token = maker.lastToken();
        String how = maker.reports.size() + " of " + maker.view.members().size() + " members answered; ";
        boolean ownToken = token != null && token.epoch().equals(proposal.waiver());
        if (token != null && enough) {
            maker.takeOver(token);
            how += "the token of epoch " + token.epoch() + " is taken over";
        } else {
            boolean everybody = maker.isEverybodyKnown();
            maker.takeUnion(everybody);
            how += everybody ? "what they hold is all there is" : maker.reservedSlots() + " slots are kept back";
        }
        int removed = ownToken && enough && maker.view.equals(base) ? removing : -1;
        View next = maker.nextView(removed, !enough);
        return new Creation(next, maker.ledger, maker.reserved, maker.largestCount(), how);
    }
}
