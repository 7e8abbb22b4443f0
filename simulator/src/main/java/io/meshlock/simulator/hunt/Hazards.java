package io.meshlock.simulator.hunt;

import io.meshlock.simulator.hunt.Tally.Event;

/**
 * What happens to messages that go to anybody, and to the nodes themselves. Timers have no time here: one that runs may run
 * out at any moment. How often what happens is drawn once per schedule, because calm and stormy ones find different faults.
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

    /** Perhaps a timer runs out, or a node goes or comes; true if so. */
    boolean happen() {
        int roll = dice.below(ALL);
        if (roll < timer) {
            if (mesh.hosts.timers.isEmpty()) {
                return false;
            }
            mesh.fire(mesh.hosts.timers.pick(dice));
            return true;
        }
        return roll < timer + change && changeNode(dice.below(mesh.nodes()));
    }

    private boolean changeNode(int node) {
        if (mesh.hosts.isAway(node)) {
            if (kinds.disconnect() && mesh.hosts.mayGo(node) && !mesh.hosts.isOff(node) && dice.oneIn(2)) {
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
                    mesh.switchOff(node); // an accident
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

    /** Something on a way arrives, or is lost; perhaps again later, perhaps before its turn. */
    void deliver(int way) {
        int place = 0;
        if (!over && dice.below(ALL) < reorder) {
            place = dice.below(mesh.channels.inFlight(way));
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
            if (mesh.hosts.isAway(node)) {
                mesh.comeBack(node);
            }
        }
    }
}
