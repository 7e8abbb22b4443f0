package io.meshlock.journal;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a journal's lines. This is the only place that has their names. */
public enum Field {
    /** The time in units, exact. */
    TIME("t"),
    /** What happened: an {@link EventKind}. */
    EVENT("e"),
    /** The node; of messages and links, the one that they come from. */
    NODE("n"),
    /** Of messages and links, the other end. */
    TO("to"),
    /** A request's id. */
    REQUEST("r"),
    PERMITS("h"),
    PRIORITY("p"),
    /** A deadline in units; absent if there is none. */
    DEADLINE("d"),
    /** A grant's fencing token. */
    GRANT("g"),
    /** The slots of a grant; absent if the algorithm does not name them. */
    SLOTS("slots"),
    /** Score, birth, mesh-wide request number, permits. */
    KEY("key"),
    /** A list of those keys that a message registers. */
    KEYS("keys"),
    /** A message's type. */
    TYPE("m"),
    BYTES("bytes"),
    /** A message as text. */
    TEXT("text"),
    /** 1 if a message is for all neighbours; otherwise absent. */
    ALL("all"),
    /** Tokens on a message; absent if none. */
    TOKENS("tokens"),
    /** Tokens at the node. */
    HELD("held"),
    /** The reason of a rejection. */
    WHY("why"),
    /** The end of a lease, in units. */
    UNTIL("until"),
    /** The incarnation of a restarted node. */
    INCARNATION("incarnation"),
    /** With {@link #MAKER}, a new token's epoch. */
    ROUND("round"),
    MAKER("maker"),
    /** How a new token was made. */
    HOW("how"),
    /** The permits that a pool has from now on. */
    SIZE("k"),
    /** How many changes led to a pool's size. */
    VERSION("version"),
    /** Which node's operator changed a pool's size. */
    BY("by");

    private static final Map<String, Field> BY_LABEL = new HashMap<>();

    static {
        for (Field field : values()) {
            BY_LABEL.put(field.label, field);
        }
    }

    private final String label;

    Field(String label) {
        this.label = label;
    }

    /** The name in a journal. */
    public String label() {
        return label;
    }

    /** The field of this name, or null. */
    static @Nullable Field named(String label) {
        return BY_LABEL.get(label);
    }

    /** One bit for each field. */
    @SuppressWarnings("EnumOrdinal") // the bits are never written to a file
    int bit() {
        return 1 << ordinal();
    }
}
