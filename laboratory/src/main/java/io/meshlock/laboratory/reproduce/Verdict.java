package io.meshlock.laboratory.reproduce;

import io.meshlock.laboratory.reproduce.Claim.Outcome;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The verdict on a claim. */
public enum Verdict {
    HOLDS("holds"),
    ONLY_AS_PRINTED("holds only as printed"),
    ONLY_CORRECTED("holds only as corrected"),
    DOES_NOT_HOLD("does not hold"),
    UNDECIDED("undecided"),
    NOT_MEASURED("not measured");

    private final String text;

    Verdict(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    /** As a name in a page's style. */
    String style() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Combines the results of both forms. A form that could not be measured, or that the claim does not speak of (null),
     * leaves the verdict to the other one.
     */
    static Verdict of(@Nullable Outcome printed, @Nullable Outcome corrected) {
        if (isSilent(printed) || isSilent(corrected)) {
            Outcome only = isSilent(printed) ? corrected : printed;
            return only == null || isSilent(only) ? NOT_MEASURED : of(only, only);
        }
        if (printed == Outcome.UNDECIDED || corrected == Outcome.UNDECIDED) {
            return UNDECIDED;
        }
        if (printed == corrected) {
            return printed == Outcome.YES ? HOLDS : DOES_NOT_HOLD;
        }
        return printed == Outcome.YES ? ONLY_AS_PRINTED : ONLY_CORRECTED;
    }

    private static boolean isSilent(@Nullable Outcome outcome) {
        return outcome == null || outcome == Outcome.NOT_MEASURED;
    }
}
