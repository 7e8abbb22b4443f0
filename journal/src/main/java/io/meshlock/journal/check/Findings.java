package io.meshlock.journal.check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Keeps the first findings and counts all. Only findings that are kept are formatted. */
final class Findings {

    private final List<Violation> first = new ArrayList<>();
    private long count;

    void add(long time, String rule, String format, Object... details) {
        count++;
        if (first.size() < Checker.KEPT) {
            first.add(new Violation(time, rule, String.format(Locale.ROOT, format, details)));
        }
    }

    List<Violation> first() {
        return Collections.unmodifiableList(first);
    }

    long count() {
        return count;
    }
}
