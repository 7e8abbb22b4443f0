package io.meshlock.simulator.inspect;

import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Slots;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the ledger of the token at a node, field by field. The protocol is not asked: a judge that asked it what its
 * ledger covers would believe the code that it is to judge. If the ledger's class or fields get other names one day,
 * reading fails with a message that says so.
 *
 * <p>Not thread-safe. One reader is for nodes of one class.
 */
public final class LedgerReader {

    private static final String PROTOCOLS = "io.meshlock.protocol.";
    private static final String LEDGER = "Ledger";

    /** The way from a node to its ledger, and the ledger's fields. */
    private record Way(List<Field> steps, Field entries, Field takenSlots, Field permits) {}

    /** The fields of an entry. */
    private record Entry(Field number, Field slots) {}

    private @Nullable Way known;
    private @Nullable Entry entry;
    private @Nullable Field words;

    /** The ledger of the token at a node; null if no token is there. */
    public @Nullable LedgerContents read(Protocol node) {
        Way way = known == null ? search(node) : known;
        if (way == null) {
            return null;
        }
        known = way;
        Object ledger = follow(way.steps, node);
        return ledger == null ? null : contents(way, ledger);
    }

    private LedgerContents contents(Way way, Object ledger) {
        List<?> entries = (List<?>) existing(way.entries, ledger);
        long[] numbers = new long[entries.size()];
        Object taken = existing(way.takenSlots, ledger);
        Field bits = words == null ? field(taken.getClass(), "words") : words;
        words = bits;
        long[] reserved = ((long[]) existing(bits, taken)).clone();
        for (int i = 0; i < numbers.length; i++) {
            Object each = entries.get(i);
            Entry fields = entry == null ? entryFields(each.getClass()) : entry;
            entry = fields;
            numbers[i] = (long) existing(fields.number, each);
            Slots slots = (Slots) existing(fields.slots, each);
            for (int slot : slots.toArray()) {
                reserved[slot >> 6] &= ~(1L << slot);
            }
        }
        return new LedgerContents(numbers, reserved, (int) existing(way.permits, ledger));
    }

    /** Goes through the node's objects breadth first, as far as they are a protocol's own. */
    private static @Nullable Way search(Protocol node) {
        List<Field> way = wayTo(LEDGER, node);
        Object ledger = way == null ? null : follow(way, node);
        if (way == null || ledger == null) {
            return null;
        }
        Class<?> type = ledger.getClass();
        return new Way(way, field(type, "entries"), field(type, "takenSlots"), field(type, "permits"));
    }

    /** The object at the end of a way; null if it is not there. */
    static @Nullable Object follow(List<Field> way, Protocol node) {
        Object at = node;
        for (Field step : way) {
            at = at == null ? null : valueOf(step, at);
        }
        return at;
    }

    /** The way from a node to its object of the class with this simple name; null if there is none. */
    static @Nullable List<Field> wayTo(String className, Protocol node) {
        IdentityHashMap<Object, List<Field>> ways = new IdentityHashMap<>();
        Deque<Object> open = new ArrayDeque<>();
        ways.put(node, List.of());
        open.add(node);
        for (Object at = open.poll(); at != null; at = open.poll()) {
            List<Field> here = ways.getOrDefault(at, List.of());
            Class<?> type = at.getClass();
            if (type.getSimpleName().equals(className)) {
                return here;
            }
            for (Field field : fieldsOf(type)) {
                Object next = field.getType().isPrimitive() ? null : valueOf(field, at);
                if (next != null
                        && next.getClass().getName().startsWith(PROTOCOLS)
                        && ways.putIfAbsent(next, longer(here, field)) == null) {
                    open.add(next);
                }
            }
        }
        return null;
    }

    private static List<Field> longer(List<Field> way, Field step) {
        List<Field> longer = new ArrayList<>(way);
        longer.add(step);
        return longer;
    }

    private static Entry entryFields(Class<?> type) {
        return new Entry(field(type, "number"), field(type, "slots"));
    }

    private static List<Field> fieldsOf(Class<?> type) {
        List<Field> all = new ArrayList<>();
        for (Class<?> part = type; part != null && part.getName().startsWith(PROTOCOLS); part = part.getSuperclass()) {
            for (Field field : part.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    all.add(field);
                }
            }
        }
        return all;
    }

    static Field field(Class<?> type, String name) {
        for (Field field : fieldsOf(type)) {
            if (field.getName().equals(name)) {
                return field;
            }
        }
        throw new IllegalStateException(
                "the judge of cover expects a field '" + name + "' in " + type.getName() + ", and there is none");
    }

    static Object existing(Field field, Object from) {
        Object value = valueOf(field, from);
        if (value == null) {
            throw new IllegalStateException("the judge of cover finds nothing in " + field);
        }
        return value;
    }

    private static @Nullable Object valueOf(Field field, Object from) {
        try {
            return field.get(from);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot read " + field, e);
        }
    }
}
