package io.meshlock.protocol.krl;

import org.jspecify.annotations.Nullable;

/** What a node knows of one neighbour, for as long as the link is up. */
final class Neighbour {

    final int id;

    /** The neighbour's height as last heard; null until its first message. Its true height is never above this view. */
    @Nullable
    Height height;

    /** Whether the neighbour held a token when last heard of; EMPTY until its first message. */
    TokenState tokenState;

    /** How many links the neighbour had when last heard of. */
    int links;

    /** What the neighbour was told last of this node; its own view is never above that. */
    Height told;

    TokenState toldTokenState;

    /** A token has been to the other end of this link since all were last forgotten. */
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

    /** The header of a message to this neighbour, which from now on knows it. */
    Header tell(Height own, TokenState ownTokenState, int ownLinks) {
        told = own;
        toldTokenState = ownTokenState;
        return new Header(own, ownTokenState, ownLinks, tokensReceived);
    }

    /** False if the sender had not seen a token that was sent to it: its word is out of date. */
    boolean isFresh(Header header) {
        return header.seen() == tokensSent;
    }

    void hear(Header header) {
        height = header.height();
        tokenState = header.standing();
        links = header.links();
    }

    /** A token goes there: the neighbour will be below the sender, and hold it. */
    void expectToken(Height own) {
        tokensSent++;
        Height below = own.oneDown(id);
        if (height == null || below.isBelow(height)) {
            height = below;
        }
        tokenState = TokenState.HOLDS;
    }

    /** A token came from there: the neighbour expects this node just below the height at which it was sent, holding it. */
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
