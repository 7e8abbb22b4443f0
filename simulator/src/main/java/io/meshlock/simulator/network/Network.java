package io.meshlock.simulator.network;

import io.meshlock.protocol.Message;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.engine.EventQueue;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The links that are up and the messages in flight on them.
 *
 * <p>A link is a handle, reused after the link went down. Messages in flight are events of the {@link EventQueue}:
 * {@code a} is the sender and {@code b} the receiver. Each is chained to the one sent before it in the same direction,
 * and the {@link PeerTable} has the latest of each direction, so that those of a dying link are found without a search.
 * A message that arrives leaves chain and table as they are; who follows them stops at the first event that is not
 * pending any more. No message outlives its link, so none can ever arrive over a later link between the same nodes.
 */
public final class Network implements Transport {

    private static final int NONE = EventQueue.NONE;

    /** A message gets through after this many failed attempts at the latest. */
    private static final int MOST_FAILURES = 100;

    private final EventQueue queue;
    private final int deliveryKind;
    private final Distribution delay;
    private long constantDelay;
    private final UniformRandomProvider random;
    private @Nullable LinkQuality quality;
    private @Nullable UniformRandomProvider lossRandom;

    /**
     * Per node one array of even length: in its first half the neighbours, ascending, in its second half, in the same
     * order, the links to them. One array costs one memory access where two arrays would cost two.
     */
    private final int[][] adjacency;

    private final int[] degrees;
    private final PeerTable peers;

    /** Per link its lower and its higher end. */
    private int[] ends;

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
     * @param deliveryKind the kind of the events that carry messages
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
        ends = new int[Math.multiplyExact(room, 2)];
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
        return ends[2 * link];
    }

    public int high(int link) {
        return ends[2 * link + 1];
    }

    public int degree(int node) {
        return degrees[node];
    }

    /** The neighbour at a place, 0 ≤ index &lt; {@link #degree}; neighbours ascend. */
    public int peer(int node, int index) {
        return adjacency[node][index];
    }

    public boolean isUp(int a, int b) {
        return PeerTable.find(peers.of(a), b) != PeerTable.NONE;
    }

    /** The handle of the link between two nodes, which must be up. */
    public int linkBetween(int a, int b) {
        int place = placeOf(a, b);
        if (place < 0) {
            throw noLink(a, b);
        }
        return adjacency[a][adjacency[a].length / 2 + place];
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
        int[] table = peers.of(from);
        int place = PeerTable.find(table, to);
        if (place == PeerTable.NONE) {
            throw noLink(from, to);
        }
        int latest = PeerTable.latest(table, place);
        int before = isInFlight(latest, from, to) ? latest : NONE;
        int event = add(from, to, message, before);
        PeerTable.setLatest(table, place, event);
        inFlight++;
    }

    private int add(int from, int to, Message message, int before) {
        if (constantDelay >= 0) { // then none sent earlier arrives later
            return queue.addInOrder(queue.now() + constantDelay, deliveryKind, from, to, before, message);
        }
        long arrival = queue.now() + sampleDelay(from, to);
        long earliest = before == NONE ? arrival : Math.max(arrival, queue.time(before));
        return queue.add(earliest, deliveryKind, from, to, before, message);
    }

    /** True if an event, which may have come out long ago, is a message in flight from one node to the other. */
    private boolean isInFlight(int event, int from, int to) {
        return event != NONE && queue.isPending(event, deliveryKind, from, to);
    }

    private static IllegalStateException noLink(int from, int to) {
        return new IllegalStateException("there is no link from node " + from + " to node " + to);
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
            int low = low(up[index]);
            int high = high(up[index]);
            eachInFlight(low, high, visitor);
            eachInFlight(high, low, visitor);
        }
    }

    private void eachInFlight(int from, int to, FlightVisitor visitor) {
        Deque<Integer> events = new ArrayDeque<>();
        for (int event = latest(from, to); event != NONE; event = before(event, from, to)) {
            events.push(event);
        }
        for (int event : events) {
            visitor.inFlight(from, to, message(queue.payload(event)), queue.time(event));
        }
    }

    /** The message in flight in a direction that was sent last, or {@link #NONE}. */
    private int latest(int from, int to) {
        int[] table = peers.of(from);
        int place = PeerTable.find(table, to);
        int event = place == PeerTable.NONE ? NONE : PeerTable.latest(table, place);
        return isInFlight(event, from, to) ? event : NONE;
    }

    /** The message in flight that was sent before another one in the same direction, or {@link #NONE}. */
    private int before(int event, int from, int to) {
        int before = queue.before(event);
        // The handle may stand for a later message by now.
        return isInFlight(before, from, to) && queue.isBefore(before, event) ? before : NONE;
    }

    /** The message in flight in a direction that arrives first, or {@link #NONE}. */
    private int first(int from, int to) {
        int first = NONE;
        for (int event = latest(from, to); event != NONE; event = before(event, from, to)) {
            first = event;
        }
        return first;
    }

    /** The message of a delivery event, which has come out of the queue, is no longer in flight. */
    public void arrived() {
        inFlight--;
    }

    /** The message that arrives next over a link, as an event of the queue; {@link #NONE} if nothing is in flight. */
    int next(int link) {
        int forth = first(low(link), high(link));
        int back = first(high(link), low(link));
        boolean forthFirst = back == NONE || (forth != NONE && queue.isBefore(forth, back));
        return forthFirst ? forth : back;
    }

    /** The sender of a message in flight. */
    int from(int event) {
        return queue.a(event);
    }

    /** The receiver of a message in flight. */
    int to(int event) {
        return queue.b(event);
    }

    /** Takes a message out of flight and out of the queue. */
    Message take(int event) {
        Message message = message(queue.payload(event));
        arrived();
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
        ends[2 * link] = low;
        ends[2 * link + 1] = high;
        placeInUp[link] = links;
        up[links++] = link;
        insertPeer(low, high, link);
        insertPeer(high, low, link);
    }

    /** Takes down a link on which nothing is in flight. */
    void takeDown(int link) {
        if (next(link) != NONE) {
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

    private int newHandle() {
        if (handles == up.length) {
            int room = handles + (handles >> 1);
            ends = Arrays.copyOf(ends, Math.multiplyExact(room, 2));
            up = Arrays.copyOf(up, room);
            placeInUp = Arrays.copyOf(placeInUp, room);
        }
        return handles++;
    }

    private void updatePeers(int node) {
        peers.fill(node, adjacency[node], degrees[node]);
    }

    /** The index of a neighbour among a node's neighbours; if absent, as in {@code Arrays.binarySearch}. */
    private int placeOf(int node, int peer) {
        return Arrays.binarySearch(adjacency[node], 0, degrees[node], peer);
    }

    private void insertPeer(int node, int peer, int link) {
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
        mine[half + at] = link;
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
