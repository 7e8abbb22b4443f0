package io.meshlock.daemon.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request as clients see it.
 *
 * @param id its name in the API
 * @param pool the pool
 * @param permits how many
 * @param priority how urgent
 * @param deadline until when it is wanted, if given
 * @param client what the client calls itself, if it does
 * @param state {@code waiting}, {@code granted}, {@code released}, {@code withdrawn}, {@code expired}, {@code lost} or
 *     {@code failed}
 * @param reason why it ended, if it did not end well
 * @param waitedMillis how long it waited, or has waited so far
 * @param leaseMillis how long it lives without a sign of life
 * @param remainingMillis for how long it is granted without another renewal
 * @param fencingToken the grant's fencing token
 * @param fence the fencing token as a text that compares, as a text, over all instances of the pool
 * @param slots the permits' numbers
 * @param secret what its client must show to renew or end it; only the answer that made the request has it
 */
record RequestDocument(
        String id,
        String pool,
        int permits,
        int priority,
        @Nullable String deadline,
        @Nullable String client,
        String state,
        @Nullable String reason,
        long waitedMillis,
        long leaseMillis,
        @Nullable Long remainingMillis,
        @Nullable Long fencingToken,
        @Nullable String fence,
        @Nullable List<Integer> slots,
        @Nullable String secret) {

    /** For its own client. */
    RequestDocument withSecret(String value) {
        return new RequestDocument(
                id,
                pool,
                permits,
                priority,
                deadline,
                client,
                state,
                reason,
                waitedMillis,
                leaseMillis,
                remainingMillis,
                fencingToken,
                fence,
                slots,
                value);
    }
}
