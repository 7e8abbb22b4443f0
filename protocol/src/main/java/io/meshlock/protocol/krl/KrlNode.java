package io.meshlock.protocol.krl;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.krl.KrlMessage.LinkInfo;
import io.meshlock.protocol.krl.KrlMessage.Token;
import io.meshlock.protocol.krl.Tuning.Roaming;
import org.jspecify.annotations.Nullable;

/**
 * A node of KRL: see the package documentation.
 *
 * <p>Every handler updates the state and ends in {@link #sync}: idle tokens go to the first node in the queue; a node
 * with a token stays in reach of nodes without one; a node without a token keeps its request registered at a lower
 * neighbour; and neighbours with an outdated view of the link are told.
 */
final class KrlNode extends Protocol {

    private final Tuning tuning;
    private final Heights heights;
    private final LocalRequests clients;
    private final RequestQueue queue = new RequestQueue();
    private final LocalTokens tokens;

    /** The neighbour that this node sent its request to, until a token arrives from there or the request is void. */
    private @Nullable Neighbour registrar;

    /** The number of the newest search (odd) or answer (even) that this node has heard of. */
    private long stamp;

    /** Raises since the last token was here. */
    private int raises;

    /** For adaptive forwarding only. */
    private final @Nullable Load load;

    KrlNode(Setup setup, Tuning tuning) {
        super(setup);
        this.tuning = tuning;
        this.heights = new Heights(setup);
        this.clients = new LocalRequests(setup.node());
        this.tokens = new LocalTokens(setup.tokens(), tuning.first());
        this.load = tuning.roaming() == Roaming.ADAPT ? new Load() : null;
    }

    // ---- inputs of clients ----

    @Override
    protected void admit(long now, PermitRequest request, Effects out) {
        if (request.permits() > 1) {
            out.rejected(request.id(), Rejection.MORE_THAN_THE_ALGORITHM_GRANTS);
            return;
        }
        if (load != null && !clients.isAnyWaiting() && clients.inside() == 0) {
            load.asked(now);
        }
        clients.ask(request, pool(), out);
        queue.enqueue(node());
        sync(now, out);
    }

    @Override
    public void cancel(long now, long request, Effects out) {
        if (clients.cancel(request)) {
            out.withdrawn(request);
            if (!clients.isAnyWaiting()) {
                queue.delete(node());
            }
        }
    }

    @Override
    public void release(long now, long grant, Effects out) {
        if (clients.leave(grant)) {
            TokenTrail token = tokens.takeUsed();
            tokens.add(token);
            if (load != null) {
                load.left(now);
            }
            boolean rests = load != null && load.isBackSoon();
            sync(rests ? null : token, now, out);
        }
    }

    // ---- inputs of the network ----

    @Override
    public void linkUp(long now, int peer, Effects out) {
        if (heights.find(peer) == null) {
            sendLinkInfo(heights.add(peer, tokens.size()), out);
        }
    }

    @Override
    public void linkDown(long now, int peer, Effects out) {
        Neighbour lost = heights.find(peer);
        if (lost != null) {
            heights.remove(lost);
            queue.delete(peer);
            if (registrar == lost) {
                registrar = null;
            }
            sync(now, out);
        }
    }

    @Override
    public void receive(long now, int from, Message message, Effects out) {
        Neighbour neighbour = heights.find(from);
        if (neighbour != null && message instanceof KrlMessage ours) {
            hear(neighbour, ours.header());
            ours.deliver(this, neighbour, now, out);
        }
    }

    /** Handles the header of a message, unless it was written before its sender saw a token from here. */
    private void hear(Neighbour from, Header header) {
        if (from.isFresh(header)) {
            from.hear(header);
            if (heights.isDown(from)) {
                queue.delete(from.id);
            }
        }
    }

    /**
     * A neighbour that rose above this node has dropped this node's request, or will drop it when it hears this node's
     * height.
     */
    private void dropRegistrarAbove() {
        if (registrar != null && !heights.isDown(registrar)) {
            registrar = null;
        }
    }

    void onRequest(Neighbour from, KrlMessage.Request message, long now, Effects out) {
        if (from.isFresh(message.header()) && heights.isUp(from)) {
            queue.enqueue(from.id);
        }
        sync(now, out);
    }

    void onToken(Neighbour from, Token token, long now, Effects out) {
        from.tokenCame(token.header().height(), node());
        from.visited = true;
        heights.goBelow(token.header().height());
        if (registrar == from) {
            registrar = null; // the sender ignores a request that crossed this token
        }
        raises = 0;
        if (load != null) {
            load.hop(now - token.sentAt());
        }
        tokens.add(token.trip());
        out.tokens(tokens.size());
        sync(token.trip(), now, out);
    }

    void onLinkInfo(Neighbour from, LinkInfo message, long now, Effects out) {
        if (message.stamp() > stamp) {
            stamp = message.stamp();
            if (isSearching()) {
                flood(from, out);
            } else {
                turnTo(from, out);
            }
        }
        sync(now, out);
    }

    /** A holder has answered a search, and the answer arrived from this neighbour: a token can be reached that way. */
    private void turnTo(Neighbour from, Effects out) {
        Height theirs = from.height;
        if (!tokens.isEmpty() || theirs == null || theirs.isBelow(heights.height())) {
            flood(from, out);
        } else {
            heights.goAbove(theirs);
            raised(out);
        }
    }

    // ---- the algorithm ----

    private void sync(long now, Effects out) {
        sync(null, now, out);
    }

    /** Does all that is due; {@code idle} is the trail of a token that has just arrived or become idle, or null. */
    private void sync(@Nullable TokenTrail idle, long now, Effects out) {
        dropRegistrarAbove();
        serve(now, out);
        if (idle != null && tokens.hasIdle() && queue.isEmpty()) {
            moveOn(idle, now, out);
        }
        if (!tokens.isEmpty()) {
            stayInReach(out);
        } else {
            stayRegistered(out);
        }
        TokenState state = heights.tokenState(tokens.size());
        for (Neighbour each : heights.neighbours()) {
            if (heights.misleads(each, state)) {
                sendLinkInfo(each, out);
            }
        }
        Check.invariant(queue.contains(node()) == clients.isAnyWaiting(), "own number in the queue if a client waits");
        Check.invariant(tokens.used() == clients.inside(), "one token in use for each client inside");
    }

    /** [KRL App. GiveTokenToNext], as long as there is an idle token and a node that wants it. */
    private void serve(long now, Effects out) {
        while (tokens.hasIdle() && !queue.isEmpty()) {
            int first = queue.dequeue();
            if (first == node()) {
                TokenTrail token = tokens.takeIdle();
                tokens.use(load == null ? token : load.used(token, now));
                clients.admit(out);
                if (clients.isAnyWaiting()) {
                    queue.enqueue(node());
                }
            } else {
                give(neighbour(first), tokens.takeIdle().wanted(), now, out);
            }
        }
    }

    /** Sends a token that was removed from this node's tokens. */
    private void give(Neighbour to, TokenTrail trip, long now, Effects out) {
        out.tokens(tokens.size());
        out.send(to.id, new Token(header(to), trip, load == null ? 0 : now));
        to.expectToken(heights.height());
        if (registrar == to) {
            registrar = null; // its messages are ignored until it sees the token, even that it dropped the request
        }
        if (tokens.isEmpty() && !queue.isEmpty() && registrar == null) {
            register(to, out); // [KRL App. GiveTokenToNext l.9–10]
        }
    }

    /** Forwards an idle token that no queued node wants, if the tuning says so. */
    private void moveOn(TokenTrail trip, long now, Effects out) {
        if (tuning.roams(trip)) {
            Neighbour next = heights.lowestUnvisited();
            if (next != null) {
                next.visited = true;
                tokens.takeIdle();
                give(next, trip.further(), now, out);
            }
        } else if (tuning.settles(trip)) {
            Neighbour better = heights.betterConnected();
            if (better != null) {
                tokens.takeIdle();
                give(better, trip.nearer(), now, out);
            }
        }
    }

    /**
     * A holder answers searches. If no node without a token is higher, it lowers itself, so that requests can arrive.
     * Neighbours that hold tokens do not count: they need none, and would lower themselves in turn forever.
     */
    private void stayInReach(Effects out) {
        if (isSearching()) {
            stamp++;
            flood(null, out);
        }
        if (!heights.isInReach()) {
            heights.lower();
        }
    }

    /**
     * A node without a token that wants one asks its lowest neighbour. If no neighbour is lower, it raises itself, a
     * limited number of times. Then it starts a search, and is silent until that is answered.
     */
    private void stayRegistered(Effects out) {
        while (!queue.isEmpty() && registrar == null) {
            Neighbour lowest = heights.lowest();
            if (lowest != null) {
                register(lowest, out);
            } else if (isSearching() || !heights.knowsAnyHeight()) {
                return;
            } else if (raises < tuning.raises()) {
                raises++;
                heights.raise();
                raised(out);
            } else {
                stamp++;
                flood(null, out);
            }
        }
    }

    /**
     * Odd stamps are searches, even ones are answers. A node without a token goes from even to odd, a holder from odd
     * to even.
     */
    private boolean isSearching() {
        return stamp % 2 != 0;
    }

    private void register(Neighbour at, Effects out) {
        registrar = at;
        out.send(at.id, new KrlMessage.Request(header(at)));
    }

    /**
     * Announces a raise to all neighbours; those that are lower now have to ask elsewhere. This node asks anew, too:
     * its registrar may have risen above the old height and dropped the request.
     */
    private void raised(Effects out) {
        registrar = null;
        for (Neighbour each : heights.neighbours()) {
            if (heights.isDown(each)) {
                queue.delete(each.id);
            }
        }
        flood(null, out);
    }

    private void flood(@Nullable Neighbour except, Effects out) {
        for (Neighbour each : heights.neighbours()) {
            if (each != except) {
                sendLinkInfo(each, out);
            }
        }
    }

    private void sendLinkInfo(Neighbour to, Effects out) {
        out.send(to.id, new LinkInfo(header(to), stamp));
    }

    private Header header(Neighbour to) {
        return to.tell(
                heights.height(),
                heights.tokenState(tokens.size()),
                heights.neighbours().size());
    }

    private Neighbour neighbour(int id) {
        Neighbour found = heights.find(id);
        if (found == null) {
            throw new IllegalStateException("no link to " + id + ", which is in the queue");
        }
        return found;
    }

    @Override
    public String describe() {
        int held = tokens.size();
        return (held == 1 ? "token" : held > 1 ? held + " tokens" : "no token")
                + " height " + heights.height()
                + " Q " + queue
                + (registrar == null ? "" : " asked " + registrar.id)
                + (tokens.used() == 0 ? "" : " inside " + tokens.used())
                + (isSearching() ? " searching" : "");
    }
}
