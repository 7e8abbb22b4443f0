package io.meshlock.daemon.http;

import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import io.meshlock.PoolStatistics;
import io.meshlock.PoolStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A pool as this node knows it.
 *
 * @param name its name
 * @param permits k, as far as this node knows
 * @param wantedPermits what an operator wants it to be, while this node does not know that to be in force
 * @param policy how it orders requests
 * @param aging how many grants outweigh one step of priority
 * @param algorithm what drives it
 * @param options the algorithm's options that differ from their defaults
 * @param leaseMillis how long a grant lives without renewal by its node, if the pool has leases
 * @param recovery who makes a new token when the token is lost: off, majority, never or operator
 * @param problem why nothing is granted at this node, if it knows of a reason
 * @param status the status of its recovery as this node sees it, if it has recovery
 * @param heldHere permits that are held at this node
 * @param waitingHere requests that wait at this node
 * @param counts what happened in it at this node so far
 */
record PoolDocument(
        String name,
        int permits,
        @Nullable Integer wantedPermits,
        String policy,
        long aging,
        String algorithm,
        Map<String, Long> options,
        @Nullable Long leaseMillis,
        String recovery,
        @Nullable String problem,
        @Nullable Status status,
        int heldHere,
        int waitingHere,
        Counts counts) {

    /**
     * @param requests requests made
     * @param grants requests granted
     * @param withdrawals requests withdrawn
     * @param losses grants lost
     * @param releases grants given back
     * @param waitMillis how long those granted had waited, in sum
     * @param holdMillis how long those given back were held, in sum
     * @param sent messages to neighbours
     * @param received messages from neighbours
     */
    record Counts(
            long requests,
            long grants,
            long withdrawals,
            long losses,
            long releases,
            long waitMillis,
            long holdMillis,
            long sent,
            long received) {}

    /**
     * @param epoch the epoch of the token, as far as this node knows
     * @param tokenHere whether the token is here
     * @param takesPart whether this node can hold permits in that epoch
     * @param evidenceAgeMillis how long ago this node saw a new heartbeat of the token
     * @param suspicious whether that is so long that it would help to make another
     * @param voters the numbers of the nodes that count for majorities
     * @param votes whether this node is one of them, and its vote counts again after its start
     * @param heard how many of them were heard of lately
     * @param recoveries how often a token was made here
     */
    record Status(
            @Nullable String epoch,
            boolean tokenHere,
            boolean takesPart,
            @Nullable Long evidenceAgeMillis,
            boolean suspicious,
            List<Integer> voters,
            boolean votes,
            int heard,
            long recoveries) {

        static Status of(PoolStatus status) {
            return new Status(
                    status.epoch().orElse(null),
                    status.token(),
                    status.takesPart(),
                    status.evidenceAge().map(Duration::toMillis).orElse(null),
                    status.suspicious(),
                    status.voters(),
                    status.votes(),
                    status.heard(),
                    status.recoveries());
        }
    }

    static PoolDocument of(PermitPool pool) {
        PoolConfig config = pool.config();
        PoolStatistics statistics = pool.statistics();
        Optional<PoolStatus> status = pool.status();
        return new PoolDocument(
                pool.name(),
                pool.permits(),
                status.flatMap(PoolStatus::wantedPermits).orElse(null),
                config.policy().label(),
                config.aging(),
                config.algorithm(),
                config.options(),
                config.lease().isZero() ? null : config.lease().toMillis(),
                config.recovery().policy().label(),
                pool.problem().orElse(null),
                status.map(Status::of).orElse(null),
                pool.heldPermits(),
                pool.queueLength(),
                new Counts(
                        statistics.requests(),
                        statistics.grants(),
                        statistics.withdrawals(),
                        statistics.losses(),
                        statistics.releases(),
                        TimeUnit.NANOSECONDS.toMillis(statistics.waitNanos()),
                        TimeUnit.NANOSECONDS.toMillis(statistics.holdNanos()),
                        statistics.sent(),
                        statistics.received()));
    }
}
