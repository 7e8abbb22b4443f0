package io.meshlock.simulator.hunt;

import java.util.ArrayList;
import java.util.List;

/** The hardship of one schedule. There is one at most: together they would leave no majority too often. */
enum Hardship {
    NONE,
    RESTARTS,
    DISKLESS,
    TURNOVER,
    MOBILITY,
    RESTORED_DISKS,
    WRONG_CLOCKS,
    TWINS,
    LIARS;

    /** One of those that are wanted, or none, all equally often. Draws nothing if none is wanted. */
    static Hardship draw(HuntSettings.Hardships wanted, Dice dice) {
        List<Hardship> all = new ArrayList<>(List.of(NONE));
        if (wanted.restarts()) {
            all.add(RESTARTS);
        }
        if (wanted.diskless()) {
            all.add(DISKLESS);
        }
        if (wanted.turnover()) {
            all.add(TURNOVER);
        }
        if (wanted.mobility()) {
            all.add(MOBILITY);
        }
        if (wanted.restoredDisks()) {
            all.add(RESTORED_DISKS);
        }
        if (wanted.wrongClocks()) {
            all.add(WRONG_CLOCKS);
        }
        if (wanted.twins()) {
            all.add(TWINS);
        }
        if (wanted.liars()) {
            all.add(LIARS);
        }
        return all.size() == 1 ? NONE : all.get(dice.below(all.size()));
    }
}
