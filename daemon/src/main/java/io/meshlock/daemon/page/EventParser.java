package io.meshlock.daemon.page;

import io.meshlock.daemon.page.Event.Kind;
import io.meshlock.journal.EventKind;
import io.meshlock.journal.JournalEvent;
import io.meshlock.journal.JournalReader;
import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Slots;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads lines of journals. Lines that the page does not show are skipped after their event name. */
final class EventParser {

    private static final int[] NO_SLOTS = {};
    private static final Map<EventKind, Kind> SHOWN = new EnumMap<>(EventKind.class);

    static {
        for (Kind kind : Kind.values()) {
            EventKind source = kind.source();
            if (source != null) {
                SHOWN.put(source, kind);
            }
        }
    }

    private final JournalReader reader = JournalReader.of(SHOWN.keySet()).withoutWording();

    /**
     * The event of a line, or null if the page does not show it.
     *
     * @param origin the journal's time at which the page's begins
     * @throws IllegalArgumentException if it is not a line of a journal
     */
    @Nullable
    Event parse(byte[] line, int pool, double origin) {
        return event(reader.readIfWanted(line), pool, origin);
    }

    /** As {@link #parse(byte[], int, double)}. */
    @Nullable
    Event parse(String line, int pool, double origin) {
        return event(reader.readIfWanted(line), pool, origin);
    }

    private static @Nullable Event event(@Nullable JournalEvent read, int pool, double origin) {
        if (read == null) {
            return null;
        }
        Kind kind = SHOWN.get(read.kind());
        if (kind == null || (kind == Kind.DELIVERED && read.tokens() == 0)) {
            return null; // the page shows a message when it is sent
        }
        return new Event(
                Ticks.toUnits(read.time()) - origin,
                kind,
                pool,
                read.node(),
                read.to(),
                read.request(),
                read.permits(),
                read.priority(),
                read.grant(),
                numbers(read.slots()),
                read.type(),
                read.tokens());
    }

    private static int[] numbers(Slots slots) {
        if (slots.count() == 0) {
            return NO_SLOTS;
        }
        int[] numbers = new int[slots.count()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = slots.at(i);
        }
        return numbers;
    }
}
