package io.meshlock.internal;

import io.meshlock.MeshMap;
import io.meshlock.PoolConfig;
import io.meshlock.PoolStatus;
import io.meshlock.RecoveryPlan;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.RecoveryStatus;
import io.meshlock.protocol.Seat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
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
                status.votes(),
                status.heard(),
                Optional.ofNullable(status.wanted()).map(PoolSize::permits),
                stats.recoveries.get());
    }

    private static Optional<String> epoch(Epoch epoch) {
        return epoch.equals(Epoch.NONE) ? Optional.empty() : Optional.of(epoch.toString());
    }

    /** @param map the mesh as this node knows it, for names and for who is in reach */
    static RecoveryPlan plan(PoolConfig config, @Nullable PoolStatus status, MeshMap map) {
        if (status == null) {
            return new RecoveryPlan(false, List.of("Nothing: the pool has no recovery."), List.of());
        }
        if (status.voters().isEmpty()) {
            return beginning(config);
        }
        int voters = status.voters().size();
        int there = Math.max(status.heard(), inReach(status.voters(), map)); // while nobody asks, nobody is heard
        int missing = voters - there;
        List<String> steps = new ArrayList<>();
        steps.add("This node proposes a new token, after epoch "
                + status.epoch().orElse("none") + ". The pool's voters: " + names(status.voters(), map)
                + "; in reach: " + there + " of " + voters + ".");
        steps.add("Those that answer serve no older token from then on; the new one knows what they hold.");
        if (missing > 0) {
            steps.add("Permits that nobody names stay reserved for " + leaseAndMore(config)
                    + ", since somebody out of reach may hold them.");
        }
        List<String> risks = risks(voters, missing);
        Duration timeout = config.recovery().resolved(config.lease()).electionTimeout();
        if (there >= status.majority() && !status.suspicious()) {
            status.evidenceAge()
                    .filter(age -> age.compareTo(timeout) < 0)
                    .ifPresent(age -> risks.add("The token was heard of " + seconds(age.toMillis())
                            + " ago and is probably alive: there may be nothing to recover."));
        }
        return new RecoveryPlan(true, steps, risks);
    }

    private static int inReach(List<Integer> numbers, MeshMap map) {
        return (int) map.nodes().stream()
                .filter(node -> node.isReachable() && numbers.contains(node.number()))
                .count();
    }

    /** The plan of a node that knows of no voter: it has lost its memory, or never had one. */
    private static RecoveryPlan beginning(PoolConfig config) {
        return new RecoveryPlan(
                true,
                List.of(
                        "This node has not heard of the pool's voters. It begins the pool anew, as its only voter.",
                        "All permits stay reserved for " + leaseAndMore(config)
                                + ", since somebody out of reach may hold them."),
                List.of(
                        "If any other node has the pool, or a folder with its promises, two tokens grant at the same time"
                                + " until they meet. Use such a node for this, if there is one.",
                        "Fencing tokens begin again at 1: a resource that remembers larger ones refuses them."));
    }

    /** The nodes by name, as far as the map knows, and who of them is out of reach. */
    private static String names(List<Integer> numbers, MeshMap map) {
        Map<Integer, MeshMap.Node> known = new HashMap<>();
        map.nodes().forEach(node -> known.put(node.number(), node));
        return numbers.stream()
                .map(number -> {
                    MeshMap.Node node = known.get(number);
                    String name = node == null ? "node " + number : node.name();
                    boolean there = node == null ? known.isEmpty() : node.isReachable();
                    return there ? name : name + " (out of reach)";
                })
                .collect(Collectors.joining(", "));
    }

    private static String leaseAndMore(PoolConfig config) {
        double drift = config.recovery().driftPpm() / 1e6;
        long millis = (long) Math.ceil(config.lease().toMillis() * (1 + drift) / (1 - drift));
        return seconds(millis);
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.1f s", millis / 1e3);
    }

    private static List<String> risks(int voters, int missing) {
        List<String> risks = new ArrayList<>();
        if (missing > 0) {
            String who = missing == 1 ? "the voter" : "one of the " + missing + " voters";
            risks.add("If " + who + " out of reach is alive elsewhere and has the token, or a majority of all " + voters
                    + " is with it, two tokens grant at the same time: more than k permits may be out. Only resources that"
                    + " check fencing tokens are safe then.");
            risks.add("Make sure first that they are stopped, or that a majority of the voters is on this side.");
        }
        return risks;
    }
}
