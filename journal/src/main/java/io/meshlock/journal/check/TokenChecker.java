package io.meshlock.journal.check;

import io.meshlock.protocol.Message;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.List;

/**
 * Tokens at nodes and in messages in flight add up to the number that the algorithm started with. Rules:
 * {@code tokens-multiplied} (more) and, unless links may die with messages in flight, {@code tokens-missing} (fewer).
 *
 * <p>Within a step a node may report its own count before or after it sends, so the sum is judged between steps only. A
 * wrong sum is reported once, when it arises, not at every step that it lasts.
 */
public final class TokenChecker implements Checker {

    /** The bootstrap node: where all tokens are until a node says otherwise. */
    private static final int BOOTSTRAP_NODE = 0;

    private final int expected;
    private final boolean mayBeLost;
    private final boolean countsInFlight;
    private final Findings findings = new Findings();

    private final Int2IntOpenHashMap atNode = new Int2IntOpenHashMap();
    private long atNodes;
    private long inFlight;

    /**
     * The tokens delivered with the latest event, and the receiver. A journal may report a delivery before or within
     * the step that handles it: if the receiver's step follows at once, the tokens still count as in flight.
     */
    private long arriving;

    private int receiver;

    private long lastSum;

    /**
     * @param expected how many tokens there are
     * @param mayBeLost whether links may die with messages in flight
     */
    public TokenChecker(int expected, boolean mayBeLost) {
        this(expected, mayBeLost, true);
    }

    private TokenChecker(int expected, boolean mayBeLost, boolean countsInFlight) {
        this.expected = expected;
        this.mayBeLost = mayBeLost;
        this.countsInFlight = countsInFlight;
        atNode.put(BOOTSTRAP_NODE, expected);
        atNodes = expected;
        lastSum = expected;
    }

    /** A checker that counts tokens at nodes only, not in flight. */
    static TokenChecker atNodesOnly(int expected) {
        return new TokenChecker(expected, true, false);
    }

    @Override
    public void stepped(long time, int node) {
        if (node != receiver) {
            arriving = 0;
        }
        judge(time);
        arriving = 0; // from here on the receiver counts them
    }

    @Override
    public void stepOver(long time) {
        arriving = 0;
        judge(time);
    }

    @Override
    public void tokens(long time, int node, int held) {
        arriving = 0;
        atNodes += held - atNode.put(node, held);
    }

    @Override
    public void sent(long time, int from, int to, Message message) {
        arriving = 0;
        inFlight += message.tokens();
    }

    @Override
    public void delivered(long time, int from, int to, Message message) {
        int tokens = message.tokens();
        inFlight -= tokens;
        arriving = tokens;
        receiver = to;
    }

    @Override
    public void lost(long time, int from, int to, Message message) {
        inFlight -= message.tokens();
    }

    @Override
    public void ended(long time) {
        stepOver(time);
    }

    private void judge(long time) {
        long sum = countsInFlight ? atNodes + inFlight + arriving : atNodes;
        if (sum == lastSum) {
            return;
        }
        lastSum = sum;
        if (sum > expected) {
            report(time, "tokens-multiplied", sum);
        } else if (sum < expected && !mayBeLost) {
            report(time, "tokens-missing", sum);
        }
    }

    private void report(long time, String rule, long sum) {
        findings.add(
                time,
                rule,
                "%d tokens instead of %d: %d at nodes, %d in flight",
                sum,
                expected,
                atNodes,
                inFlight + arriving);
    }

    @Override
    public List<Violation> violations() {
        return findings.first();
    }

    @Override
    public long violationCount() {
        return findings.count();
    }
}
