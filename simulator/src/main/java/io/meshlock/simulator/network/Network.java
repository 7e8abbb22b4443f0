package io.meshlock.simulator.network;

import io.meshlock.protocol.Message;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.engine.EventQueue;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The links that are up and the messages in flight on them.
 *
 * <p>A link is a handle, reused after the link went down. Its two directions are {@code 2·link} (from the lower end)
 * and {@code 2·link + 1}. Messages in flight are events of the {@link EventQueue}, chained per direction in the order
 * in which they were sent, so that those of a dying link are found without a search. No message outlives its link, so
 * none can ever arrive over a later link between the same nodes.
 */
public final class Network implements Transport {

    private static final int NONE = EventQueue.NONE;

    /** A message gets through after this many failed attempts at the latest. */
    private static final int MOST_FAILURES = 100;

    private static final int ROW = 4;
    private static final int SENDER = 0;
    private static final int FIRST = 1;
    private static final int LAST = 2;

    private final EventQueue queue;
    private final int deliveryKind;
    private final Distribution delay;
    private long constantDelay;
    private final UniformRandomProvider random;
    private @Nullable LinkQuality quality;
    private @Nullable UniformRandomProvider lossRandom;

    /**
     * Per node one array of even length: in its first half the neighbours, ascending, in its second half, in the same
     * order, the directions that lead to them. One array costs one memory access where two arrays would cost two.
     */
    private final int[][] adjacency;

    private final int[] degrees;
    private final PeerTable peers;

    /** One row per direction: the sender, and the first and last event in flight. */
    private int[] rows;

    /** The handles of the links that are up, in an arbitrary but reproducible order, and the index of each. */
    private int[] up;

    private int[] placeInUp;
    private int links;
    private int handles;
    private int[] freeHandles = new int[16];
    private int freeCount;

    private int inFlight;

    /**
     * The network at the start.
     *
     * @param deliveryKind the kind of the events that carry messages: {@code a} is the direction
     * @param random for the delays
     */
    public Network(Graph graph, EventQueue queue, int deliveryKind, Distribution delay, UniformRandomProvider random) {
        this.queue = queue;
        this.deliveryKind = deliveryKind;
        this.delay = delay;
        this.constantDelay = delay instanceof Distribution.Constant ? delay.sampleTicks(random) : -1;
        this.random = random;
        int nodes = graph.nodes();
        adjacency = new int[nodes][];
        degrees = new int[nodes];
        peers = new PeerTable(nodes);
        for (int node = 0; node < nodes; node++) {
            adjacency[node] = new int[2 * graph.degree(node)];
        }
        int room = Math.max(16, graph.links());
        rows = new int[Math.multiplyExact(room, 2 * ROW)];
        up = new int[room];
        placeInUp = new int[room];
        for (int link = 0; link < graph.links(); link++) {
            insertLink(graph.low(link), graph.high(link));
        }
        for (int node = 0; node < nodes; node++) {
            updatePeers(node);
        }
    }

    public int nodes() {
        return degrees.length;
    }

    /** How many links are up. */
    public int links() {
        return links;
    }

    /** The handle of one of the links that are up, 0 ≤ index &lt; {@link #links}; changes reshuffle them. */
    public int link(int index) {
        return up[index];
    }

    public int low(int link) {
        return from(2 * link);
    }

    public int high(int link) {
        return from(2 * link + 1);
    }

    public int degree(int node) {
        return degrees[node];
    }

    /** The neighbour at a place, 0 ≤ index &lt; {@link #degree}; neighbours ascend. */
    public int peer(int node, int index) {
        return adjacency[node][index];
    }

    public boolean isUp(int a, int b) {
        return peers.direction(a, b) != PeerTable.NONE;
    }

    /** The handle of the link between two nodes, which must be up. */
    public int linkBetween(int a, int b) {
        return direction(a, b) >> 1;
    }

    /** How many messages are in flight on all links. */
    @Override
    public int inFlight() {
        return inFlight;
    }

    /**
     * From now on, attempts to send may fail. Links stay reliable for the nodes: a failed attempt is repeated, and
     * every attempt takes a delay of its own.
     */
    public void loseAttempts(LinkQuality linkQuality, UniformRandomProvider forLoss) {
        quality = linkQuality;
        lossRandom = forLoss;
        constantDelay = -1;
    }

    /** Puts a message on its way; it arrives after the link's delay, but never before one sent earlier. */
    @Override
    public void send(int from, int to, Message message) {
        int direction = direction(from, to);
        long span = constantDelay >= 0 ? constantDelay : sampleDelay(from, to);
        int row = direction * ROW;
        int before = rows[row + LAST];
        long earliest = queue.now() + span;
        long arrival = before == NONE ? earliest : Math.max(earliest, queue.time(before));
        int event = constantDelay >= 0
                ? queue.addInOrder(arrival, deliveryKind, direction, NONE, message)
                : queue.add(arrival, deliveryKind, direction, NONE, message);
        rows[row + LAST] = event;
        if (before == NONE) {
            rows[row + FIRST] = event;
        } else {
            queue.setB(before, event);
        }
        inFlight++;
    }

    private long sampleDelay(int from, int to) {
        long span = delay.sampleTicks(random);
        if (quality != null && lossRandom != null) {
            double share = quality.linkQuality(from, to);
            for (int failed = 0; failed < MOST_FAILURES && lossRandom.nextDouble() >= share; failed++) {
                span += delay.sampleTicks(random);
            }
        }
        return span;
    }

    /** Whoever wants to see what is on its way. */
    public interface FlightVisitor {
        void inFlight(int from, int to, Message message, long arrival);
    }

    /** Shows every message in flight; those of one direction in the order in which they arrive. */
    public void eachInFlight(FlightVisitor visitor) {
        for (int index = 0; index < links; index++) {
            for (int direction = 2 * up[index]; direction <= 2 * up[index] + 1; direction++) {
                for (int event = rows[direction * ROW + FIRST]; event != NONE; event = queue.b(event)) {
                    visitor.inFlight(from(direction), to(direction), message(queue.payload(event)), queue.time(event));
                }
            }
        }
    }

    /** The node that sends in a direction. */
    public int from(int direction) {
        return rows[direction * ROW + SENDER];
    }

    /** The node that receives in a direction. */
    public int to(int direction) {
        return rows[(direction ^ 1) * ROW + SENDER];
    }

    /**
     * Takes the message of a delivery event, which has come out of the queue, out of flight.
     *
     * @param direction the event's {@code a}
     * @param following the event's {@code b}: the next message in that direction
     */
    public void arrived(int direction, int following) {
        int row = direction * ROW;
        rows[row + FIRST] = following;
        if (following == NONE) {
            rows[row + LAST] = NONE;
        }
        inFlight--;
    }

    /** The direction of a link in which the next message would arrive, or -1 if nothing is in flight on it. */
    int nextDirection(int link) {
        int forth = rows[2 * link * ROW + FIRST];
        int back = rows[(2 * link + 1) * ROW + FIRST];
        if (forth == NONE && back == NONE) {
            return -1;
        }
        boolean forthFirst = back == NONE || (forth != NONE && queue.isBefore(forth, back));
        return forthFirst ? 2 * link : 2 * link + 1;
    }

    /** Takes the first message in a direction out of flight and out of the queue. */
    Message takeFirst(int direction) {
        int event = rows[direction * ROW + FIRST];
        Message message = message(queue.payload(event));
        arrived(direction, queue.b(event));
        queue.cancel(event);
        return message;
    }

    /** The message of a delivery event. */
    public static Message message(@Nullable Object payload) {
        if (payload instanceof Message message) {
            return message;
        }
        throw new IllegalStateException("a delivery without a message");
    }

    /** Brings up a link that is not up. */
    void bringUp(int a, int b) {
        insertLink(Math.min(a, b), Math.max(a, b));
        updatePeers(a);
        updatePeers(b);
    }

    private void insertLink(int low, int high) {
        int link = freeCount > 0 ? freeHandles[--freeCount] : newHandle();
        startDirection(2 * link, low);
        startDirection(2 * link + 1, high);
        placeInUp[link] = links;
        up[links++] = link;
        insertPeer(low, high, 2 * link);
        insertPeer(high, low, 2 * link + 1);
    }

    /** Takes down a link on which nothing is in flight. */
    void takeDown(int link) {
        if (nextDirection(link) != -1) {
            throw new IllegalStateException(
                    "link " + low(link) + "-" + high(link) + " goes down with messages in flight");
        }
        removePeer(low(link), high(link));
        removePeer(high(link), low(link));
        updatePeers(low(link));
        updatePeers(high(link));
        int lastUp = up[--links];
        up[placeInUp[link]] = lastUp;
        placeInUp[lastUp] = placeInUp[link];
        if (freeCount == freeHandles.length) {
            freeHandles = Arrays.copyOf(freeHandles, 2 * freeCount);
        }
        freeHandles[freeCount++] = link;
    }

    private void startDirection(int direction, int sender) {
        rows[direction * ROW + SENDER] = sender;
        rows[direction * ROW + FIRST] = NONE;
        rows[direction * ROW + LAST] = NONE;
    }

    private int newHandle() {
        if (handles == up.length) {
            int room = handles + (handles >> 1);
            rows = Arrays.copyOf(rows, Math.multiplyExact(room, 2 * ROW));
            up = Arrays.copyOf(up, room);
            placeInUp = Arrays.copyOf(placeInUp, room);
        }
        return handles++;
    }

    private int direction(int from, int to) {
        int direction = peers.direction(from, to);
        if (direction == PeerTable.NONE) {
            throw new IllegalStateException("there is no link from node " + from + " to node " + to);
        }
        return direction;
    }

    private void updatePeers(int node) {
        peers.fill(node, adjacency[node], degrees[node], adjacency[node].length / 2);
    }

    /** The index of a neighbour among a node's neighbours; if absent, as in {@code Arrays.binarySearch}. */
    private int placeOf(int node, int peer) {
        return Arrays.binarySearch(adjacency[node], 0, degrees[node], peer);
    }

    private void insertPeer(int node, int peer, int direction) {
        int place = placeOf(node, peer);
        if (place >= 0) {
            throw new IllegalStateException("link " + node + "-" + peer + " is up already");
        }
        int degree = degrees[node]++;
        if (2 * degree == adjacency[node].length) {
            adjacency[node] = enlarged(adjacency[node], degree + (degree >> 1) + 2);
        }
        int[] mine = adjacency[node];
        int half = mine.length / 2;
        int at = -place - 1;
        System.arraycopy(mine, at, mine, at + 1, degree - at);
        System.arraycopy(mine, half + at, mine, half + at + 1, degree - at);
        mine[at] = peer;
        mine[half + at] = direction;
    }

    private static int[] enlarged(int[] full, int half) {
        int degree = full.length / 2;
        int[] larger = Arrays.copyOf(full, 2 * half);
        System.arraycopy(full, degree, larger, half, degree);
        return larger;
    }

    private void removePeer(int node, int peer) {
        int at = placeOf(node, peer);
        int moved = --degrees[node] - at;
        int[] mine = adjacency[node];
        int half = mine.length / 2;
        System.arraycopy(mine, at + 1, mine, at, moved);
        System.arraycopy(mine, half + at + 1, mine, half + at, moved);
    }
}
