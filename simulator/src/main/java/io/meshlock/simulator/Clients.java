package io.meshlock.simulator;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Ticks;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.engine.EventQueue;
import io.meshlock.simulator.engine.Feature;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The clients of all nodes: they ask, wait, lose patience, hold and give back, as the workload says.
 *
 * <p>A closed-loop client thinks again when its request is over; a Poisson client keeps asking, independently of its
 * earlier requests. Each client draws the same numbers in the same order for each of its requests, even those that it
 * does not need.
 */
final class Clients implements Feature {

    /** The person at node n has the client number {@code FIRST_PERSON - n}; {@link RequestTable#NONE} is no client. */
    private static final int FIRST_PERSON = -2;

    private static final long NOTHING = Long.MIN_VALUE;

    /** As the hold time of a request: until somebody gives the permits back by hand. */
    static final long BY_HAND = -1;

    private final WorldSpec.Workload workload;
    private final EventQueue queue;
    private final ClientRandom random;
    /** The nodes that ask at all, ascending. Client c belongs to the node at c / workload.clients(). */
    private final int[] asking;
    /** Clients below this number have the first think time, the others the second. */
    private final int busyClients;

    private final Distribution busyThink;
    private final Distribution otherThink;
    private final RequestTable requests = new RequestTable();
    private long lastRequest;
    /** The number of the grant that is being given back. */
    private long givingBack = NOTHING;

    private boolean stopped;

    Clients(WorldSpec spec, EventQueue queue, long seed) {
        this.workload = spec.workload();
        this.queue = queue;
        this.asking = askingNodes(spec);
        this.random = new ClientRandom(Math.multiplyExact(asking.length, workload.clients()), seed);
        checkThatTimePasses();
        WorldSpec.Skew skew = workload.skew();
        if (skew == null || asking.length < 2) {
            busyClients = 0;
            busyThink = workload.think();
            otherThink = workload.think();
        } else {
            int busy = Math.max(1, Math.min(asking.length - 1, (int) Math.round(skew.share() * asking.length)));
            double share = (double) busy / asking.length;
            busyClients = busy * workload.clients();
            // Requests per time are the inverse of think time; the total stays what it would be without skew. In a
            // closed loop that waits long, waiting evens the shares out: nobody can know by how much beforehand.
            busyThink = workload.think().scaled(share / skew.load());
            otherThink = workload.think().scaled((1 - share) / (1 - skew.load()));
        }
    }

    /** Lets every client think for the first time. */
    @Override
    public void start() {
        for (int client = 0; client < asking.length * workload.clients(); client++) {
            think(client, 0);
        }
    }

    /** From now on nobody asks, and nobody loses patience. */
    @Override
    public void heal() {
        stopped = true;
    }

    /** How many requests wait or hold permits. */
    int outstanding() {
        return requests.size();
    }

    /** A client's think time is over. */
    void ask(int client, Nodes nodes) {
        if (stopped) {
            return;
        }
        random.of(client);
        int permits = workload.permits().sampleWhole(random);
        int priority = workload.priority().sampleWhole(random);
        Distribution deadline = workload.deadline();
        long due = deadline == null ? PermitRequest.NO_DEADLINE : queue.now() + deadline.sampleTicks(random);
        Distribution patience = workload.patience();
        long patienceTicks = patience == null ? 0 : patience.sampleTicks(random);
        int place = requests.add(++lastRequest, client, workload.hold().sampleTicks(random));
        if (patience != null) {
            requests.setEvent(place, queue.add(queue.now() + patienceTicks, EventKind.PATIENCE_END, place, 0, null));
        }
        if (workload.arrivals() == WorldSpec.Arrivals.POISSON) {
            think(client, 0);
        }
        nodes.request(nodeOf(client), new PermitRequest(lastRequest, permits, priority, due));
    }

    /** A client has waited as long as it is willing to: it cancels its request. */
    void losePatience(int place, Nodes nodes) {
        requests.setEvent(place, EventQueue.NONE);
        if (!stopped) {
            nodes.cancel(nodeOf(requests.client(place)), requests.id(place));
        }
    }

    /** A client has held its permits long enough. */
    void giveBack(int place, Nodes nodes) {
        PermitGrant grant = requests.grant(place);
        if (grant == null) {
            throw new IllegalStateException("request " + requests.id(place) + " holds nothing to give back");
        }
        int client = requests.client(place);
        requests.setEvent(place, EventQueue.NONE);
        leave(place, 0);
        givingBack = grant.number();
        nodes.release(nodeOf(client), grant);
        givingBack = NOTHING;
    }

    /** True if the request whose id ends like this is still at its place, and holds permits. */
    boolean isHeld(int place, int idEnd) {
        return requests.isUsed(place) && (int) requests.id(place) == idEnd && requests.grant(place) != null;
    }

    /** A client has held half of its permits long enough. */
    void giveBackHalf(int place, Nodes nodes) {
        PermitGrant grant = requests.grant(place);
        if (grant != null) {
            PermitGrant part = grant.part(grant.slots().highest(grant.permits() / 2));
            requests.setGrant(place, grant.part(grant.slots().without(part.slots())));
            nodes.giveBack(nodeAt(place), part);
        }
    }

    /** A client whose node is away thinks again instead. */
    void thinkAgain(int client) {
        think(client, Ticks.PER_UNIT);
    }

    int nodeOf(int client) {
        return client <= FIRST_PERSON ? FIRST_PERSON - client : asking[client / workload.clients()];
    }

    /** A person asks at a node, beside the clients that the workload has there; returns the request's id. */
    long askByHand(int node, int permits, int priority, long deadline, long hold, Nodes nodes) {
        requests.add(++lastRequest, FIRST_PERSON - node, hold);
        long id = lastRequest;
        nodes.request(node, new PermitRequest(id, permits, priority, deadline));
        return id;
    }

    /** A person takes a request back, or gives back what it holds; false if it is over already. */
    boolean endByHand(long id, Nodes nodes) {
        int place = requests.placeOf(id);
        if (place == RequestTable.NONE) {
            return false;
        }
        if (requests.grant(place) == null) {
            nodes.cancel(nodeAt(place), id);
        } else {
            forgetEvent(place);
            giveBack(place, nodes);
        }
        return true;
    }

    /** Whose request it is, or -1 if it is over. */
    int nodeOfRequest(long id) {
        int place = requests.placeOf(id);
        return place == RequestTable.NONE ? -1 : nodeAt(place);
    }

    /** The id of the request at a place. Keep this instead of the place, which may be reused. */
    long idAt(int place) {
        return requests.id(place);
    }

    /** The node whose client made the request at a place. */
    int nodeAt(int place) {
        return nodeOf(requests.client(place));
    }

    /** The pending event of the request at a place has fired, but its node cannot handle it yet. */
    void putOff(int place) {
        requests.setEvent(place, EventQueue.NONE);
    }

    /** Like {@link #giveBack}, unless the request holds nothing any more. */
    void giveBackLate(long id, Nodes nodes) {
        int place = requests.placeOf(id);
        if (place != RequestTable.NONE && requests.grant(place) != null) {
            giveBack(place, nodes);
        }
    }

    /** Like {@link #losePatience}, unless the request waits no more. */
    void losePatienceLate(long id, Nodes nodes) {
        int place = requests.placeOf(id);
        if (place != RequestTable.NONE && requests.grant(place) == null) {
            losePatience(place, nodes);
        }
    }

    /** A client asks for the whole pool after the workload has ended, and gives it back at once. */
    void askForAll(int client, int permits, Nodes nodes) {
        requests.add(++lastRequest, client, 0);
        nodes.request(nodeOf(client), PermitRequest.of(lastRequest, permits));
    }

    /** How many clients there are. */
    int count() {
        return asking.length * workload.clients();
    }

    /**
     * A client must not use its grant any more; it goes on as if it had released it. Returns null if the client is
     * releasing it just now: the node may find only then that the lease is over.
     */
    @Nullable
    PermitGrant lost(int node, long number) {
        if (number == givingBack) {
            return null;
        }
        for (int place = 0; place < requests.places(); place++) {
            PermitGrant grant = requests.isUsed(place) ? requests.grant(place) : null;
            if (grant != null && grant.number() == number && nodeOf(requests.client(place)) == node) {
                leave(place, 0);
                return grant;
            }
        }
        throw new IllegalStateException("grant " + number + " was lost at node " + node + ", which does not hold it");
    }

    /**
     * The node lost its memory: the requests of its clients are withdrawn. Their grants count as released or, if grants
     * have leases, as lost: others must wait for those leases.
     */
    void forget(int node, boolean leases, Journal journal) {
        for (int place = 0; place < requests.places(); place++) {
            if (requests.isUsed(place) && nodeOf(requests.client(place)) == node) {
                PermitGrant grant = requests.grant(place);
                if (grant == null) {
                    journal.withdrawn(queue.now(), node, requests.id(place));
                } else if (leases) {
                    journal.grantLost(queue.now(), node, grant);
                } else {
                    journal.released(queue.now(), node, grant);
                }
                leave(place, 0);
            }
        }
    }

    void granted(int node, PermitGrant grant) {
        int place = waitingPlace(node, grant.request(), "granted");
        requests.setGrant(place, grant);
        forgetEvent(place);
        long hold = requests.hold(place);
        if (hold != BY_HAND) {
            requests.setEvent(place, queue.add(queue.now() + hold, EventKind.HOLD_END, place, 0, null));
            if (workload.parts() && grant.permits() > 1) {
                int idEnd = (int) requests.id(place);
                queue.add(queue.now() + hold / 2, EventKind.HALF_END, place, idEnd, null);
            }
        }
    }

    void rejected(int node, long request) {
        // At least a time unit until the next try: a client that thinks for no time would stop the clock.
        leave(waitingPlace(node, request, "rejected"), Ticks.PER_UNIT);
    }

    void withdrawn(int node, long request) {
        leave(waitingPlace(node, request, "withdrawn"), 0);
    }

    /** Ends a request; a closed-loop client thinks on. */
    private void leave(int place, long leastThink) {
        forgetEvent(place);
        int client = requests.client(place);
        requests.remove(place);
        if (workload.arrivals() == WorldSpec.Arrivals.CLOSED && client > FIRST_PERSON) {
            think(client, leastThink);
        }
    }

    private void think(int client, long least) {
        Distribution think = client < busyClients ? busyThink : otherThink;
        long span = Math.max(least, think.sampleTicks(random.of(client)));
        if (!stopped) {
            queue.add(queue.now() + span, EventKind.REQUEST, client, 0, null);
        }
    }

    private void forgetEvent(int place) {
        if (requests.event(place) != EventQueue.NONE) {
            queue.cancel(requests.event(place));
            requests.setEvent(place, EventQueue.NONE);
        }
    }

    private int waitingPlace(int node, long request, String what) {
        int place = requests.placeOf(request);
        if (place == RequestTable.NONE || requests.grant(place) != null || nodeOf(requests.client(place)) != node) {
            throw new IllegalStateException(
                    "request " + request + " was " + what + " at node " + node + ", where it is not waiting");
        }
        return place;
    }

    private void checkThatTimePasses() {
        double cycle = workload.arrivals() == WorldSpec.Arrivals.POISSON
                ? workload.think().mean()
                : workload.think().mean() + workload.hold().mean();
        if (!(cycle > 0)) {
            throw new IllegalArgumentException("clients would ask without end at one instant: think " + workload.think()
                    + ", hold " + workload.hold());
        }
    }

    private static int[] askingNodes(WorldSpec spec) {
        List<Integer> only = spec.workload().only();
        if (only == null) {
            int[] all = new int[spec.hosts()];
            Arrays.setAll(all, node -> node);
            return all;
        }
        int[] some =
                only.stream().mapToInt(Integer::intValue).sorted().distinct().toArray();
        for (int node : some) {
            if (node < 0 || node >= spec.nodes()) {
                throw new IllegalArgumentException(
                        "the workload names node " + node + ", but nodes go from 0 to " + (spec.nodes() - 1));
            }
        }
        return some;
    }
}
