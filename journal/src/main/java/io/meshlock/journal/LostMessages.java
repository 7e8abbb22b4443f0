package io.meshlock.journal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds out which messages were lost, from the lines of a journal that real nodes wrote. A node does not know that of its own
 * messages, but it shows afterwards: on a link that is FIFO, whatever was overtaken by a later message of the same link was
 * lost, and so was, on any link, what never arrived.
 *
 * <pre>{@code
 * LostMessages messages = new LostMessages(true);
 * lines.forEach(messages::read);
 * Set<Long> lost = messages.lost();   // numbers of lines, from 0
 * }</pre>
 */
public final class LostMessages {

    private static final Pattern TRAVEL = Pattern.compile("\"e\":\"(sent|delivered)\",(\"n\":\\d+,\"to\":\\d+),(.*)");

    /** A message on its way, and the number of the line that tells of it. */
    private record UnderWay(long line, String message) {}

    private final boolean fifo;
    private final Map<String, Deque<UnderWay>> links = new HashMap<>();
    private final Set<Long> overtaken = new HashSet<>();
    private long lines;

    /** @param fifo whether messages between two nodes cannot overtake each other */
    public LostMessages(boolean fifo) {
        this.fifo = fifo;
    }

    /**
     * Reads the next line.
     *
     * @throws IllegalArgumentException if it tells of a message that arrives and was never sent
     */
    public void read(String line) {
        Matcher travel = TRAVEL.matcher(line);
        if (travel.find()) {
            Deque<UnderWay> link = links.computeIfAbsent(travel.group(2), any -> new ArrayDeque<>());
            if (travel.group(1).equals("sent")) {
                link.add(new UnderWay(lines, travel.group(3)));
            } else {
                arrive(link, travel.group(3));
            }
        }
        lines++;
    }

    private void arrive(Deque<UnderWay> link, String message) {
        UnderWay arrived = link.stream()
                .filter(sent -> sent.message.equals(message))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("a message arrives that was never sent: " + message));
        while (fifo && !link.element().equals(arrived)) {
            overtaken.add(link.remove().line);
        }
        link.remove(arrived);
    }

    /** The numbers of the lines, from 0, that tell of messages sent and lost, if what was read is all there is. */
    public Set<Long> lost() {
        Set<Long> lost = new HashSet<>(overtaken);
        links.values().forEach(link -> link.forEach(sent -> lost.add(sent.line)));
        return lost;
    }
}
