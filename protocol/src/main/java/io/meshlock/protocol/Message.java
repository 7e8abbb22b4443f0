package io.meshlock.protocol;

import org.jspecify.annotations.Nullable;

/**
 * A protocol's message between two neighbours. Each protocol has its own sealed family of immutable records. This
 * interface has what drivers and checkers need to know of every message.
 */
public interface Message {

    /** The name the paper or the documentation gives this message, in capitals: {@code REQUEST}. */
    String type();

    /** Size on the wire in bytes: one tag byte and a variable-length number per field, as protobuf writes them. */
    int bytes();

    /** True for messages meant for all neighbours at once; a radio would broadcast them. */
    default boolean toAll() {
        return false;
    }

    /**
     * True for messages that a network may lose, repeat or let overtake others, even between neighbours whose link
     * stays up. The sender soon sends newer ones.
     */
    default boolean isDatagram() {
        return false;
    }

    /** How many tokens this message carries. */
    default int tokens() {
        return 0;
    }

    /** How many grants are in the ledgers of the tokens that it carries. */
    default int ledgerSize() {
        return 0;
    }

    /**
     * The waiting requests that the sender now has registered at the receiver, replacing what it had registered before;
     * {@code null} if this message says nothing about that.
     */
    default @Nullable Keys registers() {
        return null;
    }
}
