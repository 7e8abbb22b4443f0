package io.meshlock.protocol.baseline.ricart;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.baseline.SerialNode;

/** A node of Ricart and Agrawala's algorithm; names in brackets are the paper's. */
final class RicartAgrawalaNode extends SerialNode {

    /** [Highest_Sequence_Number] */
    private long clock;

    /** [Our_Sequence_Number] of the present request. */
    private long timestamp;

    /** [Outstanding_Reply_Count] */
    private int missing;

    /** [Reply_Deferred] */
    private final boolean[] deferred;

    private long lastGrant;

    RicartAgrawalaNode(Setup setup) {
        super(setup);
        deferred = new boolean[meshSize()];
    }

    @Override
    protected void ask(int permits, Effects out) {
        timestamp = ++clock;
        missing = meshSize() - 1;
        if (missing == 0) {
            enter(++lastGrant, out);
        } else {
            sendToOthers(new RicartAgrawalaMessage.Request(timestamp), out);
        }
    }

    @Override
    public void receive(long now, int from, Message message, Effects out) {
        if (message instanceof RicartAgrawalaMessage ours) {
            ours.deliver(this, from, out);
        }
    }

    void onRequest(int from, RicartAgrawalaMessage.Request request, Effects out) {
        clock = Math.max(clock, request.timestamp());
        if (isInside() || (isAsking() && request.isAfter(timestamp, node(), from))) {
            deferred[from] = true;
        } else {
            out.send(from, new RicartAgrawalaMessage.Reply(lastGrant));
        }
    }

    void onReply(RicartAgrawalaMessage.Reply reply, Effects out) {
        lastGrant = Math.max(lastGrant, reply.number());
        if (isAsking() && --missing == 0) {
            enter(++lastGrant, out);
        }
    }

    @Override
    protected void leave(Effects out) {
        for (int peer = 0; peer < deferred.length; peer++) {
            if (deferred[peer]) {
                deferred[peer] = false;
                out.send(peer, new RicartAgrawalaMessage.Reply(lastGrant));
            }
        }
    }

    @Override
    protected String known() {
        StringBuilder owed = new StringBuilder();
        for (int peer = 0; peer < deferred.length; peer++) {
            owed.append(deferred[peer] ? " " + peer : "");
        }
        return "clock " + clock + (isAsking() ? ", asked at " + timestamp + ", " + missing + " replies missing" : "")
                + (owed.length() == 0 ? "" : ", owes" + owed);
    }
}
