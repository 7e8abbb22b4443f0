package io.meshlock.protocol;

import java.util.Locale;

/**
 * How a pool orders its waiting requests: a function from a request and its birth to the score of its {@link Key}.
 *
 * <p>{@code aging} is how many grants outweigh one step of priority: a request of priority p that is {@code aging}
 * grants older than one of priority p + 1 goes first. It bounds how often a request can be overtaken, so that no
 * request starves.
 */
public enum Policy {
    /** Highest priority first, aged. */
    PRIORITY {
        @Override
        public long score(PermitRequest request, long birth, long aging) {
            return request.priority() * aging - birth;
        }
    },
    /** Earliest deadline first. Deadlines of later requests are later, so no request starves. */
    DEADLINE {
        @Override
        public long score(PermitRequest request, long birth, long aging) {
            return -request.deadline();
        }

        @Override
        public boolean ages() {
            return false;
        }
    },
    /** Fewest permits first, aged: the maximum concurrency order of [Jiang-C]. */
    SMALLEST_FIRST {
        @Override
        public long score(PermitRequest request, long birth, long aging) {
            return -request.permits() * aging - birth;
        }
    },
    /** First come, first served. */
    FIFO {
        @Override
        public long score(PermitRequest request, long birth, long aging) {
            return -birth;
        }
    };

    /** The score of a request; larger is served first. */
    public abstract long score(PermitRequest request, long birth, long aging);

    /** True if a request's age counts, so that its birth must not be far off. */
    public boolean ages() {
        return true;
    }

    /** The name in scenarios and configuration: {@code smallest-first}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The policy with that label. */
    public static Policy named(String label) {
        for (Policy policy : values()) {
            if (policy.label().equals(label)) {
                return policy;
            }
        }
        throw new IllegalArgumentException(
                "unknown policy '" + label + "'; expected priority, deadline, smallest-first or fifo");
    }
}
