package io.meshlock;

import java.util.Locale;

/** Who may make a pool's token anew when the node that had it is gone. docs/guide/failures.md compares them. */
public enum RecoveryPolicy {
    /** Nobody, and leases end at this node only: permits held by a node that died are lost with it. */
    OFF,
    /** A majority of the pool's members. A minority that is cut off stops granting. */
    MAJORITY,
    /** Nobody; but permits of nodes that died come back with their leases. The token goes on even in a minority. */
    NEVER,
    /** The operator, by {@link PermitPool#recover()}. A minority that is cut off stops granting. */
    OPERATOR;

    /** As in settings: {@code majority}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException if there is none of that name */
    public static RecoveryPolicy named(String label) {
        for (RecoveryPolicy policy : values()) {
            if (policy.label().equals(label)) {
                return policy;
            }
        }
        throw new IllegalArgumentException(
                "recovery policy '" + label + "' is not one of off, majority, never, operator");
    }
}
