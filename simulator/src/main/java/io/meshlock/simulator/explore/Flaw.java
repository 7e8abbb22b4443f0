package io.meshlock.simulator.explore;

/**
 * A broken rule.
 *
 * @param rule which one
 * @param message what happened, in one line
 */
public record Flaw(Rule rule, String message) {

    /** The rules, and what they are called in reports. */
    public enum Rule {
        PERMITS("more than k permits held"),
        SLOTS("a slot held twice"),
        TOKENS("tokens lost or multiplied"),
        COVER("a valid grant that the valid token does not know of"),
        GRANT("a grant that answers no waiting request"),
        NUMBERS("decisions not numbered in ascending order"),
        ORDER("a more urgent request passed over"),
        INVARIANT("the protocol broke its own invariant"),
        LINKS("a message over a link that is down"),
        CANCEL("a cancelled request not withdrawn"),
        SIZE("a decision by an older size of the pool"),
        NEEDED("a node that may leave has what others need"),
        ENDLESS("a run without end, perhaps because something possible is put off for ever"),
        STUCK("a request that is never served: nothing is left to happen"),
        UNREACHABLE("a state from which not all requests can be served any more"),
        STARVED("a fair cycle in which a request waits for ever");

        private final String summary;

        Rule(String summary) {
            this.summary = summary;
        }

        public String summary() {
            return summary;
        }
    }
}
