package io.meshlock.protocol.krl;

import java.util.ArrayList;
import java.util.List;

/** The tokens at a node: those in use, one for each grant, and the idle ones. */
final class LocalTokens {

    private final List<TokenTrail> idle = new ArrayList<>(1);
    private final List<TokenTrail> used = new ArrayList<>(1);

    LocalTokens(int tokens, TokenTrail first) {
        for (int i = 0; i < tokens; i++) {
            idle.add(first);
        }
    }

    int size() {
        return idle.size() + used.size();
    }

    boolean isEmpty() {
        return size() == 0;
    }

    boolean hasIdle() {
        return !idle.isEmpty();
    }

    int used() {
        return used.size();
    }

    void add(TokenTrail token) {
        idle.add(token);
    }

    /** Takes the idle token that arrived last. */
    TokenTrail takeIdle() {
        return idle.remove(idle.size() - 1);
    }

    void use(TokenTrail token) {
        used.add(token);
    }

    /** A grant was released: takes the token that has been in use longest. */
    TokenTrail takeUsed() {
        return used.remove(0);
    }
}
