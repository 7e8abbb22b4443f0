package io.meshlock.simulator.check;

import io.meshlock.protocol.Algorithm;

/**
 * What a run of an algorithm is held to.
 *
 * @param tokens how many tokens the pool has
 * @param ledger whether a ledger numbers all grants of the pool: decisions are reported, and their numbers are unique and
 *     rise. Printed algorithms number their grants per node
 */
public record Guarantees(int tokens, boolean ledger) {

    /** One token; a ledger unless the algorithm's name says that it follows the print. */
    public static Guarantees of(Algorithm algorithm) {
        String name = algorithm.name();
        boolean printed = name.endsWith("-as-printed") || name.endsWith("-minimal-repair");
        return new Guarantees(1, !printed);
    }
}
