package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Standing;

/** What a node shows of itself to people; it changes nothing. */
final class Inspection {

    private final Self self;
    private final Attendance attendance;
    private final Candidacy candidacy;

    Inspection(Self self, Attendance attendance, Candidacy candidacy) {
        this.self = self;
        this.attendance = attendance;
        this.candidacy = candidacy;
    }

    /** How the pool stands as seen from here at this moment. */
    Standing standing(long now) {
        long before = self.now;
        self.now = now;
        Standing standing = standing();
        self.now = before;
        return standing;
    }

    private Standing standing() {
        int heard = 1;
        for (Table.Known known : self.table.all()) {
            Row row = known.row();
            heard += self.pledge.view().counts(row.node(), row.life()) && self.isFresh(known) ? 1 : 0;
        }
        return new Standing(
                self.pledge.promised(),
                self.pledge.seen(),
                attendance.isTakingPart(),
                self.isActive(),
                self.isActive() ? self.tenure.validFor(self.now) : 0,
                self.pledge.evidenceAge(self.now),
                candidacy.isSuspicious(),
                candidacy.proposal() != null,
                self.pledge.view(),
                heard,
                self.sizing.wanted(self.pledge.view(), self.table));
    }

    /** One line about the present state. */
    String describe() {
        StringBuilder text = new StringBuilder("epoch ").append(self.pledge.promised());
        if (!attendance.isTakingPart()) {
            text.append(" outside");
        }
        if (self.isFrozen()) {
            text.append(" frozen");
        } else if (self.isActive() && !self.tenure.isValid(self.now)) {
            text.append(" not valid");
        }
        if (candidacy.proposal() != null) {
            text.append(" proposes");
        }
        return text.append(' ').append(attendance).toString();
    }
}
