package io.meshlock.protocol.krl;

/** What others need to know of a node's tokens. */
public enum TokenState {
    /** It holds no token, and may ask for one. */
    EMPTY,
    /** It holds a token. */
    HOLDS,
    /** It holds a token and knows only neighbours that do so, too: nobody who could ask for it. */
    STRANDED
}
