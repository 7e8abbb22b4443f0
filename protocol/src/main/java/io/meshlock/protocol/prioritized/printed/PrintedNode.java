package io.meshlock.protocol.prioritized.printed;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.printed.PaperNode;
import org.jspecify.annotations.Nullable;

/**
 * Node i of the paper. Every handler and procedure of the appendix is one method here, its lines marked {@code l.n}; "R
 * n" refers to the readings and "repair n" to the repairs in the package documentation. {@link Surroundings} keeps the
 * neighbours and their heights as last heard.
 */
final class PrintedNode implements PaperNode {

    private enum State {
        NCS,
        ES,
        CS
    }

    private final int id;
    private final boolean repaired;
    private final long epsilon;
    private final Surroundings around;
    private final RequestQueue queue = new RequestQueue();

    private State state = State.NCS;
    private Height height;
    private int next;
    private boolean tokenHolder;
    private int t;

    /** Blocked in giveTokenToFrontOfQ l.10, the own request already dequeued. */
    private boolean waitingForPermits;

    /** The one local request that is inside the algorithm; null exactly in NCS. */
    private @Nullable Need own;

    /** Repair 4: permits released while there was no neighbour to tell. */
    private int unsentRelease;

    private int grantSerial;

    PrintedNode(Setup setup, boolean repaired, long epsilon) {
        this.id = setup.node();
        this.repaired = repaired;
        this.epsilon = epsilon;
        this.around = new Surroundings(setup.links());
        this.height = new Height(0, setup.distance(), id);
        this.tokenHolder = setup.bootstrap();
        this.t = setup.bootstrap() ? setup.pool().permits() : 0;
        this.next = setup.bootstrap() ? id : around.lowest();
    }

    // ---- for PrintedProtocol ----

    boolean isIdle() {
        return state == State.NCS;
    }

    @Override
    public boolean hasLinkTo(int j) {
        return around.isUp(j);
    }

    boolean holds(long grant) {
        return state == State.CS && own().grant == grant;
    }

    /**
     * R10: a cancelled request stays in the algorithm and is released as soon as it is granted. False if it does not
     * wait here.
     */
    boolean abandon(long request) {
        if (state != State.ES || own().abandoned || own().request.id() != request) {
            return false;
        }
        own().abandoned = true;
        return true;
    }

    boolean insideForNobody() {
        return state == State.CS && own().abandoned;
    }

    // ---- the paper's application events ----

    /** [Jiang-P App. "requests to enter the CS" l.1–5]. */
    void requests(Need need, Effects out) {
        own = need;
        state = State.ES; // l.1
        queue.enqueue(id, need.priority); // l.2
        if (tokenHolder) {
            giveTokenToFrontOfQ(out); // l.5
        } else if (queue.size() == 1) {
            forwardRequest(out); // l.3–4
        } else if (repaired && queue.front() == id) {
            forwardUpdate(out); // repair 3: in print the others are not told that the front has become more urgent
        }
    }

    /** [Jiang-P App. "leaves the CS" l.1–7]. */
    void leaves(Effects out) {
        int r = own().permits();
        own = null;
        state = State.NCS; // l.1
        queue.age(epsilon); // l.2
        if (!tokenHolder) {
            forwardRelease(r, out); // l.3–4
        } else {
            t += r; // l.6
            giveTokenToFrontOfQ(out); // l.7
        }
    }

    // ---- the paper's messages ----

    /** [Jiang-P App. TOKEN l.1–6]. */
    void onToken(int j, PrintedMessage.Token message, Effects out) {
        Check.invariant(!tokenHolder, "a second token arrived");
        tokenHolder = true; // l.1
        t = message.t();
        out.tokens(1);
        around.of(j).seen = message.height(); // l.2
        height = new Height(message.height().h1(), message.height().h2() - 1, id); // l.3–4
        if (repaired) {
            next = id; // repair 3: a holder of the token is registered at no neighbour
        }
        sendLinkToAll(out); // l.5
        giveTokenToFrontOfQ(out); // l.6
    }

    /** [Jiang-P App. REQUEST l.1–8]. */
    void onRequest(int j, PrintedMessage.Request message, Effects out) {
        if (around.of(j).receivedLink) {
            around.of(j).seen = message.height(); // l.1
        }
        if (around.isAbove(j, height)) {
            queue.enqueue(j, message.priority()); // l.2
        }
        if (tokenHolder) { // l.3
            if (state != State.CS || repaired) { // repair 2: being inside is no reason to keep the token
                giveTokenToFrontOfQ(out); // l.4
            }
        } else if (queue.size() == 1 || (!queue.isEmpty() && around.isAbove(next, height))) {
            forwardRequest(out); // l.6
        } else if (queue.size() >= 2 && queue.front() == j) {
            forwardUpdate(out); // l.7–8
        }
    }

    /** [Jiang-P App. UPDATE l.1–7]. */
    void onUpdate(int j, PrintedMessage.Update message, Effects out) {
        if (!queue.contains(j)) {
            return; // l.1
        }
        boolean movedToFront = queue.update(j, message.priority()); // l.2
        if (repaired) {
            if (tokenHolder) {
                giveTokenToFrontOfQ(out); // repair 1: the own request is in Q and goes with l.8 of the procedure
            }
        } else if (tokenHolder
                && state == State.ES
                && message.priority() > own().priority
                && queue.front() == j) { // l.3, R3
            giveTokenToFrontOfQ(out); // l.4, R4
            out.send(next, new PrintedMessage.Request(own().priority, height)); // l.5
        }
        if (!tokenHolder && movedToFront) {
            forwardUpdate(out); // l.6–7
        }
    }

    /** [Jiang-P App. RELEASE l.1–4]. */
    void onRelease(PrintedMessage.Release message, Effects out) {
        if (!tokenHolder) {
            forwardRelease(message.r(), out); // l.3–4
            return;
        }
        t += message.r(); // l.1–2
        if (repaired) {
            giveTokenToFrontOfQ(out); // repair 1: the own request may be granted now
        } else {
            resumeWaiting(out);
        }
    }

    /** [Jiang-P App. LINK l.1–8]. */
    void onLink(int j, PrintedMessage.Link message, Effects out) {
        Neighbour from = around.of(j);
        from.inN = true; // l.1
        if (from.forming && !height.equals(from.formHeight)) {
            sendLink(j, out); // l.2
        }
        from.forming = false; // l.3
        if (from.receivedLink) {
            from.seen = message.height(); // l.4
        } else if (message.height().equals(from.seen)) {
            from.receivedLink = true; // l.5
        }
        if (around.isBelow(j, height)) {
            queue.delete(j); // l.6
        }
        if (!tokenHolder && around.allAbove(height)) {
            raiseHeight(out); // l.7
        } else if (!queue.isEmpty() && (around.isAbove(next, height) || (repaired && next == Surroundings.NOBODY))) {
            forwardRequest(out); // l.8; repair 4: also if there was no neighbour to ask before
        }
        if (unsentRelease > 0 && !tokenHolder) {
            int r = unsentRelease;
            unsentRelease = 0;
            forwardRelease(r, out); // repair 4
        }
    }

    // ---- the paper's link events ----

    /** [Jiang-P App. "formation of link" l.1–3]. */
    @Override
    public void onLinkFormed(int j, Effects out) {
        Neighbour to = around.comesUp(j);
        sendLink(j, out); // l.1
        to.forming = true; // l.2
        to.formHeight = height; // l.3
    }

    /** [Jiang-P App. "failure of link" l.1–6]. */
    @Override
    public void onLinkFailed(int j, Effects out) {
        around.goesDown(j); // l.1, l.3
        queue.delete(j); // l.2
        if (repaired && next == j) {
            next = Surroundings.NOBODY; // repair 4: the same link may be back before the request is sent again
        }
        if (!tokenHolder) { // l.4
            if (around.allAbove(height)) {
                raiseHeight(out); // l.5
            } else if (!queue.isEmpty() && !around.contains(next)) {
                forwardRequest(out); // l.6
            }
        }
    }

    // ---- the paper's procedures ----

    /** [Jiang-P App. forwardRequest l.1–2]. */
    private void forwardRequest(Effects out) {
        int lowest = around.lowest();
        if (lowest == Surroundings.NOBODY) {
            if (repaired) {
                next = Surroundings.NOBODY; // repair 4: remembered until a LINK arrives
            }
            return; // R5
        }
        next = lowest; // l.1
        out.send(next, new PrintedMessage.Request(queue.frontPriority(), height)); // l.2
    }

    /** [Jiang-P App. forwardUpdate l.1–2]. */
    private void forwardUpdate(Effects out) {
        if (!repaired && around.lowest() != Surroundings.NOBODY) {
            next = around.lowest(); // l.1; repair 3: stay with the neighbour that has the request to be updated
        }
        if (!queue.isEmpty() && around.contains(next)) { // R5
            out.send(next, new PrintedMessage.Update(queue.frontPriority(), height)); // l.2
        }
    }

    /** [Jiang-P App. forwardRelease l.1–2]. */
    private void forwardRelease(int r, Effects out) {
        int lowest = around.lowest();
        if (lowest == Surroundings.NOBODY) {
            if (repaired) {
                unsentRelease += r; // repair 4; in print the permits are gone for good, R5
            }
            return;
        }
        if (!repaired) {
            next = lowest; // l.1; repair 3: a release says nothing about where the requests are
        }
        out.send(lowest, new PrintedMessage.Release(r, height)); // l.2
    }

    /** [Jiang-P App. giveTokenToFrontOfQ l.1–14]. */
    private void giveTokenToFrontOfQ(Effects out) {
        if (queue.isEmpty()) {
            return; // R7
        }
        if (repaired && queue.front() == id && t < own().permits()) {
            return; // repair 1: wait with the request in Q, where a more urgent one can overtake it and nothing else
        }
        waitingForPermits = false; // R8: called while blocked in l.10, so this is the preemption its comment speaks of
        long priority = queue.frontPriority();
        next = queue.dequeue(); // l.1
        queue.age(epsilon); // l.2
        if (next != id) { // l.3
            passToken(around.of(next), out);
        } else { // l.9
            own().priority = priority;
            waitingForPermits = true; // l.10
            resumeWaiting(out);
        }
    }

    /** [Jiang-P App. giveTokenToFrontOfQ l.4–8]. */
    private void passToken(Neighbour to, Effects out) {
        tokenHolder = false; // l.4
        to.seen = new Height(height.h1(), height.h2() - 1, next); // l.5
        to.receivedLink = false; // l.6
        out.send(next, new PrintedMessage.Token(t, height)); // l.7
        t = 0;
        out.tokens(0);
        if (!queue.isEmpty()) {
            out.send(next, new PrintedMessage.Request(queue.frontPriority(), height)); // l.8
        }
    }

    /** [Jiang-P App. giveTokenToFrontOfQ l.10–14]: goes on if the permits are there. */
    private void resumeWaiting(Effects out) {
        Need need = own;
        if (!waitingForPermits || need == null || t < need.permits()) {
            return; // l.10
        }
        waitingForPermits = false;
        t -= need.permits(); // l.11
        state = State.CS; // l.12
        if (!need.abandoned) { // R10
            need.grant = Key.requestNumber(id, ++grantSerial);
            out.decided(need.grant, need.key);
            out.granted(new PermitGrant(need.grant, need.request.id(), need.permits(), Slots.NONE)); // l.13
        }
        giveTokenToFrontOfQ(out); // l.14
    }

    /** [Jiang-P App. raiseHeight l.1–6]. */
    private void raiseHeight(Effects out) {
        height = around.raised(height); // l.1–3
        sendLinkToAll(out); // l.4
        around.forEachBelow(height, queue::delete); // l.5
        if (!queue.isEmpty()) {
            forwardRequest(out); // l.6
        }
    }

    private void sendLinkToAll(Effects out) {
        around.forEachInN(j -> sendLink(j, out));
    }

    private void sendLink(int j, Effects out) {
        out.send(j, new PrintedMessage.Link(height));
    }

    /** The own request, in ES and CS. */
    private Need own() {
        Need need = own;
        if (need == null) {
            throw new IllegalStateException("no own request in " + state);
        }
        return need;
    }

    @Override
    public String toString() {
        return state
                + (waitingForPermits ? " waiting for permits" : "")
                + " height " + height
                + (next == Surroundings.NOBODY ? " next nobody" : " next " + next)
                + " Q " + queue
                + (tokenHolder ? " token t=" + t : "")
                + (unsentRelease > 0 ? " unsent release " + unsentRelease : "");
    }
}
