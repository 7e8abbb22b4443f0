package io.meshlock.cli.proof;

import io.meshlock.daemon.page.Movement;
import io.meshlock.journal.Ticks;
import io.meshlock.simulator.mobility.Leg;
import io.meshlock.simulator.mobility.Walker;

/** The positions of the nodes of a simulation, computed again from the scenario and the seed. */
final class WalkedMovement implements Movement {

    private final Walker[] walkers;
    private final Leg[] legs;

    WalkedMovement(Walker[] walkers) {
        this.walkers = walkers.clone();
        legs = new Leg[walkers.length];
        for (int node = 0; node < legs.length; node++) {
            legs[node] = walkers[node].next();
        }
    }

    @Override
    public void path(int node, double from, double to, Points points) {
        long begin = Ticks.of(from);
        long end = Ticks.of(to);
        while (legs[node].end() < begin) {
            legs[node] = walkers[node].next();
        }
        points.add(from, legs[node].x(begin), legs[node].y(begin));
        while (legs[node].end() < end) {
            Leg leg = legs[node];
            points.add(Ticks.toUnits(leg.end()), leg.toX(), leg.toY());
            legs[node] = walkers[node].next();
        }
        points.add(to, legs[node].x(end), legs[node].y(end));
    }

    @Override
    public int nodes() {
        return walkers.length;
    }
}
