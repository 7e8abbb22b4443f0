package io.meshlock.simulator.hunt;

import io.meshlock.journal.check.Violation;
import java.util.Locale;

/** The rules that a schedule can break. Shrinking keeps the kind. */
public enum FailureKind {
    TOO_MANY_PERMITS,
    SLOT_HELD_TWICE,
    GRANT_WITHOUT_REQUEST,
    FENCING_NUMBER,
    TOKEN_COUNT,
    NOT_WITHDRAWN,
    /** A node that wants to leave is never told that it may. */
    NOT_LET_GO,
    /** A node that was told it may leave holds something that others need. */
    NEEDED,
    /** Somebody decides by, or goes back to, an older size of the pool. */
    SIZE_WENT_BACK,
    /** The mesh is whole, and its nodes do not agree on the pool's size. */
    SIZES_DIFFER,
    LINK_IS_DOWN,
    REJECTED,
    EXCEPTION,
    /** A grant without a lease, or one used after the end of its lease. */
    LEASE,
    /** The valid token may give away what somebody holds by a valid grant. */
    NOT_COVERED,
    TWO_VALID_TOKENS,
    /** The next grant after the token was lost came later than the documented bound. */
    LATE,
    /** Silence although somebody waits. */
    STARVED,
    /** A token that no request reaches, however often nodes ask. */
    STRANDED,
    /** Messages without end, although the mesh is whole. */
    NEVER_SILENT;

    /** The kind of failure that a checker's violation stands for. */
    static FailureKind of(Violation violation) {
        return switch (violation.rule()) {
            case "too-many-permits" -> TOO_MANY_PERMITS;
            case "slot-taken", "wrong-slots" -> SLOT_HELD_TWICE;
            case "decision-order", "number-reused", "slot-fencing", "granted-undecided" -> FENCING_NUMBER;
            case "tokens-multiplied", "tokens-missing" -> TOKEN_COUNT;
            case "starved" -> STARVED;
            case "size-went-back" -> SIZE_WENT_BACK;
            case "rejected-wrongly" -> REJECTED;
            case "granted-unasked", "granted-elsewhere", "granted-twice", "wrong-permits" -> GRANT_WITHOUT_REQUEST;
            case "withdrawn-unasked" -> NOT_WITHDRAWN;
            default -> LEASE;
        };
    }

    /** A short name: {@code too-many-permits}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** True if this breaks liveness, not safety. */
    public boolean isLiveness() {
        return this == STARVED
                || this == STRANDED
                || this == NEVER_SILENT
                || this == LATE
                || this == NOT_LET_GO
                || this == SIZES_DIFFER;
    }
}
