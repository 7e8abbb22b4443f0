package io.meshlock.journal;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Slots;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the lines that {@link JournalWriter} writes. Unknown fields are ignored: later versions may have more.
 *
 * <pre>{@code
 * JournalReader reader = new JournalReader();
 * lines.forEach(line -> reader.read(line).tell(checkers));
 * }</pre>
 *
 * <p>Needs Jackson's streaming parser, which programs that read journals have to add.
 */
public final class JournalReader {

    private static final JsonFactory JSON = new JsonFactory();

    private final Set<EventKind> wanted;
    private final boolean wording;

    /** Reads all kinds of events. */
    public JournalReader() {
        this(EnumSet.allOf(EventKind.class), true);
    }

    private JournalReader(Set<EventKind> wanted, boolean wording) {
        this.wanted = wanted;
        this.wording = wording;
    }

    /** Reads only events of these kinds; lines of other kinds are parsed up to the kind. */
    public static JournalReader of(Set<EventKind> wanted) {
        return new JournalReader(EnumSet.copyOf(wanted), true);
    }

    /** The same reader without the keys and the text of messages, which only checkers and people need. */
    public JournalReader withoutWording() {
        return new JournalReader(wanted, false);
    }

    /**
     * The event of a line.
     *
     * @throws IllegalArgumentException if it is not a line of a journal, or not of a wanted kind
     */
    public JournalEvent read(String line) {
        JournalEvent event = readIfWanted(line);
        if (event == null) {
            throw new IllegalArgumentException("not of a wanted kind");
        }
        return event;
    }

    /**
     * The event of a line, or null if its kind is not wanted.
     *
     * @throws IllegalArgumentException if it is not a line of a journal
     * @throws ArithmeticException if a time is finer than a tick
     */
    public @Nullable JournalEvent readIfWanted(String line) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), line)) {
            return read(parser);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("is not JSON", e);
        }
    }

    /** As {@link #readIfWanted(String)}, of a line in ASCII or UTF-8. */
    public @Nullable JournalEvent readIfWanted(byte[] line) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), line)) {
            return read(parser);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("is not JSON", e);
        }
    }

    /** Every line begins with its time and kind; the kind says which other fields are required. */
    private @Nullable JournalEvent read(JsonParser parser) {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new IllegalArgumentException("not an object");
        }
        expect(parser, Field.TIME);
        long time = ticks(parser);
        expect(parser, Field.EVENT);
        EventKind kind = EventKind.named(parser.getString());
        if (!wanted.contains(kind)) {
            return null;
        }
        JournalEvent event = new JournalEvent(kind, time);
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            parser.nextToken();
            Field field = Field.named(name);
            if (field == null) {
                parser.skipChildren();
            } else {
                event.fields |= field.bit();
                set(event, field, parser);
            }
        }
        kind.check(event.fields);
        return event;
    }

    private static void expect(JsonParser parser, Field field) {
        if (!field.label().equals(parser.nextName())) {
            throw EventKind.missing(field);
        }
        parser.nextToken();
    }

    private void set(JournalEvent event, Field field, JsonParser parser) {
        switch (field) {
            case TIME, EVENT -> throw new IllegalArgumentException("field '" + field.label() + "' occurs twice");
            case NODE -> event.node = parser.getIntValue();
            case TO -> event.to = parser.getIntValue();
            case REQUEST -> event.request = parser.getLongValue();
            case PERMITS, SIZE -> event.permits = parser.getIntValue();
            case PRIORITY -> event.priority = parser.getIntValue();
            case DEADLINE -> event.deadline = ticks(parser);
            case GRANT -> event.grant = parser.getLongValue();
            case SLOTS -> event.slots = slots(parser);
            case KEY -> event.key = key(parser);
            case TYPE -> event.type = parser.getString();
            case BYTES -> event.bytes = parser.getIntValue();
            case ALL -> event.toAll = true;
            case TOKENS, HELD -> event.tokens = parser.getIntValue();
            case WHY -> event.why = Rejection.valueOf(parser.getString());
            case UNTIL -> event.until = ticks(parser);
            case INCARNATION -> event.incarnation = parser.getLongValue();
            case ROUND -> event.round = parser.getIntValue();
            case MAKER -> event.maker = parser.getIntValue();
            case HOW -> event.how = parser.getString();
            case VERSION -> event.version = parser.getLongValue();
            case BY -> event.by = parser.getIntValue();
            case KEYS, TEXT -> setWording(event, field, parser);
        }
    }

    private void setWording(JournalEvent event, Field field, JsonParser parser) {
        if (!wording) {
            parser.skipChildren();
        } else if (field == Field.KEYS) {
            event.keys = keys(parser);
        } else {
            event.text = parser.getString();
        }
    }

    private static long ticks(JsonParser parser) {
        return parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                ? Math.multiplyExact(parser.getLongValue(), Ticks.PER_UNIT)
                : parser.getDecimalValue().movePointRight(Ticks.DECIMALS).longValueExact();
    }

    private static Slots slots(JsonParser parser) {
        List<Integer> numbers = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            numbers.add(parser.getIntValue());
        }
        return Slots.of(numbers.stream().mapToInt(Integer::intValue).toArray());
    }

    private static Keys keys(JsonParser parser) {
        List<Key> keys = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            keys.add(key(parser));
        }
        return Keys.ofSorted(keys.toArray(Key[]::new));
    }

    private static Key key(JsonParser parser) {
        long[] numbers = new long[4];
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (count < numbers.length) {
                numbers[count] = parser.getLongValue();
            }
            count++;
        }
        if (count != numbers.length) {
            throw new IllegalArgumentException("a key has four numbers");
        }
        return new Key(numbers[0], numbers[1], numbers[2], Math.toIntExact(numbers[3]));
    }
}
