package io.meshlock.simulator.hunt;

/**
 * Event rates of a schedule, per mille of its steps. Drawn once per schedule: calm and stormy schedules find different
 * faults.
 *
 * @param request new requests
 * @param release releases
 * @param cancel cancellations
 * @param notice ends that notice a dead link
 * @param change links that die or form
 * @param partition the mesh falls apart
 * @param laggards how many of eight link directions are slow
 */
record EventRates(int request, int release, int cancel, int notice, int change, int partition, int laggards) {

    static EventRates draw(HuntSettings settings, Dice dice) {
        HuntSettings.Faults faults = settings.faults();
        return new EventRates(
                dice.oneOf(20, 60, 120),
                dice.oneOf(40, 120, 200),
                faults.cancels() ? dice.oneOf(0, 5, 20) : 0,
                faults.lossyLinkDeath() ? dice.oneOf(5, 20, 100) : 0,
                faults.churn() ? dice.oneOf(0, 5, 20, 50) : 0,
                faults.partitions() ? dice.oneOf(0, 2, 6) : 0,
                dice.oneOf(0, 0, 1, 4));
    }
}
