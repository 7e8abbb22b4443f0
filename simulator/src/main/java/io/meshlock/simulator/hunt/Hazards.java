package io.meshlock.simulator.hunt;

import io.meshlock.simulator.hunt.Tally.Event;

/**
 * Faults of messages that go to anybody, and of the nodes themselves. There is no time here: a running timer may fire
 * at any moment. The rates are drawn once per schedule, because calm and stormy schedules find different faults.
 */
final class Hazards {

    private static final int ALL = 1000;

    private final HuntMesh mesh;
    private final Dice dice;
    private final Tally tally;
    private final HuntSettings.Hazards kinds;
    private final int loss;
    private final int duplicate;
    private final int reorder;
    private final int timer;
    private final int change;
    private boolean over;

    Hazards(HuntMesh mesh, Dice dice, Tally tally, HuntSettings.Hazards kinds) {
        this.mesh = mesh;
        this.dice = dice;
        this.tally = tally;
        this.kinds = kinds;
        loss = dice.oneOf(0, kinds.loss() / 10, kinds.loss() / 2, kinds.loss());
        duplicate = dice.oneOf(0, kinds.duplicate() / 4, kinds.duplicate());
        reorder = dice.oneOf(0, kinds.reorder() / 4, kinds.reorder());
        timer = dice.oneOf(5, 40, 150, 400);
        boolean changes = kinds.doze() || kinds.disconnect() || kinds.reboot();
        change = changes ? dice.oneOf(0, 5, 20, 60) : 0;
    }

    /** Perhaps fires a timer, or lets a node leave or return; true if so. */
    boolean happen() {
        int roll = dice.below(ALL);
        if (roll < timer) {
            if (mesh.timers.running().isEmpty()) {
                return false;
            }
            mesh.fire(dice.pick(mesh.timers.running()));
            return true;
        }
        return roll < timer + change && changeNode(dice.below(mesh.nodes()));
    }

    private boolean changeNode(int node) {
        if (mesh.isAway(node)) {
            if (kinds.disconnect() && mesh.departures.mayGo(node) && !mesh.isOff(node) && dice.oneIn(2)) {
                mesh.switchOff(node);
            } else if (kinds.reboot() && dice.oneIn(4)) {
                mesh.reboot(node);
            } else {
                mesh.comeBack(node);
            }
            return true;
        }
        switch (dice.below(4)) {
            case 0 -> {
                if (kinds.disconnect()) {
                    mesh.switchOff(node); // without having left
                }
            }
            case 1 -> {
                if (kinds.reboot()) {
                    mesh.reboot(node);
                }
            }
            default -> {
                if (kinds.doze() || kinds.disconnect()) {
                    mesh.leave(node);
                }
            }
        }
        return true;
    }

    /** A message arrives or is lost; it may be duplicated, and it may overtake others. */
    void deliver(int way) {
        int place = 0;
        if (!over && dice.below(ALL) < reorder) {
            place = dice.below(mesh.links.inFlight(way));
            if (place > 0) {
                tally.count(Event.OVERTAKINGS);
            }
        }
        if (!over && dice.below(ALL) < loss) {
            mesh.lose(way, place);
            return;
        }
        if (!over && dice.below(ALL) < duplicate) {
            mesh.copy(way, place);
        }
        mesh.deliver(way, place);
    }

    /** Everybody comes back, and messages arrive once and in order. */
    void end() {
        over = true;
        for (int node = 0; node < mesh.nodes(); node++) {
            if (mesh.isAway(node)) {
                mesh.comeBack(node);
            }
        }
    }
}
