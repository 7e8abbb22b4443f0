package io.meshlock.protocol.lookahead.printed;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.TimerId;
import io.meshlock.protocol.lookahead.Matrix;
import io.meshlock.protocol.queue.Waiting;
import io.meshlock.protocol.queue.WaitingQueue;
import java.util.Arrays;

/** A host of [Wu], Figure 2, block by block. */
final class PrintedHost extends Protocol {

    /** The timers of a host. */
    private enum Timer implements TimerId {
        /** "Timeout": hosts that have not answered are asked again. */
        TIMEOUT(0);

        private final int id;

        Timer(int id) {
            this.id = id;
        }

        @Override
        public int id() {
            return id;
        }
    }

    private static final long NULL = Long.MIN_VALUE;

    private final long retry;
    private final boolean insideDefers;
    private final boolean breaksTies;
    private final boolean logicalClock;

    /** In Status_set if true, otherwise in Info_set. */
    private final boolean[] status;

    private final boolean[] qReq;
    private final boolean[] toReq;
    private long tsReq = NULL;
    private long tRec = NULL;

    // What print leaves out: the clock, the local clients, the timer.
    private long clock;
    private final WaitingQueue<Waiting.Plain> queued = new WaitingQueue<>();
    private int serial;
    private long request;
    private boolean abandoned;
    private boolean inside;
    private long grants; // the number of the latest grant
    private boolean timing;

    PrintedHost(Setup setup) {
        super(setup);
        int hosts = setup.meshSize() == 1 ? 0 : setup.meshSize();
        retry = setup.options().get(PrintedLookAhead.RETRY);
        insideDefers = setup.options().isOn(PrintedLookAhead.INSIDE_DEFERS);
        breaksTies = setup.options().isOn(PrintedLookAhead.TIES);
        logicalClock = setup.options().isOn(PrintedLookAhead.LOGICAL_CLOCK);
        status = new boolean[hosts];
        qReq = new boolean[hosts];
        toReq = new boolean[hosts];
        long seed = setup.options().get(PrintedLookAhead.MATRIX_SEED);
        for (int host = 0; host < hosts; host++) { // Figure 1, step 2; after a loss of memory, all are to be informed
            status[host] = setup.incarnation() == 0 && host != node() && Matrix.says(seed, node(), host);
        }
    }

    // ---- clients: the paper's host has one request at a time ----

    @Override
    protected void admit(long now, PermitRequest wanted, Effects out) {
        Key key = pool().key(wanted, 0, Key.requestNumber(node(), ++serial));
        queued.add(new Waiting.Plain(key, wanted.id()));
        next(now, out);
    }

    private void next(long now, Effects out) {
        if (tsReq == NULL && !queued.isEmpty()) {
            request = queued.takeBest().id();
            abandoned = false;
            requestCs(now, out);
        }
    }

    @Override
    public void cancel(long now, long id, Effects out) {
        boolean competes = tsReq != NULL && !inside && !abandoned && request == id;
        if (queued.remove(id) != null || competes) {
            abandoned |= competes; // no cancelling in print: it goes on, and leaves as soon as it is inside
            out.withdrawn(id);
        }
    }

    @Override
    public void release(long now, long grant, Effects out) {
        if (inside && grant == grants) {
            exitCs(out);
            next(now, out);
        }
    }

    // ---- Figure 2, left column ----

    private void requestCs(long now, Effects out) {
        tsReq = time(now);
        for (int host = 0; host < status.length; host++) {
            if (host != node() && !status[host]) {
                sendRequest(host, out);
            }
        }
        enterCs(out);
    }

    private void sendRequest(int host, Effects out) {
        out.send(host, new PrintedMessage.Request(tsReq));
        toReq[host] = true;
        if (!timing) {
            timing = true;
            out.setTimer(Timer.TIMEOUT, retry);
        }
    }

    private void enterCs(Effects out) {
        for (boolean waitsFor : toReq) {
            if (waitsFor) {
                return;
            }
        }
        if (tsReq == NULL || inside) {
            return; // a late REPLY also goes to "Enter CS"
        }
        inside = true;
        if (abandoned) {
            exitCs(out);
        } else {
            grants++;
            out.granted(new PermitGrant(grants, request, 1, Slots.NONE));
        }
    }

    private void exitCs(Effects out) {
        inside = false;
        tsReq = NULL;
        for (int host = 0; host < status.length; host++) {
            if (host != node() && !status[host]) {
                out.send(host, new PrintedMessage.Reply());
                qReq[host] = false;
            }
        }
    }

    /** Enter doze mode, or disconnect voluntarily. */
    @Override
    public void leave(long now, Effects out) {
        broadcast(new PrintedMessage.Disconnect(), out);
        allInfo();
        if (tsReq != NULL && !inside) {
            tsReq = NULL;
            Arrays.fill(toReq, false);
            if (!abandoned) {
                out.withdrawn(request);
            }
        }
        while (!queued.isEmpty()) {
            out.withdrawn(queued.takeBest().id());
        }
        out.mayLeave();
    }

    @Override
    public void comeBack(long now, Effects out) {
        tRec = time(now);
        broadcast(new PrintedMessage.Reconnect(tRec), out);
        allInfo();
        next(now, out);
    }

    private void broadcast(PrintedMessage message, Effects out) {
        for (int host = 0; host < status.length; host++) {
            if (host != node()) {
                out.send(host, message);
            }
        }
    }

    private void allInfo() {
        Arrays.fill(status, false);
    }

    @Override
    public void timerFired(long now, int timer, Effects out) {
        timing = false;
        for (int host = 0; host < toReq.length; host++) {
            if (toReq[host]) {
                sendRequest(host, out);
            }
        }
    }

    // ---- Figure 2, right column ----

    @Override
    public void receive(long now, int from, Message message, Effects out) {
        if (message instanceof PrintedMessage known && from >= 0 && from < status.length) {
            known.deliver(this, from, out);
            next(now, out);
        }
    }

    void onRequest(int from, long timestamp, Effects out) {
        clock = Math.max(clock, timestamp);
        qReq[from] = true;
        boolean lower = tsReq != NULL && isLower(from, timestamp);
        if (status[from]) {
            status[from] = false;
            if (lower) {
                sendRequest(from, out);
            }
        }
        if (tsReq == NULL || lower) {
            out.send(from, new PrintedMessage.Reply());
            qReq[from] = false;
        }
    }

    /** True if this host's priority is lower than that of a request. */
    private boolean isLower(int from, long timestamp) {
        if (inside && insideDefers) {
            return false;
        }
        return timestamp < tsReq || (timestamp == tsReq && breaksTies && from < node());
    }

    void onReply(int from, Effects out) {
        if (!qReq[from]) {
            status[from] = true;
        }
        toReq[from] = false;
        enterCs(out);
    }

    void onDisconnect(int from) {
        toReq[from] = false;
        qReq[from] = false;
        status[from] = true; // and "Enter CS" is not tried
    }

    void onReconnect(int from, long timestamp) {
        clock = Math.max(clock, timestamp);
        if (tRec < timestamp) {
            toReq[from] = false;
            qReq[from] = false;
            status[from] = true;
        }
    }

    private long time(long now) {
        clock = logicalClock ? clock + 1 : now;
        return clock;
    }

    // ---- small things ----

    @Override
    public String describe() {
        StringBuilder text = new StringBuilder(inside ? "inside" : tsReq == NULL ? "idle" : "waits");
        for (int host = 0; host < status.length; host++) {
            if (host != node()) {
                text.append(", ").append(host).append(status[host] ? " in Status_set" : " in Info_set");
                text.append(qReq[host] ? " in Q_req" : "").append(toReq[host] ? " in TO_req" : "");
            }
        }
        return text.toString();
    }
}
