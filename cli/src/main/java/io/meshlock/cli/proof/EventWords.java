package io.meshlock.cli.proof;

import io.meshlock.journal.Field;
import io.meshlock.journal.JournalEvent;
import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Key;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Events of a journal in plain words, and the keys they are about. */
final class EventWords {

    private EventWords() {}

    static boolean concerns(JournalEvent event, int node) {
        return (event.has(Field.NODE) && event.node() == node) || (event.has(Field.TO) && event.to() == node);
    }

    static boolean hasRequest(JournalEvent event, long request) {
        return event.has(Field.REQUEST) && event.request() == request;
    }

    /** The key of a waiting request, as messages write it without its score: {@code 3#1x}. */
    static @Nullable String keyName(JournalEvent event) {
        Key key = event.key();
        return key == null ? null : key.node() + "#" + (int) key.request() + "x";
    }

    /** True if the event is about this key. */
    static boolean mentions(JournalEvent event, String keyName) {
        return keyName.equals(keyName(event)) || event.text().contains(keyName);
    }

    /** When it happened, exactly. */
    static String time(long ticks) {
        return Ticks.toExactUnits(ticks).toPlainString();
    }

    /** The event in plain words; empty for events that are not shown. */
    static String of(JournalEvent event) {
        int node = event.node();
        String request = "request " + event.request();
        return switch (event.kind()) {
            case STEPPED -> "";
            case REQUESTED ->
                node + " wants " + permits(event) + ": " + request + " of priority " + event.priority()
                        + (event.has(Field.DEADLINE) ? " by " + time(event.deadline()) : "");
            case WAITING -> request + " waits as " + event.key();
            case REJECTED ->
                request + " is rejected: " + Objects.requireNonNull(event.why()).reason();
            case CANCELLED -> request + " is cancelled";
            case WITHDRAWN -> request + " is withdrawn";
            case DECIDED -> node + " decides: grant " + event.grant() + " for " + event.key();
            case GRANTED ->
                request + " enters: " + node + " holds " + permits(event) + " (grant " + event.grant()
                        + (event.has(Field.SLOTS) ? ", slots " + event.slots() : "") + ")";
            case RELEASED -> request + " leaves: " + node + " gives back " + permits(event);
            case GIVEN_BACK -> request + " goes on: " + node + " gives back " + permits(event) + " and keeps the rest";
            case TOKENS -> event.tokens() > 0 ? "token at " + node : "token leaves " + node;
            case RESIZED ->
                node + " takes the pool to have " + permits(event) + " (version "
                        + event.size().version() + " by " + event.size().node() + ")";
            case DISPENSABLE -> node + " may leave";
            case SENT -> node + " -> " + event.to() + " " + event.text();
            case DELIVERED -> event.to() + " receives " + event.text() + " from " + node;
            case HOPPED -> node + " forwards " + event.text() + " to " + event.to();
            case ROUTED -> ""; // counted only
            case LOST -> "lost: " + node + " -> " + event.to() + " " + event.text();
            case LINK_UP -> "link " + node + "-" + event.to() + " is up";
            case LINK_DOWN -> "link " + node + "-" + event.to() + " is down";
            case LEASED -> "grant " + event.grant() + " lasts until " + time(event.until()) + " at " + node;
            case GRANT_LOST -> request + " loses grant " + event.grant() + " at " + node;
            case CRASHED -> node + " crashes";
            case RESTARTED -> node + " starts again, incarnation " + event.incarnation();
            case PAUSED -> node + " stands still";
            case RESUMED -> node + " goes on";
            case RECOVERED ->
                node + " makes the token of epoch " + event.epoch().round() + "/"
                        + event.epoch().maker() + ": " + event.how();
            case HEALED -> "no more requests and faults: from here on everybody must be served";
            case ENDED -> "the end";
        };
    }

    private static String permits(JournalEvent event) {
        return event.permits() + (event.permits() == 1 ? " permit" : " permits");
    }
}
