package io.meshlock.laboratory.trace;

import io.meshlock.simulator.mobility.Moving;
import io.meshlock.simulator.mobility.Radio;
import io.meshlock.simulator.mobility.RecordedMovement;
import io.meshlock.simulator.network.RecordedLinks;
import io.meshlock.simulator.network.Topology;
import java.util.List;

/** A recorded history: paths of nodes, or links that come and go. */
public sealed interface Trace {

    /** The names that the file has for the nodes 0, 1, … */
    List<String> names();

    /** The tick of the last event. */
    long end();

    /** How many events the file has: points of paths, or beginnings and ends of contacts. */
    long events();

    /** The network that replays the recording; the radio matters only if the trace has positions. */
    Topology.Changing topology(Radio radio);

    default int nodes() {
        return names().size();
    }

    record Movement(List<String> names, long end, RecordedMovement movement) implements Trace {
        @Override
        public long events() {
            return movement.points();
        }

        @Override
        public Topology.Changing topology(Radio radio) {
            return new Moving(movement, radio);
        }
    }

    record Links(List<String> names, long end, long events, RecordedLinks links) implements Trace {
        @Override
        public Topology.Changing topology(Radio radio) {
            return new Topology.Recorded(links);
        }
    }
}
