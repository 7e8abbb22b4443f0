package io.meshlock.simulator.mesh;

import io.meshlock.protocol.Message;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The links of a mesh and the messages in flight on them, first in, first out. A <i>way</i> is one direction of a link,
 * numbered {@code from * nodes + to}; a pair is the way from the smaller number. When a link dies, one end may notice
 * later than the other and receive messages until then: the way to it is <i>dying</i>.
 */
public final class Links {

    private static final byte DOWN = 0;
    private static final byte UP = 1;
    private static final byte DYING = 2;

    private final int nodes;
    private final byte[] state;
    private final @Nullable Message[][] queues;
    private final int[] heads;
    private final int[] sizes;
    private final IndexSet busy;
    private final IndexSet pairs;
    private final IndexSet unnoticed;

    public Links(int nodes) {
        this.nodes = nodes;
        int ways = nodes * nodes;
        state = new byte[ways];
        queues = new Message[ways][];
        heads = new int[ways];
        sizes = new int[ways];
        busy = new IndexSet(ways);
        pairs = new IndexSet(ways);
        unnoticed = new IndexSet(ways);
    }

    /** One more than the largest number of a way. */
    public int ways() {
        return state.length;
    }

    public int way(int from, int to) {
        return from * nodes + to;
    }

    public int from(int way) {
        return way / nodes;
    }

    public int to(int way) {
        return way % nodes;
    }

    private int pair(int a, int b) {
        return a < b ? way(a, b) : way(b, a);
    }

    /** Ways with messages in flight. */
    public IndexSet busy() {
        return busy;
    }

    /** Links that are up, as pairs. */
    public IndexSet pairs() {
        return pairs;
    }

    /** Ends that have not noticed that their link died, as the way from the end to the other. */
    public IndexSet unnoticed() {
        return unnoticed;
    }

    public boolean areLinked(int a, int b) {
        return pairs.contains(pair(a, b));
    }

    /** True if the link can be formed: it is down, and both ends know. */
    public boolean canForm(int a, int b) {
        return a != b && !areLinked(a, b) && !unnoticed.contains(way(a, b)) && !unnoticed.contains(way(b, a));
    }

    public boolean isUp(int way) {
        return state[way] == UP;
    }

    public void form(int a, int b) {
        state[way(a, b)] = UP;
        state[way(b, a)] = UP;
        pairs.add(pair(a, b));
    }

    /** Ends a link at both ends at once; the caller has taken what was in flight. */
    public void cut(int a, int b) {
        state[way(a, b)] = DOWN;
        state[way(b, a)] = DOWN;
        pairs.remove(pair(a, b));
    }

    /** The link dies and only {@code a} knows. */
    public void die(int a, int b) {
        state[way(a, b)] = DYING;
        state[way(b, a)] = DOWN;
        pairs.remove(pair(a, b));
        unnoticed.add(way(b, a));
    }

    /** The other end knows, too; the caller has dropped what was in flight to it. */
    public void noticed(int end, int other) {
        state[way(other, end)] = DOWN;
        unnoticed.remove(way(end, other));
    }

    public int inFlight(int way) {
        return sizes[way];
    }

    /** Adds a message as the youngest of a way. */
    public void put(int way, Message message) {
        Message[] queue = queues[way];
        int size = sizes[way];
        if (queue == null) {
            queue = new Message[4];
            queues[way] = queue;
        } else if (size == queue.length) {
            queue = grown(queue, heads[way]);
            queues[way] = queue;
            heads[way] = 0;
        }
        queue[heads[way] + size & queue.length - 1] = message;
        sizes[way] = size + 1;
        if (size == 0) {
            busy.add(way);
        }
    }

    private static Message[] grown(Message[] queue, int head) {
        Message[] larger = Arrays.copyOf(queue, 2 * queue.length);
        System.arraycopy(queue, head, larger, 0, queue.length - head);
        System.arraycopy(queue, 0, larger, queue.length - head, head);
        return larger;
    }

    /** The message at a place of a way, the oldest at 0. */
    public Message peek(int way, int place) {
        Message[] queue = queues[way];
        if (queue == null || place < 0 || place >= sizes[way]) {
            throw new IllegalArgumentException("not so many messages are in flight");
        }
        return queue[heads[way] + place & queue.length - 1];
    }

    /** Takes the message at a place of a way; the others stay in their order. */
    public Message take(int way, int place) {
        Message message = peek(way, place);
        Message[] queue = queues[way];
        for (int i = place; i > 0; i--) {
            queue[heads[way] + i & queue.length - 1] = queue[heads[way] + i - 1 & queue.length - 1];
        }
        take(way);
        return message;
    }

    /** Takes the oldest message of a way. */
    public Message take(int way) {
        Message message = peek(way, 0);
        heads[way] = heads[way] + 1 & queues[way].length - 1;
        shrunk(way);
        return message;
    }

    /** Takes the youngest message of a way. */
    public Message takeYoungest(int way) {
        Message message = peek(way, sizes[way] - 1);
        shrunk(way);
        return message;
    }

    private void shrunk(int way) {
        if (--sizes[way] == 0) {
            busy.remove(way);
        }
    }

    /** The nodes that can reach node {@code from} over links that are up. */
    public boolean[] reachable(int from) {
        boolean[] seen = new boolean[nodes];
        int[] frontier = new int[nodes];
        frontier[0] = from;
        seen[from] = true;
        for (int head = 0, tail = 1; head < tail; head++) {
            for (int to = 0; to < nodes; to++) {
                if (!seen[to] && isUp(way(frontier[head], to))) {
                    seen[to] = true;
                    frontier[tail++] = to;
                }
            }
        }
        return seen;
    }
}
