package io.meshlock.protocol.baseline.raynal;

import io.meshlock.protocol.Check;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.baseline.SerialNode;
import java.util.Arrays;

/** A node of Raynal's algorithm. */
final class RaynalNode extends SerialNode {

    private long clock;
    /** The timestamp of the present request, and how many permits it wants. */
    private long timestamp;

    private int wanted;

    /** Per node, the most permits that it may use, as far as this node knows; and the sum. */
    private final long[] used;

    private long usedByOthers;

    /** Per node, the permits that this node will declare free when it leaves. */
    private final int[] owed;

    private long grants;

    RaynalNode(Setup setup) {
        super(setup);
        used = new long[meshSize()];
        owed = new int[meshSize()];
    }

    @Override
    protected void ask(int permits, Effects out) {
        timestamp = ++clock;
        wanted = permits;
        for (int peer = 0; peer < meshSize(); peer++) {
            if (peer != node()) {
                used[peer] += pool().permits();
                usedByOthers += pool().permits();
            }
        }
        sendToOthers(new RaynalMessage.Request(timestamp), out);
        enterIfEnoughIsFree(out);
    }

    @Override
    public void receive(long now, int from, Message message, Effects out) {
        if (message instanceof RaynalMessage ours) {
            ours.deliver(this, from, out);
        }
    }

    void onRequest(int from, RaynalMessage.Request request, Effects out) {
        clock = Math.max(clock, request.timestamp());
        int free = pool().permits();
        boolean mineFirst = isInside() || (isAsking() && request.isAfter(timestamp, node(), from));
        if (mineFirst && owed[from] == 0) {
            owed[from] = wanted;
            free -= wanted;
        }
        if (free > 0) {
            out.send(from, new RaynalMessage.Free(free));
        }
    }

    void onFree(int from, RaynalMessage.Free free, Effects out) {
        used[from] -= free.permits();
        usedByOthers -= free.permits();
        Check.invariant(used[from] >= 0, "a node frees no more than it was asked about");
        enterIfEnoughIsFree(out);
    }

    private void enterIfEnoughIsFree(Effects out) {
        if (isAsking() && wanted + usedByOthers <= pool().permits()) {
            enter(++grants, out);
        }
    }

    @Override
    protected void leave(Effects out) {
        for (int peer = 0; peer < owed.length; peer++) {
            if (owed[peer] > 0) {
                int free = owed[peer];
                owed[peer] = 0;
                out.send(peer, new RaynalMessage.Free(free));
            }
        }
    }

    @Override
    protected String known() {
        return "clock " + clock + ", others use at most " + Arrays.toString(used) + ", owes " + Arrays.toString(owed);
    }
}
