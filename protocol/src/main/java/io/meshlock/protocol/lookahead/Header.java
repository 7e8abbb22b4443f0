package io.meshlock.protocol.lookahead;

import io.meshlock.protocol.WireSize;

/**
 * The header of every message: the sender's side of the fork that it shares with the receiver, and its counters. So any
 * message makes up for lost ones.
 *
 * @param from the sender's incarnation
 * @param to the receiver's incarnation as far as the sender knows, or {@link Peer#UNKNOWN}
 * @param clock the largest birth of a request that the sender knows of
 * @param number the largest number of a grant that the sender knows of
 * @param version how often the fork has moved, or {@link Peer#UNKNOWN}
 * @param holds whether the sender has the fork
 * @param used permits that the sender holds, if the receiver has the fork
 */
public record Header(int from, int to, long clock, long number, long version, boolean holds, int used) {

    int bytes() {
        return WireSize.number(from)
                + WireSize.number(to)
                + WireSize.number(clock)
                + WireSize.number(number)
                + WireSize.number(version)
                + (holds ? 2 : 0)
                + (used > 0 ? WireSize.number(used) : 0);
    }

    @Override
    public String toString() {
        String fork = version == Peer.UNKNOWN ? "unknown" : (holds ? "mine " : "yours ") + version;
        String lives = from == 0 && to == 0 ? "" : ", life " + from + " to " + (to == Peer.UNKNOWN ? "?" : to);
        return "fork " + fork + (used > 0 ? ", using " + used : "") + lives;
    }
}
