package io.meshlock;

import java.util.List;

/**
 * What {@link PermitPool#recover()} would do, and the risk, for the operator to read before he does it.
 *
 * @param possible false if it would do nothing
 * @param steps what would happen, a sentence each
 * @param risks what could go wrong, a sentence each; empty if nothing can
 */
public record RecoveryPlan(boolean possible, List<String> steps, List<String> risks) {

    public RecoveryPlan {
        steps = List.copyOf(steps);
        risks = List.copyOf(risks);
    }
}
