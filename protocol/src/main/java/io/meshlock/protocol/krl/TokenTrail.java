package io.meshlock.protocol.krl;

import io.meshlock.protocol.WireSize;

/**
 * What a token remembers of its way.
 *
 * @param hops how often it was forwarded since it was last wanted, although nobody had asked for it
 * @param settled it has gone to where it is to rest until somebody asks for it
 * @param cycle adaptive forwarding only: how long, in hops that a token could make meanwhile, its users had not used any token
 *     before; a running mean, times {@link #MEMORY}
 */
public record TokenTrail(int hops, boolean settled, long cycle) {

    /** A token that has not been anywhere, and remembers no load. */
    static final TokenTrail NONE = new TokenTrail(0, false, 0);

    /** The running mean is that of about twice so many uses. */
    private static final int MEMORY = 16;

    /** The first trip of a token whose users come back so seldom. */
    static TokenTrail calm(long cycle) {
        return new TokenTrail(0, false, cycle * MEMORY);
    }

    /** One more hop without being asked. */
    TokenTrail further() {
        return new TokenTrail(hops + 1, false, cycle);
    }

    /** The last hop before resting. */
    TokenTrail home() {
        return new TokenTrail(hops, true, cycle);
    }

    /** Somebody asked for it. */
    TokenTrail wanted() {
        return new TokenTrail(0, false, cycle);
    }

    /** Somebody uses it who had not used a token for so many hops. */
    TokenTrail used(long since) {
        return new TokenTrail(0, false, cycle + since - cycle / MEMORY);
    }

    /** How long its users had not used any token, lately. */
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
