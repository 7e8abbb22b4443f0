package io.meshlock.laboratory.trace;

import io.meshlock.journal.Ticks;
import io.meshlock.simulator.mobility.Moving;
import io.meshlock.simulator.mobility.Proximity;
import io.meshlock.simulator.mobility.Radio;
import io.meshlock.simulator.network.LinkHistory;
import io.meshlock.simulator.network.Topology;
import java.util.ArrayList;
import java.util.List;

/** The links of traces, told for tests. */
final class Histories {

    private Histories() {}

    /** All changes as text, {@code 1.5: 0-3 up}. */
    static List<String> tell(LinkHistory history) {
        List<String> told = new ArrayList<>();
        while (history.next()) {
            told.add(Ticks.toUnits(history.time()) + ": " + history.low() + "-" + history.high()
                    + (history.isUp() ? " up" : " down"));
        }
        return told;
    }

    static List<String> tell(Trace trace, Radio radio, long end) {
        Topology.Changing topology = trace.topology(radio);
        if (topology instanceof Moving moving) {
            return tell(new Proximity(moving.mobility().walkers(trace.nodes(), 0), radio, end));
        }
        return tell(((Topology.Recorded) topology).links().before(end));
    }
}
