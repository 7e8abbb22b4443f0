package io.meshlock.journal;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a journal's lines. Their names stand here and nowhere else. */
public enum Field {
    /** In units, exact. */
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
    /** In units; absent if there is none. */
    DEADLINE("d"),
    /** A grant's number. */
    GRANT("g"),
    /** Which permits; absent if they are not told apart. */
    SLOTS("slots"),
    /** Score, birth, mesh-wide request number, permits. */
    KEY("key"),
    /** A list of those keys that a message registers. */
    KEYS("keys"),
    /** A message's type. */
    TYPE("m"),
    BYTES("bytes"),
    /** A message's wording. */
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
    LIFE("life"),
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

    /** As it is written. */
    public String label() {
        return label;
    }

    /** The field of this name, or null. */
    static @Nullable Field named(String label) {
        return BY_LABEL.get(label);
    }

    /** One bit for each field. */
    @SuppressWarnings("EnumOrdinal") // a place among bits that no line and no file ever shows
    int bit() {
        return 1 << ordinal();
    }
}
