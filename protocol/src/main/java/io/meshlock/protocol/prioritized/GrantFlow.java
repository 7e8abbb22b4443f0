package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.prioritized.PrioritizedMessage.Token;

/**
 * Where the latest grants went, so that the token follows the demand. It forgets: however many grants were made before,
 * a node that is now alone draws the token after two times {@code memory} grants at most.
 */
final class GrantFlow {

    private final long memory;

    // Majority vote of Boyer and Moore over the neighbours that grants went to. A side gathers no more votes than
    // another one needs to win, or a million local grants would outweigh what is asked for now.
    private int candidate;
    private long votes;

    // The node that got the latest grants, and how many in a row.
    private int requester;
    private long inARow;

    /**
     * @param memory the surplus of grants to one neighbour that draws the token
     * @param chased the requester that the token is moving to, or {@link Token#NOBODY}
     */
    GrantFlow(long memory, int chased) {
        this.memory = memory;
        this.requester = chased;
        this.inARow = memory; // nobody else was served here
    }

    /** Counts a grant to a node over this neighbour, or {@link Token#NOBODY} for a local request. */
    void count(int node, int via) {
        if (votes == 0) {
            candidate = via;
        }
        votes = candidate == via ? Math.min(votes + 1, memory) : votes - 1;
        if (requester == Token.NOBODY) {
            requester = node;
        }
        inARow = requester == node ? Math.min(inARow + 1, memory) : 1;
        requester = node;
    }

    /** Forgets where grants went. */
    void forget() {
        votes = 0;
    }

    /** True if enough more grants went to this neighbour than elsewhere, roughly. */
    boolean isDrawnTo(int neighbour) {
        return candidate == neighbour && votes >= memory;
    }

    /** True if every recent grant went to this node, so that the token should move all the way to it. */
    boolean isAllTo(int node) {
        return requester == node && inARow >= memory;
    }
}
