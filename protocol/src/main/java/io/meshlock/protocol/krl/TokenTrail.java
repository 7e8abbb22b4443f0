package io.meshlock.protocol.krl;

import io.meshlock.protocol.WireSize;

/**
 * The recent history of a token, which travels with it.
 *
 * @param hops how often it was forwarded without being asked for, since it was last wanted
 * @param settled it rests until a node asks for it
 * @param cycle adaptive forwarding only: the mean time between two uses of tokens at a node, in hops that a token could
 *     make meanwhile; a running mean, times {@link Load#MEMORY}
 */
public record TokenTrail(int hops, boolean settled, long cycle) {

    /** The trail of a new token. */
    static final TokenTrail NONE = new TokenTrail(0, false, 0);

    /** The trail of a new token that assumes this mean time between uses. */
    static TokenTrail calm(long cycle) {
        return new TokenTrail(0, false, cycle * Load.MEMORY);
    }

    /** The trail after one more hop without being asked for. */
    TokenTrail further() {
        return new TokenTrail(hops + 1, false, cycle);
    }

    /** The trail after a hop to where it is nearer to other nodes. After the second it rests. */
    TokenTrail nearer() {
        return new TokenTrail(hops + 1, hops > 0, cycle);
    }

    /** The trail after a node asked for the token. */
    TokenTrail wanted() {
        return new TokenTrail(0, false, cycle);
    }

    /** The trail after a use at a node that had not used a token for so many hops. */
    TokenTrail used(long since) {
        return new TokenTrail(0, false, cycle + since - cycle / Load.MEMORY);
    }

    /** The mean time between two uses at a node. */
    long meanCycle() {
        return cycle / Load.MEMORY;
    }

    int bytes() {
        return WireSize.number(hops) + WireSize.number(settled ? 1 : 0) + WireSize.number(cycle);
    }

    @Override
    public String toString() {
        return settled ? " to rest" : hops == 0 ? "" : " idle " + hops;
    }
}
