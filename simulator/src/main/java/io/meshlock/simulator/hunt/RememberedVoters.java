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

    private RememberedVoters() {}

    /** True if nodes of this world start again without their memory, though they may vote. */
    static boolean mayForget(Failures failures) {
        Failures.Crashes crash = failures.crash();
        boolean planned = failures.plan().stream()
                .anyMatch(each -> each.fault() instanceof Failures.Fault.RestartAhead
                        || each.fault() instanceof Failures.Fault.Restore
                        || (each.fault() instanceof Failures.Fault.Restart restart && restart.lostDisk()));
        return failures.diskless() > 0 || planned || (crash != null && crash.lostDisk() > 0);
    }

    static boolean isMajority(World world) {
        View newest = View.NONE;
        for (int node = 0; node < world.nodes(); node++) {
            RecoveryStatus status = world.status(node);
            newest = status != null && status.view().compareTo(newest) > 0 ? status.view() : newest;
        }
        int remembered = 0;
        for (Seat seat : newest.seats()) {
            RecoveryStatus status = world.status(seat.node());
            remembered += status != null && status.seat() == seat.number() ? 1 : 0;
        }
        return remembered >= newest.majority();
    }
}
