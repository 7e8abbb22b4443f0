package io.meshlock.internal;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The grants held by one node's clients, oldest first. An intrusive linked list, which needs no allocation per grant.
 */
final class HeldGrants {

    private @Nullable HeldGrant first;
    private @Nullable HeldGrant last;

    void add(HeldGrant grant) {
        grant.listed = true;
        HeldGrant before = last;
        grant.previous = before;
        if (before == null) {
            first = grant;
        } else {
            before.next = grant;
        }
        last = grant;
    }

    void remove(HeldGrant grant) {
        HeldGrant before = grant.previous;
        HeldGrant after = grant.next;
        if (before == null) {
            first = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.previous = before;
        }
        grant.previous = null;
        grant.next = null;
        grant.listed = false;
    }

    /** The grant with this number; null if it is not held. A linear search: a node holds few grants. */
    @Nullable
    HeldGrant find(long number) {
        HeldGrant grant = last; // usually the newest is wanted
        while (grant != null && grant.granted().number() != number) {
            grant = grant.previous;
        }
        return grant;
    }

    /** Calls {@code action} with each; it may remove the one it is called with. */
    void forEach(Consumer<HeldGrant> action) {
        for (HeldGrant grant = first; grant != null; ) {
            HeldGrant after = grant.next;
            action.accept(grant);
            grant = after;
        }
    }
}
