package io.meshlock.protocol.krl;

import org.jspecify.annotations.Nullable;

/** What a node knows of one neighbour while the link is up. */
final class Neighbour {

    final int id;

    /** The neighbour's height as last heard; null until its first message. The true height is never above it. */
    @Nullable
    Height height;

    /** Whether the neighbour held a token when last heard of; EMPTY until its first message. */
    TokenState tokenState;

    /** How many links the neighbour had when last heard of. */
    int links;

    /** The height that the neighbour was last told of this node; what it believes is never above that. */
    Height told;

    TokenState toldTokenState;

    /** A token has visited the neighbour since all marks were last cleared. */
    boolean visited;

    private long tokensSent;
    private long tokensReceived;

    Neighbour(int id, @Nullable Height height, TokenState tokenState, Height told, TokenState toldTokenState) {
        this.id = id;
        this.height = height;
        this.tokenState = tokenState;
        this.told = told;
        this.toldTokenState = toldTokenState;
    }

    /** The header of a message to this neighbour; notes what the neighbour is told. */
    Header tell(Height own, TokenState ownTokenState, int ownLinks) {
        told = own;
        toldTokenState = ownTokenState;
        return new Header(own, ownTokenState, ownLinks, tokensReceived);
    }

    /** False if the sender had not seen a token that was sent to it: the message is out of date. */
    boolean isFresh(Header header) {
        return header.seen() == tokensSent;
    }

    void hear(Header header) {
        height = header.height();
        tokenState = header.standing();
        links = header.links();
    }

    /** A token is sent to the neighbour: it will be below this node and hold the token. */
    void expectToken(Height own) {
        tokensSent++;
        Height below = own.oneDown(id);
        if (height == null || below.isBelow(height)) {
            height = below;
        }
        tokenState = TokenState.HOLDS;
    }

    /**
     * A token arrived from the neighbour, which now expects this node just below the sending height, with the token.
     */
    void tokenCame(Height sentAt, int receiver) {
        tokensReceived++;
        told = sentAt.oneDown(receiver);
        toldTokenState = TokenState.HOLDS;
    }

    @Override
    public String toString() {
        return id + (height == null ? "(?)" : height.toString());
    }
}
