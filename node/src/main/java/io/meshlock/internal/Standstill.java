package io.meshlock.internal;

import io.meshlock.PoolConfig;
import io.meshlock.RecoveryPolicy;
import io.meshlock.internal.MeshReach.Missing;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.RecoveryStatus;
import io.meshlock.protocol.Seat;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Why a pool grants nothing at a node, and what helps: the one sentence that operators see wherever they look.
 *
 * @param before what is said before those who are missing
 * @param missing the voters that are missing
 * @param after what is said after them
 */
record Standstill(String before, List<Missing> missing, String after) {

    private static final long SECONDS_SHOWN = 120;

    Standstill {
        missing = List.copyOf(missing);
    }

    /** A sentence that names nobody who is missing. */
    static Standstill of(String sentence) {
        return new Standstill(sentence, List.of(), "");
    }

    /**
     * Judges a pool with recovery. A pool that nobody uses is silent, and nobody hears of its token then; whether it
     * could grant is a question of who is in reach.
     *
     * @param trouble why this node has no links, as far as it knows; empty if it knows no reason
     * @param wanted true if clients of this node wait
     * @return null if the pool grants, or probably would
     */
    static @Nullable Standstill of(
            String pool, PoolConfig config, RecoveryStatus status, MeshReach reach, String trouble, boolean wanted) {
        List<Seat> voters = status.view().seats();
        boolean grantsStill = status.token() && status.validFor() > 0;
        if (voters.isEmpty() || grantsStill) {
            return null;
        }
        List<Missing> missing = missing(voters, reach);
        boolean alone = config.recovery().policy() == RecoveryPolicy.NEVER;
        int needed = (alone ? 1 : status.view().majority()) - (voters.size() - missing.size());
        if (needed <= 0) {
            return wanted ? withoutToken(pool, config, status) : null;
        }
        boolean begins = status.view().epoch().equals(Epoch.GENESIS);
        String first = begins ? "' waits for a majority of its first voters: " : "' grants nothing: ";
        String links =
                !trouble.isEmpty() ? "; " + trouble : reach.isAlone() ? "; this node has no link to any other" : "";
        return new Standstill(
                "pool '" + pool + first + (voters.size() - missing.size()) + " of " + voters.size()
                        + (voters.size() == 1 ? " voter" : " voters") + " in reach (missing ",
                missing,
                ")" + links + "; it " + (begins ? "begins" : "goes on") + " when "
                        + back(needed, missing.size(), begins)
                        + (begins ? "" : ", or by './meshlock recover " + pool + "'"));
    }

    /**
     * Judges a pool with recovery that could grant: voters are missing, and without one more it would grant nothing.
     *
     * @return null if it could do without one more voter, or if nobody is missing
     */
    static @Nullable Standstill ahead(String pool, PoolConfig config, RecoveryStatus status, MeshReach reach) {
        List<Seat> voters = status.view().seats();
        List<Missing> missing = missing(voters, reach);
        int there = voters.size() - missing.size();
        if (config.recovery().policy() == RecoveryPolicy.NEVER
                || missing.isEmpty()
                || there != status.view().majority()) {
            return null;
        }
        return new Standstill(
                "pool '" + pool + "' stops if one more voter is lost: " + there + " of " + voters.size()
                        + " voters in reach (missing ",
                missing,
                "); './meshlock members " + pool + " --remove NODE' says that one does not come back");
    }

    private static List<Missing> missing(List<Seat> voters, MeshReach reach) {
        List<Missing> missing = new ArrayList<>();
        for (Seat voter : voters) {
            Missing out = reach.missing(voter.node());
            if (out != null) {
                missing.add(out);
            }
        }
        return missing;
    }

    private static String back(int needed, int missing, boolean begins) {
        String there = begins ? "there" : "back";
        if (needed < missing) {
            return needed == 1 ? "one of them is " + there : needed + " of them are " + there;
        }
        return missing == 1 ? "it is " + there : missing == 2 ? "both are " + there : "all of them are " + there;
    }

    /** A majority of the voters is in reach, but a token was not heard of for as long as it takes to suspect its loss. */
    private static @Nullable Standstill withoutToken(String pool, PoolConfig config, RecoveryStatus status) {
        long silence =
                config.recovery().resolved(config.lease()).electionTimeout().toNanos();
        boolean silent = !status.token() && status.evidenceAge() > silence;
        RecoveryPolicy policy = config.recovery().policy();
        if (!status.suspicious() && !(policy == RecoveryPolicy.NEVER && silent)) {
            return null;
        }
        String lost = "pool '" + pool + "' has no token in reach; ";
        return of(lost
                + switch (policy) {
                    case MAJORITY ->
                        "its voters make a new one, and " + status.heard() + " of "
                                + status.view().seats().size() + " answer";
                    case OPERATOR -> "'./meshlock recover " + pool + "' makes a new one";
                    case NEVER, OFF -> "it goes on when the token's node is back";
                });
    }

    /** True if this says the same as another, but for the time that has passed. */
    boolean isLike(@Nullable Standstill other) {
        return other != null
                && before.equals(other.before)
                && after.equals(other.after)
                && names().equals(other.names());
    }

    private List<String> names() {
        return missing.stream().map(Missing::name).toList();
    }

    /** The sentence now. */
    String text(long now) {
        return before
                + missing.stream()
                        .map(each -> each.name() + " for " + age(now - each.since()))
                        .collect(Collectors.joining(", "))
                + after;
    }

    /** A time to be read: {@code 58 s}, {@code 5 min}, {@code 3 h}. */
    private static String age(long nanos) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(Math.max(0, nanos));
        if (seconds < SECONDS_SHOWN) {
            return seconds + " s";
        }
        long minutes = TimeUnit.SECONDS.toMinutes(seconds);
        return minutes < SECONDS_SHOWN ? minutes + " min" : TimeUnit.MINUTES.toHours(minutes) + " h";
    }
}
