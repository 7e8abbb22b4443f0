package io.meshlock.simulator.hunt;

import io.meshlock.protocol.RecoveryStatus;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import io.meshlock.simulator.Failures;
import io.meshlock.simulator.World;

/**
 * Whether a majority of the newest voters remembers what it promised. If disks are lost at the wrong moment, none does:
 * then nobody may make a token but the operator, and service is not promised.
 */
final class RememberedVoters {

    /** More rounds than a pool is given time for. */
    private static final int FAR = 10;

    private RememberedVoters() {}

    /** True if nodes of this world start again without their memory, though they may vote. */
    static boolean mayForget(Failures failures) {
        Failures.Crashes crash = failures.crash();
        boolean planned = failures.plan().stream()
                .anyMatch(each -> each.fault() instanceof Failures.Fault.RestartAhead
                        || each.fault() instanceof Failures.Fault.Restore
                        || each.fault() instanceof Failures.Fault.Twin
                        || each.fault() instanceof Failures.Fault.Lie
                        || (each.fault() instanceof Failures.Fault.Restart restart && restart.lostDisk()));
        return failures.diskless() > 0 || planned || (crash != null && crash.lostDisk() > 0);
    }

    /**
     * True if a node believed a liar, promised an epoch that came to nothing, and is so many rounds ahead of all others that
     * it is not taken back in time: one round per election timeout.
     */
    static boolean isAnybodyFarAhead(World world) {
        int newest = newestView(world).epoch().round();
        for (int host = 0; host < world.hosts() && world.lies() > 0; host++) {
            RecoveryStatus status = world.isDown(host) ? null : world.status(host);
            if (status != null && status.promised().round() > newest + FAR) {
                return true;
            }
        }
        return false;
    }

    static boolean isMajority(World world) {
        View newest = newestView(world);
        int remembered = 0;
        for (Seat seat : newest.seats()) {
            remembered += isRemembered(seat, world) ? 1 : 0;
        }
        return remembered >= newest.majority();
    }

    private static View newestView(World world) {
        View newest = View.NONE;
        for (int host = 0; host < world.hosts(); host++) {
            RecoveryStatus status = isGone(host, world) ? null : world.status(host);
            newest = status != null && status.view().compareTo(newest) > 0 ? status.view() : newest;
        }
        return newest;
    }

    /**
     * Of two processes that were one node, the one that is left counts; a liar that was revoked does not. Liars may have
     * offered seats of nobody.
     */
    private static boolean isRemembered(Seat seat, World world) {
        for (int host = 0; host < world.hosts(); host++) {
            RecoveryStatus status = world.nodeOn(host) == seat.node() ? world.status(host) : null;
            if (status != null && status.seat() == seat.number() && !isGone(host, world)) {
                return true;
            }
        }
        return false;
    }

    /** Twins and liars that are down in the end are gone for good, and with them what only they knew. */
    private static boolean isGone(int host, World world) {
        return (world.hosts() > world.nodes() || world.lies() > 0) && world.isDown(host);
    }
}
