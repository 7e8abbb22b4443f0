package io.meshlock.journal;

import io.meshlock.protocol.Message;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds lost messages in journals of real nodes. A node does not know which of its messages were lost, but the merged
 * journals show it: on a FIFO link, a message that a later one overtook was lost; on any link, a message that never
 * arrived was lost.
 */
public final class LostMessages {

    /** A message under way, and the number of the line that recorded its sending. */
    private record UnderWay(long line, Message message) {}

    private record Link(int from, int to) {}

    private final boolean fifo;
    private final Map<Link, Deque<UnderWay>> links = new HashMap<>();
    private final Set<Long> overtaken = new HashSet<>();
    private long lines;

    private LostMessages(boolean fifo) {
        this.fifo = fifo;
    }

    /**
     * The numbers, from 0, of the lines that recorded the sending of messages that were lost.
     *
     * @param fifo whether messages between two nodes cannot overtake each other
     * @throws IllegalArgumentException if a message arrives that was never sent
     */
    public static Set<Long> in(MergedJournal<?> journal, boolean fifo) throws IOException {
        LostMessages messages = new LostMessages(fifo);
        JournalReader reader = JournalReader.of(EnumSet.of(EventKind.SENT, EventKind.DELIVERED));
        journal.read((source, line) -> {
            messages.take(reader.readIfWanted(line));
            return true;
        });
        return messages.lost();
    }

    private void take(@Nullable JournalEvent event) {
        if (event != null) {
            Link ends = new Link(event.node(), event.to());
            Deque<UnderWay> link = links.computeIfAbsent(ends, any -> new ArrayDeque<>());
            if (event.kind() == EventKind.SENT) {
                link.add(new UnderWay(lines, event.message()));
            } else {
                arrive(link, event.message());
            }
        }
        lines++;
    }

    private void arrive(Deque<UnderWay> link, Message message) {
        UnderWay arrived = link.stream()
                .filter(sent -> sent.message.equals(message))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("a message arrives that was never sent: " + message));
        while (fifo && !link.element().equals(arrived)) {
            overtaken.add(link.remove().line);
        }
        link.remove(arrived);
    }

    private Set<Long> lost() {
        Set<Long> lost = new HashSet<>(overtaken);
        links.values().forEach(link -> link.forEach(sent -> lost.add(sent.line)));
        return lost;
    }
}
