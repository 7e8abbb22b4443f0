package io.meshlock.simulator;

/** Which hosts stop for good, and how many voters may still be lost: a majority must keep what it promised. */
final class Fates {

    private final Hosts hosts;
    /** By host: it never starts again. */
    final boolean[] isForGood;
    /** By host: its crash is random, so its restart is drawn, not scripted. */
    final boolean[] isByChance;

    private int spared;
    private boolean healed;

    Fates(Hosts hosts, int number, int spared) {
        this.hosts = hosts;
        this.spared = spared;
        isForGood = new boolean[number];
        isByChance = new boolean[number];
    }

    /** Loses a voter; false if none may be lost. */
    boolean spend() {
        boolean can = spared > 0;
        spared -= can ? 1 : 0;
        return can;
    }

    void stopForGood(int host) {
        isByChance[host] = false; // it may have been about to crash by chance, and then to start again
        if (!hosts.isDown(host)) {
            hosts.crash(host);
        }
        isForGood[host] = true;
    }

    /** From now on only what heals happens. */
    void heal() {
        healed = true;
    }

    boolean isHealed() {
        return healed;
    }
}
