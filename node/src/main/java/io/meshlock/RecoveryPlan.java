package io.meshlock;

import java.util.List;

/**
 * What {@link PermitPool#recover()} would do, and its risks, for operators to read before they call it.
 *
 * @param possible false if it would do nothing
 * @param steps what would happen, one sentence each
 * @param risks what could go wrong, one sentence each; empty if there is no risk
 */
public record RecoveryPlan(boolean possible, List<String> steps, List<String> risks) {

    public RecoveryPlan {
        steps = List.copyOf(steps);
        risks = List.copyOf(risks);
    }
}
