package io.meshlock.daemon.page;

import io.meshlock.daemon.page.Event.Kind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/** Reads lines of journals. What the page has no use for ends at its name, without being read. */
final class EventParser {

    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final int[] NO_SLOTS = {};
    private static final Map<String, Kind> KINDS = new HashMap<>();

    static {
        for (Kind kind : Kind.values()) {
            KINDS.put(kind.label(), kind);
        }
    }

    /** What the page does not show; any other name is not of a journal. */
    private static final Set<String> UNSHOWN =
            Set.of("stepped", "waiting", "decided", "cancelled", "leased", "routed", "dispensable");

    private double time;
    private @Nullable Kind kind;
    private int node;
    private int to;
    private long request;
    private int permits;
    private int priority;
    private long grant;
    private int[] slots = NO_SLOTS;
    private String message = "";
    private int tokens;

    /**
     * The event of a line, or null if the page does not show it.
     *
     * @param origin the journal's time at which the page's begins
     * @throws IllegalArgumentException if it is not a line of a journal
     */
    @Nullable
    Event parse(byte[] line, int pool, double origin) {
        clear();
        try (JsonParser parser = MAPPER.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("not an object");
            }
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                parser.nextToken();
                if (!field(name, parser)) {
                    return null;
                }
            }
        } catch (JacksonException e) {
            throw new IllegalArgumentException("is not JSON", e);
        }
        Kind known = kind;
        if (known == null) {
            throw new IllegalArgumentException("field 'e' is missing");
        }
        if (known == Kind.DELIVERED && tokens == 0) {
            return null; // that it was sent is enough
        }
        return new Event(
                time - origin, known, pool, node, to, request, permits, priority, grant, slots, message, tokens);
    }

    /** The time of a line, whatever it tells. */
    double time(byte[] line) {
        clear();
        try (JsonParser parser = MAPPER.createParser(line)) {
            parser.nextToken();
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                parser.nextToken();
                if (name.equals("t")) {
                    return parser.getDoubleValue();
                }
            }
            throw new IllegalArgumentException("field 't' is missing");
        } catch (JacksonException e) {
            throw new IllegalArgumentException("is not JSON", e);
        }
    }

    private void clear() {
        kind = null;
        node = -1;
        to = -1;
        request = 0;
        permits = 0;
        priority = 0;
        grant = 0;
        slots = NO_SLOTS;
        message = "";
        tokens = 0;
    }

    /** Takes a field; false if nobody wants to know more of this line. */
    private boolean field(String name, JsonParser parser) {
        switch (name) {
            case "t" -> time = parser.getDoubleValue();
            case "e" -> {
                kind = KINDS.get(parser.getString());
                return kind != null || unshown(parser.getString());
            }
            case "n" -> node = parser.getIntValue();
            case "to" -> to = parser.getIntValue();
            case "r" -> request = parser.getLongValue();
            case "h", "k" -> permits = parser.getIntValue();
            case "p" -> priority = parser.getIntValue();
            case "g" -> grant = parser.getLongValue();
            case "m" -> message = parser.getString();
            case "tokens", "held" -> tokens = parser.getIntValue();
            case "slots" -> slots = numbers(parser);
            default -> parser.skipChildren();
        }
        return true;
    }

    private static boolean unshown(String event) {
        if (!UNSHOWN.contains(event)) {
            throw new IllegalArgumentException("unknown event '" + event + "'");
        }
        return false;
    }

    private static int[] numbers(JsonParser parser) {
        int[] numbers = new int[4];
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            numbers[count++] = parser.getIntValue();
        }
        return Arrays.copyOf(numbers, count);
    }
}
