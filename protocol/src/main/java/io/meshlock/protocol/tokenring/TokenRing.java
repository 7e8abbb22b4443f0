package io.meshlock.protocol.tokenring;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.baseline.SerialNode;

/** Mutual exclusion by a token that goes round, from number to number, until nobody has used it for a whole round. */
final class TokenRing extends SerialNode {

    /** The token: how many hops ago it was used, and how often in all. */
    record Token(String type, int bytes, int tokens, int idleHops, long grants) implements Message {}

    /** Word that a node wants the token. */
    record Want(String type, int bytes, int origin) implements Message {}

    private static final int ELSEWHERE = -1;

    private int idleHops; // of the token, if it is here
    private boolean wanted; // by somebody whose word went past since the token was here
    private long grants;

    TokenRing(Setup setup) {
        super(setup);
        idleHops = setup.bootstrap() ? meshSize() : ELSEWHERE;
    }

    @Override
    protected void ask(int permits, Effects out) {
        if (idleHops == ELSEWHERE) {
            toNext(new Want("WANT", 4, node()), out);
        } else {
            enter(++grants, out);
        }
    }

    @Override
    protected void leave(Effects out) {
        idleHops = 0;
        move(out);
    }

    @Override
    public void receive(long now, int from, Message message, Effects out) {
        if (message instanceof Token token) {
            idleHops = wanted ? 0 : token.idleHops;
            wanted = false;
            grants = token.grants;
            out.tokens(1);
            if (isAsking()) {
                enter(++grants, out);
            } else {
                move(out);
            }
        } else if (message instanceof Want && idleHops != ELSEWHERE && !isInside()) {
            leave(out);
        } else if (message instanceof Want want && idleHops == ELSEWHERE && want.origin != node()) {
            wanted = true;
            toNext(want, out);
        }
    }

    /** Passes the token on unless it has been all the way round without being used. */
    private void move(Effects out) {
        if (idleHops < meshSize() && meshSize() > 1) {
            out.tokens(0);
            toNext(new Token("TOKEN", 12, 1, idleHops + 1, grants), out);
            idleHops = ELSEWHERE;
        }
    }

    private void toNext(Message message, Effects out) {
        out.send((node() + 1) % meshSize(), message);
    }

    @Override
    protected String known() {
        return idleHops == ELSEWHERE ? "no token" : "token, idle for " + idleHops + " hops";
    }
}
