package io.meshlock.daemon.http;

import io.meshlock.Grant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The fencing tokens of grants, where there are any: not every algorithm numbers grants over the whole mesh. */
final class Fencing {

    private Fencing() {}

    /** The grant's fencing token; null if its pool has none. */
    static @Nullable Long token(@Nullable Grant grant) {
        return ifFenced(grant, Grant::fencingToken);
    }

    /** The same as a text that compares over all instances of the pool. */
    static @Nullable String fence(@Nullable Grant grant) {
        return ifFenced(grant, Grant::fence);
    }

    private static <T> @Nullable T ifFenced(@Nullable Grant grant, Function<Grant, T> value) {
        try {
            return grant == null ? null : value.apply(grant);
        } catch (UnsupportedOperationException e) {
            return null;
        }
    }
}
