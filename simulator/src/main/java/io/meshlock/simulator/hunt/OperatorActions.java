package io.meshlock.simulator.hunt;

/**
 * Actions of operators, for algorithms that write to neighbours: they change the pool's size, and let nodes leave and
 * come back. The rates are drawn once per schedule, because calm and stormy schedules find different faults.
 */
final class OperatorActions {

    private static final int ALL = 1000;

    private final HuntMesh mesh;
    private final Dice dice;
    private final Faults faults;
    private final HuntSettings.Hazards kinds;
    private final int largest;
    private final int resize;
    private final int change;

    OperatorActions(HuntMesh mesh, Dice dice, Faults faults, HuntSettings.Hazards kinds, int permits) {
        this.mesh = mesh;
        this.dice = dice;
        this.faults = faults;
        this.kinds = kinds;
        this.largest = permits + 2;
        resize = kinds.resize() ? dice.oneOf(2, 10, 40) : 0;
        change = kinds.doze() || kinds.disconnect() ? dice.oneOf(2, 10, 40) : 0;
    }

    /** Perhaps performs an action; true if so. */
    boolean happen() {
        int roll = dice.below(ALL);
        if (roll < resize) {
            mesh.resize(dice.below(mesh.nodes()), dice.between(1, largest));
            return true;
        }
        if (roll < resize + change) {
            changeNode(dice.below(mesh.nodes()));
            return true;
        }
        return false;
    }

    private void changeNode(int node) {
        if (!mesh.isAway(node)) {
            mesh.leave(node);
        } else if (kinds.disconnect() && mesh.departures.mayGo(node) && !mesh.isOff(node) && dice.oneIn(2)) {
            if (faults.cutOff(node)) {
                mesh.switchOff(node);
            }
        } else {
            mesh.comeBack(node);
        }
    }

    /** Everybody comes back. */
    void end() {
        for (int node = 0; node < mesh.nodes(); node++) {
            if (mesh.isAway(node)) {
                mesh.comeBack(node);
            }
        }
    }
}
