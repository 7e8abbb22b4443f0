package io.meshlock.laboratory.trace;

import io.meshlock.journal.Ticks;
import io.meshlock.simulator.mobility.RecordedMovement;
import io.meshlock.simulator.mobility.RecordedMovement.Path;
import io.meshlock.simulator.storage.LongStore;
import java.util.ArrayList;
import java.util.List;

/** Collects the paths of nodes, point by point. */
final class MovementCollector {

    private final Lines lines;
    private final Names names = new Names();
    private final List<Path> paths = new ArrayList<>();
    private final LongStore points = new LongStore();

    MovementCollector(Lines lines) {
        this.lines = lines;
    }

    /** The place of a node's path; new nodes get an empty one. */
    int place(String name) {
        int place = names.place(name, lines);
        if (place == paths.size()) {
            paths.add(new Path(points));
        }
        return place;
    }

    Path path(int place) {
        return paths.get(place);
    }

    String name(int place) {
        return names.name(place);
    }

    int size() {
        return paths.size();
    }

    /** Adds a point, which must not lie before the last one. */
    void add(int place, long tick, double x, double y, String timeAsWritten) {
        Path path = path(place);
        if (tick < path.end()) {
            throw lines.wrong(
                    "time " + timeAsWritten + " of node " + names.name(place) + " comes after "
                            + Ticks.toUnits(path.end()),
                    "times in order");
        }
        path.add(tick, x, y);
    }

    Trace.Movement finish(TraceSource source) {
        if (paths.isEmpty()) {
            throw lines.wrongFile("has no nodes", "a " + source.format().label() + " trace");
        }
        long origin = Ticks.of(source.from() == null ? 0 : source.from());
        List<Path> ordered = new ArrayList<>();
        long end = 0;
        for (int place : names.order()) {
            Path path = paths.get(place);
            end = Math.max(end, path.end() - origin);
            ordered.add(origin == 0 ? path : path.from(origin));
        }
        return new Trace.Movement(names.ordered(), end, new RecordedMovement(ordered));
    }
}
