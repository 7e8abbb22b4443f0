package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Seat;
import java.util.ArrayList;
import java.util.List;

/** The newest heartbeat that each seat has echoed in the newest epoch, as far as is known here. */
final class Echoes {

    /** How many seats are remembered: far more than vote or offer to at a time. */
    private static final int MOST = 64;

    private record Echo(Seat seat, long count) {}

    private final List<Echo> all = new ArrayList<>();
    private Epoch epoch = Epoch.NONE;

    /** Takes in an echo; false if it is not new. */
    boolean hear(Seat seat, Epoch of, long count) {
        if (of.isAfter(epoch)) {
            epoch = of;
            all.clear();
        }
        if (!of.equals(epoch) || seat.number() == Seat.NONE || count <= count(seat, of)) {
            return false;
        }
        all.removeIf(echo -> echo.seat.equals(seat));
        if (all.size() >= MOST) {
            all.remove(0); // the one that was silent for longest
        }
        all.add(new Echo(seat, count));
        return true;
    }

    /** The largest count that this seat echoed in this epoch; 0 if none. */
    long count(Seat seat, Epoch of) {
        if (of.equals(epoch)) {
            for (Echo echo : all) {
                if (echo.seat.equals(seat)) {
                    return echo.count;
                }
            }
        }
        return 0;
    }
}
