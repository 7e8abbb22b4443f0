package io.meshlock.protocol.krl;

/** What a node tells its neighbours about its tokens. */
public enum TokenState {
    /** The node holds no token, and may ask for one. */
    EMPTY,
    /** The node holds a token. */
    HOLDS,
    /** The node holds a token and knows only neighbours that hold one, too: none of them would ask for it. */
    STRANDED
}
