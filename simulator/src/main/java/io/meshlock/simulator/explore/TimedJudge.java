package io.meshlock.simulator.explore;

import io.meshlock.protocol.Slots;
import io.meshlock.simulator.explore.Flaw.Rule;
import org.jspecify.annotations.Nullable;

/**
 * Checks the safety rules on states of a mesh with recovery: who may use what by its own clock, which tokens may grant,
 * and whether they cover what is in use. Shares no code with the protocols.
 */
final class TimedJudge {

    private final TimedExploration exploration;
    private final int nodes;

    TimedJudge(TimedExploration exploration) {
        this.exploration = exploration;
        this.nodes = exploration.nodes();
    }

    /** The rule that a state breaks by itself, or null. */
    @Nullable
    Flaw state(int[] state, TimedNodes locals, int instant) {
        long taken = 0;
        int valid = -1;
        for (int node = 0; node < nodes; node++) {
            TimedView view = locals.view(state[node]);
            long now = exploration.clock(node, instant);
            for (TimedWitness.Held held : view.held()) {
                if (held.until() > now) {
                    long bits = bits(held.slots());
                    if ((taken & bits) != 0) {
                        return new Flaw(
                                Rule.SLOTS,
                                "slots " + held.slots() + " of grant " + held.number() + " at node " + node
                                        + " are held by another valid grant, too");
                    }
                    taken |= bits;
                }
            }
            if (view.validUntil() > now) {
                if (valid >= 0) {
                    return new Flaw(Rule.TOKENS, "nodes " + valid + " and " + node + " both have a valid token");
                }
                valid = node;
            }
        }
        if (Long.bitCount(taken) > exploration.permits()) {
            return new Flaw(Rule.PERMITS, Long.bitCount(taken) + " of " + exploration.permits() + " permits are held");
        }
        return valid < 0 ? null : cover(state, locals, instant, valid);
    }

    private @Nullable Flaw cover(int[] state, TimedNodes locals, int instant, int holder) {
        var ledger = locals.view(state[holder]).ledger();
        for (int node = 0; node < nodes; node++) {
            long now = exploration.clock(node, instant);
            for (TimedWitness.Held held : locals.view(state[node]).held()) {
                if (held.until() > now && (ledger == null || !ledger.covers(held.number(), held.slots()))) {
                    return new Flaw(
                            Rule.COVER,
                            "the valid token at node " + holder + " does not cover grant " + held.number() + " of node "
                                    + node);
                }
            }
        }
        return null;
    }

    /** The rule that decisions of a step break, or null. */
    @Nullable
    Flaw decisions(int node, long[] numbers, int[] state, TimedNodes locals) {
        long last = 0;
        for (int each = 0; each < nodes; each++) {
            last = Math.max(last, locals.view(state[each]).lastDecided());
        }
        for (long number : numbers) {
            if (number <= last) {
                return new Flaw(
                        Rule.NUMBERS,
                        "node " + node + " decided grant " + number + " although " + last + " was decided");
            }
            last = number;
        }
        return null;
    }

    private static long bits(Slots slots) {
        long bits = 0;
        for (int i = 0; i < slots.count(); i++) {
            bits |= 1L << slots.at(i);
        }
        return bits;
    }
}
