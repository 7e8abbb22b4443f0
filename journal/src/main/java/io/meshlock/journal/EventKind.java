package io.meshlock.journal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The kinds of events in a journal. Each kind has the name of a method of {@link Journal}, and its required fields. */
public enum EventKind {
    STEPPED("stepped", Field.NODE),
    REQUESTED("requested", Field.NODE, Field.REQUEST, Field.PERMITS, Field.PRIORITY),
    WAITING("waiting", Field.NODE, Field.REQUEST, Field.KEY),
    REJECTED("rejected", Field.NODE, Field.REQUEST, Field.WHY),
    CANCELLED("cancelled", Field.NODE, Field.REQUEST),
    WITHDRAWN("withdrawn", Field.NODE, Field.REQUEST),
    DECIDED("decided", Field.NODE, Field.GRANT, Field.KEY),
    GRANTED("granted", Field.NODE, Field.REQUEST, Field.GRANT, Field.PERMITS),
    RELEASED("released", Field.NODE, Field.REQUEST, Field.GRANT, Field.PERMITS),
    GIVEN_BACK("givenBack", Field.NODE, Field.REQUEST, Field.GRANT, Field.PERMITS),
    TOKENS("tokens", Field.NODE, Field.HELD),
    RESIZED("resized", Field.NODE, Field.SIZE, Field.VERSION, Field.BY),
    DISPENSABLE("dispensable", Field.NODE),
    SENT("sent", Field.NODE, Field.TO, Field.TYPE, Field.BYTES, Field.TEXT),
    DELIVERED("delivered", Field.NODE, Field.TO, Field.TYPE, Field.BYTES, Field.TEXT),
    HOPPED("hopped", Field.NODE, Field.TO, Field.TYPE, Field.BYTES, Field.TEXT),
    ROUTED("routed", Field.NODE, Field.TO, Field.TYPE, Field.BYTES, Field.TEXT),
    LOST("lost", Field.NODE, Field.TO, Field.TYPE, Field.BYTES, Field.TEXT),
    LINK_UP("linkUp", Field.NODE, Field.TO),
    LINK_DOWN("linkDown", Field.NODE, Field.TO),
    LEASED("leased", Field.NODE, Field.GRANT, Field.UNTIL),
    GRANT_LOST("grantLost", Field.NODE, Field.REQUEST, Field.GRANT, Field.PERMITS),
    CRASHED("crashed", Field.NODE),
    RESTARTED("restarted", Field.NODE, Field.INCARNATION),
    PAUSED("paused", Field.NODE),
    RESUMED("resumed", Field.NODE),
    RECOVERED("recovered", Field.NODE, Field.ROUND, Field.MAKER, Field.HOW),
    HEALED("healed"),
    ENDED("ended");

    private static final Map<String, EventKind> BY_LABEL = new HashMap<>();
    private static final byte[] BEFORE_LABEL =
            ('"' + Field.EVENT.label() + "\":\"").getBytes(StandardCharsets.US_ASCII);

    static {
        for (EventKind kind : values()) {
            BY_LABEL.put(kind.label, kind);
        }
    }

    private final String label;
    private final int neededBits;

    EventKind(String label, Field... needed) {
        this.label = label;
        int bits = 0;
        for (Field field : needed) {
            bits |= field.bit();
        }
        this.neededBits = bits;
    }

    /** The name in a journal. */
    public String label() {
        return label;
    }

    /** @throws IllegalArgumentException if no event has this name */
    static EventKind named(String label) {
        EventKind kind = BY_LABEL.get(label);
        if (kind == null) {
            throw new IllegalArgumentException("unknown event '" + label + "'");
        }
        return kind;
    }

    /** The kind of a line that a journal's writer made, without parsing the rest; null if the kind is unknown. */
    public static @Nullable EventKind peek(byte[] line) {
        for (int i = 0; i + BEFORE_LABEL.length < line.length; i++) {
            int from = i + BEFORE_LABEL.length;
            if (line[i] == BEFORE_LABEL[0] && Arrays.equals(line, i, from, BEFORE_LABEL, 0, BEFORE_LABEL.length)) {
                int to = from;
                while (to < line.length && line[to] != '"') {
                    to++;
                }
                return BY_LABEL.get(new String(line, from, to - from, StandardCharsets.US_ASCII));
            }
        }
        return null;
    }

    /** Whether this field is required. */
    boolean needs(Field field) {
        return field == Field.TIME || field == Field.EVENT || (neededBits & field.bit()) != 0;
    }

    /** @throws IllegalArgumentException if a needed field is not among these bits */
    void check(int seenBits) {
        if ((neededBits & ~seenBits) == 0) {
            return;
        }
        for (Field field : Field.values()) {
            if ((neededBits & field.bit() & ~seenBits) != 0) {
                throw missing(field);
            }
        }
    }

    static IllegalArgumentException missing(Field field) {
        return new IllegalArgumentException("field '" + field.label() + "' is missing");
    }
}
