package io.meshlock.daemon.page;

import io.meshlock.journal.EventKind;
import io.meshlock.journal.Field;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * One thing that happened, as the page is told it: a line of a journal, without what only checkers read.
 *
 * @param time from the beginning of what is shown, in seconds or units
 * @param pool the pool's place in the picture's list; of no meaning for links
 * @param node where, or from whom
 * @param to the other end of a link or a message; -1 if there is none
 * @param message the message's type; of {@link Kind#NAMED} and {@link Kind#POOL}, the name
 * @param tokens on the message, or at the node from now on
 */
record Event(
        double time,
        Kind kind,
        int pool,
        int node,
        int to,
        long request,
        int permits,
        int priority,
        long grant,
        int[] slots,
        String message,
        int tokens) {

    /** What happened; the names are those of journals. */
    enum Kind {
        /** Not of journals: a node's number gets a name. */
        NAMED("named"),
        /** Not of journals: a pool is seen for the first time. */
        POOL("pool"),
        /** Not of journals: another node reported how many permits it holds and how many of its requests wait. */
        REPORTED("reported"),
        /** Not of journals: no way leads to a node any more; whatever it had is unknown. */
        GONE("gone"),
        /** Not of journals: a node is in reach again. */
        BACK("back"),
        REQUESTED(EventKind.REQUESTED),
        REJECTED(EventKind.REJECTED),
        WITHDRAWN(EventKind.WITHDRAWN),
        GRANTED(EventKind.GRANTED),
        RELEASED(EventKind.RELEASED),
        GIVEN_BACK(EventKind.GIVEN_BACK),
        GRANT_LOST(EventKind.GRANT_LOST),
        CRASHED(EventKind.CRASHED),
        RESTARTED(EventKind.RESTARTED),
        PAUSED(EventKind.PAUSED),
        RESUMED(EventKind.RESUMED),
        RECOVERED(EventKind.RECOVERED),
        RESIZED(EventKind.RESIZED),
        TOKENS(EventKind.TOKENS),
        LINK_UP(EventKind.LINK_UP),
        LINK_DOWN(EventKind.LINK_DOWN),
        HEALED(EventKind.HEALED),
        ENDED(EventKind.ENDED),
        SENT(EventKind.SENT),
        DELIVERED(EventKind.DELIVERED),
        HOPPED(EventKind.HOPPED),
        LOST(EventKind.LOST);

        private final String label;
        private final @Nullable EventKind source;

        Kind(String label) {
            this.label = label;
            this.source = null;
        }

        Kind(EventKind source) {
            this.label = source.label();
            this.source = source;
        }

        /** Its name in journals; null if it is not an event of journals. */
        @Nullable
        EventKind source() {
            return source;
        }

        String label() {
            return label;
        }

        /** Messages may be left out without making the picture wrong. */
        boolean isMessage() {
            return compareTo(SENT) >= 0;
        }
    }

    static Event named(double time, int node, String name) {
        return new Event(time, Kind.NAMED, 0, node, -1, 0, 0, 0, 0, new int[0], name, 0);
    }

    static Event pool(double time, int place, String name, int permits) {
        return new Event(time, Kind.POOL, place, -1, -1, 0, permits, 0, 0, new int[0], name, 0);
    }

    static Event reported(double time, int pool, int node, int held, int waiting, int tokens) {
        return new Event(time, Kind.REPORTED, pool, node, -1, waiting, held, 0, 0, new int[0], "", tokens);
    }

    static Event reach(double time, int node, boolean inReach) {
        return new Event(time, inReach ? Kind.BACK : Kind.GONE, 0, node, -1, 0, 0, 0, 0, new int[0], "", 0);
    }

    boolean isMessage() {
        return kind.isMessage();
    }

    void write(JsonGenerator out) {
        out.writeStartObject();
        out.writeNumberProperty(Field.TIME.label(), Numerals.micros(time));
        out.writeStringProperty(Field.EVENT.label(), kind.label());
        if (node >= 0) {
            out.writeNumberProperty(Field.NODE.label(), node);
        }
        if (to >= 0) {
            out.writeNumberProperty(Field.TO.label(), to);
        }
        if (kind != Kind.LINK_UP && kind != Kind.LINK_DOWN && kind != Kind.NAMED && !isAboutReach()) {
            out.writeNumberProperty("o", pool);
        }
        switch (kind) {
            case REQUESTED -> {
                request(out);
                out.writeNumberProperty(Field.PRIORITY.label(), priority);
            }
            case GRANTED, RELEASED, GIVEN_BACK, GRANT_LOST -> {
                request(out);
                grant(out);
            }
            case REJECTED, WITHDRAWN -> out.writeNumberProperty(Field.REQUEST.label(), request);
            case REPORTED -> {
                out.writeNumberProperty(Field.PERMITS.label(), permits);
                out.writeNumberProperty("w", request);
                out.writeNumberProperty(Field.HELD.label(), tokens);
            }
            case NAMED -> out.writeStringProperty("name", message);
            case POOL -> {
                out.writeStringProperty("name", message);
                out.writeNumberProperty(Field.PERMITS.label(), permits);
            }
            case RESIZED -> out.writeNumberProperty(Field.SIZE.label(), permits);
            case TOKENS -> out.writeNumberProperty(Field.HELD.label(), tokens);
            case SENT, DELIVERED, HOPPED, LOST -> message(out);
            default -> {}
        }
        out.writeEndObject();
    }

    private boolean isAboutReach() {
        return kind == Kind.GONE || kind == Kind.BACK;
    }

    private void request(JsonGenerator out) {
        out.writeNumberProperty(Field.REQUEST.label(), request);
        out.writeNumberProperty(Field.PERMITS.label(), permits);
    }

    private void grant(JsonGenerator out) {
        out.writeNumberProperty(Field.GRANT.label(), grant);
        if (slots.length > 0) {
            out.writeName(Field.SLOTS.label());
            out.writeArray(slots, 0, slots.length);
        }
    }

    private void message(JsonGenerator out) {
        out.writeStringProperty(Field.TYPE.label(), message);
        if (tokens > 0) {
            out.writeNumberProperty(Field.TOKENS.label(), tokens);
        }
    }
}
