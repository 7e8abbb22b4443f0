package io.meshlock.internal;

import io.meshlock.PoolConfig;
import io.meshlock.PoolStatus;
import io.meshlock.RecoveryPlan;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.RecoveryStatus;
import io.meshlock.protocol.Seat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A pool's recovery status and recovery plan, in the form that operators see. */
final class PoolStatusText {

    private PoolStatusText() {}

    static PoolStatus status(RecoveryStatus status, PoolStats stats) {
        return new PoolStatus(
                epoch(status.seen()),
                epoch(status.promised()),
                status.taking(),
                status.token(),
                Duration.ofNanos(Math.max(0, status.validFor())),
                status.evidenceAge() < 0 ? Optional.empty() : Optional.of(Duration.ofNanos(status.evidenceAge())),
                status.suspicious(),
                status.proposing(),
                status.view().seats().stream().map(Seat::node).toList(),
                status.heard(),
                Optional.ofNullable(status.wanted()).map(PoolSize::permits),
                stats.recoveries.get());
    }

    private static Optional<String> epoch(Epoch epoch) {
        return epoch.equals(Epoch.NONE) ? Optional.empty() : Optional.of(epoch.toString());
    }

    static RecoveryPlan plan(PoolConfig config, @Nullable PoolStatus status) {
        if (status == null) {
            return new RecoveryPlan(false, List.of("Nothing: the pool has no recovery."), List.of());
        }
        if (status.members().isEmpty()) {
            return new RecoveryPlan(
                    false, List.of("Nothing: this node has not heard of the pool's members yet."), List.of());
        }
        int missing = status.members().size() - status.heard();
        List<String> steps = new ArrayList<>();
        steps.add("This node proposes a new token, after epoch "
                + status.epoch().orElse("none") + ", to " + status.heard() + " of "
                + status.members().size()
                + " members that it has heard of lately.");
        steps.add("Those that answer serve no older token from then on; the new one knows what they hold.");
        if (missing > 0) {
            steps.add("Permits that nobody names stay reserved for " + leaseAndMore(config) + ", since one of the "
                    + missing + " others may hold them.");
        }
        return new RecoveryPlan(true, steps, risks(status, missing));
    }

    private static String leaseAndMore(PoolConfig config) {
        double drift = config.recovery().driftPpm() / 1e6;
        long millis = (long) Math.ceil(config.lease().toMillis() * (1 + drift) / (1 - drift));
        return millis + " ms";
    }

    private static List<String> risks(PoolStatus status, int missing) {
        List<String> risks = new ArrayList<>();
        if (missing > 0) {
            risks.add("If one of the " + missing
                    + " members not heard of is alive elsewhere and has the token, or a majority"
                    + " of all " + status.members().size()
                    + " is with it, two tokens grant at the same time: more than k"
                    + " permits may be out. Only resources that check fencing tokens are safe then.");
            risks.add("Make sure first that they are stopped, or that a majority of the members is on this side.");
        }
        status.evidenceAge().ifPresent(age -> {
            if (!status.suspicious()) {
                risks.add("The token was heard of " + age.toMillis()
                        + " ms ago and is probably alive: there may be nothing to" + " recover.");
            }
        });
        return risks;
    }
}
