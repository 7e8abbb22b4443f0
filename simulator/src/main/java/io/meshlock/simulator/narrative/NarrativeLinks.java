package io.meshlock.simulator.narrative;

import io.meshlock.protocol.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The links that are up, one way at a time, and what is in flight on each, the oldest first. */
final class NarrativeLinks {

    /** A direction of a link. */
    record Way(int from, int to) implements Comparable<Way> {

        Way back() {
            return new Way(to, from);
        }

        @Override
        public int compareTo(Way other) {
            return from != other.from ? Integer.compare(from, other.from) : Integer.compare(to, other.to);
        }
    }

    /** A message on its way. */
    record InFlight(Way way, Message message) {}

    private final SortedMap<Way, List<Message>> messages = new TreeMap<>();

    void open(Way way) {
        messages.put(way, new ArrayList<>());
    }

    boolean isOpen(Way way) {
        return messages.containsKey(way);
    }

    /** Closes a way; what was lost on it, or null if it was not open. */
    @Nullable
    List<Message> close(Way way) {
        return messages.remove(way);
    }

    List<Way> all() {
        return List.copyOf(messages.keySet());
    }

    /** False if there is no such way. */
    boolean put(Way way, Message message) {
        List<Message> queue = messages.get(way);
        return queue != null && queue.add(message);
    }

    int size(Way way) {
        return messages.getOrDefault(way, List.of()).size();
    }

    /** The nth oldest message, from 1. */
    Message peek(Way way, int nth) {
        if (nth < 1 || nth > size(way)) {
            throw new IllegalArgumentException("not so many messages are in flight");
        }
        return messages.getOrDefault(way, List.of()).get(nth - 1);
    }

    Message take(Way way, int nth) {
        Message message = peek(way, nth);
        messages.getOrDefault(way, List.of()).remove(nth - 1);
        return message;
    }

    boolean isQuiet() {
        return messages.values().stream().allMatch(List::isEmpty);
    }

    List<InFlight> inFlight() {
        List<InFlight> all = new ArrayList<>();
        messages.forEach((way, queue) -> queue.forEach(message -> all.add(new InFlight(way, message))));
        return all;
    }
}
