package io.meshlock;

import java.util.Locale;

/** Who may make a new token when the node that had the token is gone. docs/guide/failures.md compares the policies. */
public enum RecoveryPolicy {
    /** Nobody, and leases are known to the holder of the grant only: permits held by a node that crashed are lost. */
    OFF,
    /** A majority of the pool's members. A minority that is cut off stops granting. */
    MAJORITY,
    /**
     * Nobody; but permits of nodes that crashed come back when their leases end. The token grants even in a minority.
     */
    NEVER,
    /** The operator, by {@link PermitPool#recover()}. A minority that is cut off stops granting. */
    OPERATOR;

    /** The name in settings: {@code majority}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The policy with that {@linkplain #label() label}.
     *
     * @throws IllegalArgumentException if there is none
     */
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
