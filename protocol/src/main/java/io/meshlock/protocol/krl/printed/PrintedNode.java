package io.meshlock.protocol.krl.printed;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.krl.Height;
import io.meshlock.protocol.krl.RequestQueue;
import io.meshlock.protocol.krl.printed.PrintedMessage.LinkInfo;
import io.meshlock.protocol.krl.printed.PrintedMessage.Request;
import io.meshlock.protocol.krl.printed.PrintedMessage.Token;
import io.meshlock.protocol.printed.PaperNode;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Node i of the paper. Every handler and procedure of the appendix is one method here, its lines marked {@code l.n}; "R
 * n" refers to the readings in the package documentation. With {@code forwarding}, the modules of "KRL with token
 * forwarding" take the places of those they modify.
 */
final class PrintedNode implements PaperNode {

    private enum Status {
        REMAINDER,
        WAITING,
        CRITICAL
    }

    /** No node: what {@code next} is where print leaves it undefined. */
    private static final int NOBODY = -1;

    private final int id;
    private final boolean forwarding;
    private final Surroundings around;
    private final RequestQueue queue = new RequestQueue();

    private Status status = Status.REMAINDER;
    private Height myHeight;
    private int numTokens;
    private int next;

    PrintedNode(Setup setup, boolean forwarding) {
        this.id = setup.node();
        this.forwarding = forwarding;
        this.around = new Surroundings(setup.links());
        this.myHeight = new Height(0, setup.distance(), id);
        this.numTokens = setup.tokens();
        Neighbour lowest = Surroundings.lowest(around.all());
        this.next = numTokens > 0 ? id : lowest == null ? NOBODY : lowest.id;
    }

    boolean isRemainder() {
        return status == Status.REMAINDER;
    }

    boolean isWaiting() {
        return status == Status.WAITING;
    }

    boolean isInside() {
        return status == Status.CRITICAL;
    }

    @Override
    public boolean hasLinkTo(int j) {
        return around.isUp(j);
    }

    /** The flag tokenHolder, which print keeps equal to this. */
    private boolean tokenHolder() {
        return numTokens > 0;
    }

    // ---- the paper's application events ----

    /** [KRL App. "requests access to the CS" l.1–5]. */
    void requests(Effects out) {
        status = Status.WAITING; // l.1
        queue.enqueue(id); // l.2
        if (!tokenHolder()) { // l.3
            if (queue.size() == 1) {
                forwardRequest(out); // l.4
            }
        } else {
            giveTokenToNext(out); // l.5
        }
    }

    /** [KRL App. "releases the CS" l.1–4]; with forwarding l.1–3 and 6 of its own. */
    void releases(Effects out) {
        if (!queue.isEmpty()) {
            giveTokenToNext(out); // l.1
        } else if (forwarding) {
            pickLowestAndForwardToken(out); // forwarding l.3
        }
        status = Status.REMAINDER; // l.2, forwarding l.6
        if (!forwarding && around.allBelow(myHeight)) { // l.3: whether it still holds a token or not
            lowerHeight(out); // l.4
        }
    }

    // ---- the paper's messages ----

    /** [KRL App. Request l.1–11]. */
    void onRequest(int j, Height h, Effects out) {
        if (around.of(j).receivedLI) { // l.1
            around.of(j).height = h; // l.2
        }
        if (around.isAbove(j, myHeight)) {
            queue.enqueue(j); // l.3
        }
        if (tokenHolder()) { // l.4
            boolean free = status == Status.REMAINDER || (status == Status.CRITICAL && numTokens > 1);
            if (!queue.isEmpty() && free) { // l.5
                giveTokenToNext(out); // l.6
            }
        } else if (around.allAbove(myHeight)) { // l.8
            raiseHeight(out); // l.9
        } else if (queueIs(j) || (!queue.isEmpty() && around.isAbove(next, myHeight))) { // l.10
            forwardRequest(out); // l.11
        }
    }

    /** [KRL App. Token l.1–10]; with forwarding l.1–12 of its own. */
    void onToken(int j, Height h, Effects out) {
        Neighbour from = around.of(j);
        if (forwarding) {
            from.visited = true; // forwarding l.1
        }
        setTokens(numTokens + 1, out); // l.1–2
        from.height = h; // l.3
        if (h.isBelow(myHeight)) { // l.4
            Height lower = h.oneDown(id);
            for (Neighbour k : around.those(each -> each != from && Surroundings.isBelow(each, myHeight))) {
                out.send(k.id, new LinkInfo(lower)); // l.5
            }
            myHeight = lower; // l.6–7
        }
        out.send(j, new LinkInfo(h.oneDown(id))); // l.8, R5
        if (!queue.isEmpty()) {
            giveTokenToNext(out); // l.9
        } else if (forwarding) {
            pickLowestAndForwardToken(out); // forwarding l.12
        } else {
            next = id; // l.10
        }
    }

    /** [KRL App. LinkInfo l.1–14]. */
    void onLinkInfo(int j, Height h, Effects out) {
        Neighbour from = around.of(j);
        from.inN = true; // l.1
        if (from.forming && !myHeight.equals(from.formHeight)) { // l.2
            out.send(j, new LinkInfo(myHeight)); // l.3
        }
        from.forming = false; // l.4
        if (from.receivedLI) {
            from.height = h; // l.5
        } else if (h.equals(from.height)) {
            from.receivedLI = true; // l.6
        }
        if (Surroundings.isBelow(from, myHeight)) {
            queue.delete(j); // l.7
        }
        if (tokenHolder() && around.allBelow(myHeight)) { // l.8–9
            lowerHeight(out); // l.10
        }
        if (around.allAbove(myHeight) && !tokenHolder()) { // l.11
            raiseHeight(out); // l.12
        } else if (!queue.isEmpty() && around.isAbove(next, myHeight)) { // l.13: also by a token holder
            forwardRequest(out); // l.14
        }
    }

    // ---- the paper's link events ----

    /** [KRL App. "failure of link" l.1–10]. */
    @Override
    public void onLinkFailed(int j, Effects out) {
        Neighbour lost = around.of(j);
        lost.up = false;
        lost.inN = false; // l.1
        queue.delete(j); // l.2
        lost.receivedLI = true; // l.3
        if (!tokenHolder()) { // l.4
            if (around.allAbove(myHeight)) { // l.5
                raiseHeight(out); // l.6
            } else if (!queue.isEmpty() && !around.contains(next)) { // l.7
                forwardRequest(out); // l.8
            }
        } else if (around.allBelow(myHeight)) { // l.9
            lowerHeight(out); // l.10
        }
    }

    /** [KRL App. "formation of link" l.1–3]; with forwarding l.1–4. */
    @Override
    public void onLinkFormed(int j, Effects out) {
        Neighbour to = around.comesUp(j);
        out.send(j, new LinkInfo(myHeight)); // l.1
        to.forming = true; // l.2
        to.formHeight = myHeight; // l.3
        to.visited = false; // forwarding l.4
    }

    // ---- the paper's procedures ----

    /** [KRL App. ForwardRequest l.1–2]; nothing if N is empty (R2). */
    private void forwardRequest(Effects out) {
        Neighbour lowest = Surroundings.lowest(around.all());
        if (lowest != null) {
            next = lowest.id; // l.1
            out.send(next, new Request(myHeight)); // l.2
        }
    }

    /** [KRL App. GiveTokenToNext l.1–13]. */
    private void giveTokenToNext(Effects out) {
        next = queue.dequeue(); // l.1
        if (next != id) { // l.2
            sendToken(around.of(next), out); // l.3–8
            if (numTokens == 0 && !queue.isEmpty()) { // l.9
                out.send(next, new Request(myHeight)); // l.10
            }
        } else {
            status = Status.CRITICAL; // l.12
        } // l.13, Enter CS: PrintedProtocol sees the status
    }

    /** [KRL App. GiveTokenToNext l.3–8, PickLowest&amp;ForwardToken l.5–10]. */
    private void sendToken(Neighbour to, Effects out) {
        setTokens(numTokens - 1, out);
        to.height = myHeight.oneDown(to.id);
        to.receivedLI = false;
        out.send(to.id, new Token(myHeight));
    }

    /** [KRL App. PickLowest&amp;ForwardToken l.1–10]; nothing if N is empty (R2). */
    private void pickLowestAndForwardToken(Effects out) {
        List<Neighbour> all = around.all();
        if (all.stream().allMatch(each -> each.visited)) { // l.1
            all.forEach(each -> each.visited = false); // l.2
        }
        Neighbour lowest = Surroundings.lowest(around.those(each -> !each.visited)); // l.3, R6
        if (lowest != null) {
            next = lowest.id;
            lowest.visited = true; // l.4
            sendToken(lowest, out); // l.5–10
        }
    }

    /** [KRL App. RaiseHeight l.1–7]. */
    private void raiseHeight(Effects out) {
        myHeight = myHeight.raisedAmong(around.heights()); // l.1–3, R2
        for (Neighbour k : around.all()) {
            out.send(k.id, new LinkInfo(myHeight)); // l.4
        }
        for (Neighbour k : around.those(each -> Surroundings.isBelow(each, myHeight))) { // l.5
            queue.delete(k.id); // l.6
        }
        if (!queue.isEmpty()) {
            forwardRequest(out); // l.7
        }
    }

    /** [KRL App. LowerHeight l.1–4]. */
    private void lowerHeight(Effects out) {
        myHeight = myHeight.loweredAmong(around.heights()); // l.1–3, R2
        for (Neighbour k : around.those(each -> Surroundings.isAbove(each, myHeight))) {
            out.send(k.id, new LinkInfo(myHeight)); // l.4, R4
        }
    }

    private boolean queueIs(int j) {
        return queue.size() == 1 && queue.contains(j);
    }

    private void setTokens(int count, Effects out) {
        numTokens = count;
        out.tokens(count);
    }

    @Override
    public String toString() {
        return status + " height " + myHeight + (next == NOBODY ? " next nobody" : " next " + next) + " Q " + queue
                + (numTokens > 0 ? " tokens " + numTokens : "")
                + around.those(each -> !each.receivedLI).stream()
                        .map(each -> " deaf to " + each.id)
                        .collect(Collectors.joining());
    }
}
