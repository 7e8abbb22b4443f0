package io.meshlock.internal;

import io.meshlock.PoolConfig;
import io.meshlock.PoolStanding;
import io.meshlock.RecoveryPlan;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Member;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a pool stands, in words and numbers for people. */
final class Standings {

    private Standings() {}

    static PoolStanding forPeople(Standing standing, PoolStats stats) {
        return new PoolStanding(
                epoch(standing.seen()),
                epoch(standing.promised()),
                standing.taking(),
                standing.token(),
                Duration.ofNanos(Math.max(0, standing.validFor())),
                standing.evidenceAge() < 0 ? Optional.empty() : Optional.of(Duration.ofNanos(standing.evidenceAge())),
                standing.suspicious(),
                standing.proposing(),
                standing.view().members().stream().map(Member::node).toList(),
                standing.heard(),
                Optional.ofNullable(standing.wanted()).map(PoolSize::permits),
                stats.recoveries.get());
    }

    private static Optional<String> epoch(Epoch epoch) {
        return epoch.equals(Epoch.NONE) ? Optional.empty() : Optional.of(epoch.toString());
    }

    static RecoveryPlan plan(PoolConfig config, @Nullable PoolStanding standing) {
        if (standing == null) {
            return new RecoveryPlan(false, List.of("Nothing: the pool has no recovery."), List.of());
        }
        if (standing.members().isEmpty()) {
            return new RecoveryPlan(
                    false, List.of("Nothing: this node has not heard of the pool's members yet."), List.of());
        }
        int missing = standing.members().size() - standing.heard();
        List<String> steps = new ArrayList<>();
        steps.add("This node proposes a new token, after epoch "
                + standing.epoch().orElse("none") + ", to " + standing.heard() + " of "
                + standing.members().size()
                + " members that it has heard of lately.");
        steps.add("Those that answer serve no older token from then on; the new one knows what they hold.");
        if (missing > 0) {
            steps.add("Permits that nobody names stay reserved for " + leaseAndMore(config) + ", since one of the "
                    + missing + " others may hold them.");
        }
        return new RecoveryPlan(true, steps, risks(standing, missing));
    }

    private static String leaseAndMore(PoolConfig config) {
        double drift = config.recovery().driftPpm() / 1e6;
        long millis = (long) Math.ceil(config.lease().toMillis() * (1 + drift) / (1 - drift));
        return millis + " ms";
    }

    private static List<String> risks(PoolStanding standing, int missing) {
        List<String> risks = new ArrayList<>();
        if (missing > 0) {
            risks.add("If one of the " + missing
                    + " members not heard of is alive elsewhere and has the token, or a majority"
                    + " of all " + standing.members().size()
                    + " is with it, two tokens grant at the same time: more than k"
                    + " permits may be out. Only resources that check fencing numbers are safe then.");
            risks.add("Make sure first that they are stopped, or that a majority of the members is on this side.");
        }
        standing.evidenceAge().ifPresent(age -> {
            if (!standing.suspicious()) {
                risks.add("The token was heard of " + age.toMillis()
                        + " ms ago and is probably alive: there may be nothing to" + " recover.");
            }
        });
        return risks;
    }
}
