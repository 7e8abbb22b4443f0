package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Key;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who gets the permits of this node's grants next, as the anchor said: for grants that local clients hold, and for
 * those that are promised to them and have not come yet.
 */
final class Succession {

    /** How many heirs a grant may have. */
    static final int MAX_HEIRS = 16;

    /** The heirs of a grant, and the request that it is for. */
    private record Line(long number, Key request, List<Heir> heirs) {}

    private List<Line> lines = List.of();

    /** The grant has come with these heirs; those that were named before it came follow. */
    void begin(long number, Key request, List<Heir> heirs) {
        Line early = take(request);
        put(number, request, heirs, early != null && early.number() == number ? early.heirs() : List.of());
    }

    /** These heirs follow those that are known already. */
    void extend(long number, Key request, List<Heir> heirs) {
        Line line = take(request);
        if (line != null && line.number() > number) {
            put(line.number(), request, line.heirs(), List.of()); // they were named for an earlier grant of the request
            return;
        }
        put(number, request, line != null && line.number() == number ? line.heirs() : List.of(), heirs);
    }

    /** Numbers rise along a line: whoever does not fit in was named for another place. */
    private static List<Heir> inOrder(long number, List<Heir> first, List<Heir> then) {
        if (first.isEmpty() && then.isEmpty()) {
            return List.of();
        }
        List<Heir> ordered = new ArrayList<>(first.size() + then.size());
        long last = number;
        for (List<Heir> part : List.of(first, then)) {
            for (Heir heir : part) {
                if (heir.number() > last) {
                    ordered.removeIf(each -> each.key().request() == heir.key().request()); // decided anew
                    ordered.add(heir);
                    last = heir.number();
                }
            }
        }
        return List.copyOf(ordered.subList(0, Math.min(ordered.size(), MAX_HEIRS)));
    }

    /** Takes out the heirs of a grant that was given back. */
    List<Heir> end(long number) {
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            if (line.number() == number) {
                remove(line);
                return line.heirs();
            }
        }
        return List.of();
    }

    /** Drops the lines of requests that neither wait nor have their grant. */
    void prune(LocalRequests clients) {
        for (int i = lines.size() - 1; i >= 0; i--) {
            Line line = lines.get(i);
            if (!clients.hold(line.number()) && !clients.isWaiting(line.request())) {
                remove(line);
            }
        }
    }

    /** The request goes on under another number. */
    void drop(Key request) {
        take(request);
    }

    private @Nullable Line take(Key request) {
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            if (line.request().request() == request.request()) {
                remove(line);
                return line;
            }
        }
        return null;
    }

    private void put(long number, Key request, List<Heir> first, List<Heir> then) {
        List<Heir> heirs = inOrder(number, first, then);
        if (!heirs.isEmpty()) {
            List<Line> more = new ArrayList<>(lines.size() + 1);
            more.addAll(lines);
            more.add(new Line(number, request, heirs));
            lines = more;
        }
    }

    private void remove(Line line) {
        List<Line> rest = new ArrayList<>(lines);
        rest.remove(line);
        lines = rest.isEmpty() ? List.of() : rest;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Line line : lines) {
            text.append(" after ").append(line.number()).append(' ').append(line.heirs());
        }
        return text.toString();
    }
}
