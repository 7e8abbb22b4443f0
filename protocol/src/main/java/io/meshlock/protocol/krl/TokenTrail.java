package io.meshlock.protocol.krl;

import io.meshlock.protocol.WireSize;

/**
 * The recent history of a token, which travels with it.
 *
 * @param hops how often it was forwarded without being asked for, since it was last wanted
 * @param settled it rests until a node asks for it
 * @param cycle adaptive forwarding only: the mean time between two uses of tokens at a node, in hops that a token could
 *     make meanwhile; a running mean, times {@link #MEMORY}
 */
public record TokenTrail(int hops, boolean settled, long cycle) {

    /** The trail of a new token. */
    static final TokenTrail NONE = new TokenTrail(0, false, 0);

    /** The running mean covers about twice so many uses. */
    private static final int MEMORY = 16;

    /** The trail of a new token that assumes this mean time between uses. */
    static TokenTrail calm(long cycle) {
        return new TokenTrail(0, false, cycle * MEMORY);
    }

    /** The trail after one more hop without being asked for. */
    TokenTrail further() {
        return new TokenTrail(hops + 1, false, cycle);
    }

    /** The trail after the last hop before resting. */
    TokenTrail home() {
        return new TokenTrail(hops, true, cycle);
    }

    /** The trail after a node asked for the token. */
    TokenTrail wanted() {
        return new TokenTrail(0, false, cycle);
    }

    /** The trail after a use at a node that had not used a token for so many hops. */
    TokenTrail used(long since) {
        return new TokenTrail(0, false, cycle + since - cycle / MEMORY);
    }

    /** The mean time between two uses at a node. */
    long meanCycle() {
        return cycle / MEMORY;
    }

    int bytes() {
        return WireSize.number(hops) + WireSize.number(settled ? 1 : 0) + WireSize.number(cycle);
    }

    @Override
    public String toString() {
        return settled ? " to rest" : hops == 0 ? "" : " idle " + hops;
    }
}
