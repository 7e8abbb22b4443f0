package io.meshlock.laboratory.trace;

import io.meshlock.journal.Ticks;
import io.meshlock.simulator.network.RecordedLinks;
import java.util.ArrayList;
import java.util.List;

/** Collects the contacts that a reader reads. */
final class LinkCollector {

    private final Names names = new Names();
    private final RecordedLinks.Builder links = new RecordedLinks.Builder();
    private long first = Long.MAX_VALUE;
    private long last;
    private long events;

    Names names() {
        return names;
    }

    void add(long tick, int a, int b, boolean begins) {
        links.add(tick, a, b, begins);
        first = Math.min(first, tick);
        last = Math.max(last, tick);
        events++;
    }

    void quality(int a, int b, double quality) {
        links.quality(a, b, quality);
    }

    /** @param fromFirst true if the first event is the beginning unless another one is given */
    Trace.Links finish(TraceSource source, boolean fromFirst) {
        if (names.size() == 0) {
            throw TraceException.at(
                    source.file().toString(),
                    0,
                    "has no nodes",
                    "a " + source.format().label() + " trace");
        }
        long origin = fromFirst && events > 0 ? first : 0;
        if (source.from() != null) {
            origin = Ticks.of(source.from());
        }
        long end = Math.max(0, last - origin);
        Integer nodes = source.nodes();
        if (nodes != null && names.areNumbersBelow(nodes)) {
            return new Trace.Links(numbered(nodes), end, events, links.build(ownNumbers(), origin));
        }
        int[] order = names.order();
        int[] numbers = new int[order.length];
        for (int number = 0; number < order.length; number++) {
            numbers[order[number]] = number;
        }
        return new Trace.Links(names.ordered(), end, events, links.build(numbers, origin));
    }

    private int[] ownNumbers() {
        int[] numbers = new int[names.size()];
        for (int place = 0; place < numbers.length; place++) {
            numbers[place] = Integer.parseInt(names.name(place));
        }
        return numbers;
    }

    private static List<String> numbered(int nodes) {
        List<String> numbers = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            numbers.add(Integer.toString(node));
        }
        return numbers;
    }
}
