package io.meshlock.protocol.baseline.suzuki;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.baseline.FifoQueue;
import io.meshlock.protocol.baseline.SerialNode;
import java.util.Arrays;

/** A node of Suzuki and Kasami's algorithm; names in brackets are the paper's. */
final class SuzukiKasamiNode extends SerialNode {

    /** [RN]: per node, the largest request number heard of. */
    private final int[] requested;

    private boolean hasToken;

    // The token's contents, while it is here.
    /** [LN] */
    private int[] served;

    /** [Q] */
    private FifoQueue line = new FifoQueue();

    private long lastGrant;

    SuzukiKasamiNode(Setup setup) {
        super(setup);
        requested = new int[meshSize()];
        served = new int[meshSize()];
        hasToken = setup.tokens() > 0;
    }

    @Override
    protected void ask(int permits, Effects out) {
        requested[node()]++;
        if (hasToken) {
            enter(++lastGrant, out);
        } else {
            sendToOthers(new SuzukiKasamiMessage.Request(requested[node()]), out);
        }
    }

    @Override
    public void receive(long now, int from, Message message, Effects out) {
        if (message instanceof SuzukiKasamiMessage ours) {
            ours.deliver(this, from, out);
        }
    }

    void onRequest(int from, SuzukiKasamiMessage.Request request, Effects out) {
        requested[from] = Math.max(requested[from], request.number());
        if (hasToken && !isInside()) {
            passOn(out);
        }
    }

    void onToken(SuzukiKasamiMessage.Token token, Effects out) {
        hasToken = true;
        served = token.served().clone();
        line = FifoQueue.of(token.line());
        lastGrant = token.grant();
        out.tokens(1);
        if (isAsking()) {
            enter(++lastGrant, out);
        } else {
            passOn(out);
        }
    }

    @Override
    protected void leave(Effects out) {
        served[node()] = requested[node()];
        passOn(out);
    }

    /** Nodes whose latest request was not served join the line; the first in line gets the token. */
    private void passOn(Effects out) {
        for (int step = 1; step < meshSize(); step++) {
            int peer = (node() + step) % meshSize();
            if (requested[peer] == served[peer] + 1) {
                line.join(peer);
            }
        }
        if (!line.isEmpty()) {
            int next = line.next();
            hasToken = false;
            out.tokens(0);
            out.send(next, new SuzukiKasamiMessage.Token(served, line.all(), lastGrant));
            served = new int[meshSize()]; // the token took the old one with it
            line = new FifoQueue();
        }
    }

    @Override
    protected String known() {
        return "heard of requests " + Arrays.toString(requested)
                + (hasToken ? ", token here: served " + Arrays.toString(served) + ", line " + line : "");
    }
}
