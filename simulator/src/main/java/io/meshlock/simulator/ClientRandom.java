package io.meshlock.simulator;

import io.meshlock.simulator.engine.RandomStreams;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * One random generator per client, eight bytes each. A client's next request depends only on how many it has made, not
 * on what the algorithm does: two algorithms under the same seed get the same requests.
 */
final class ClientRandom implements UniformRandomProvider {

    private final long[] states;
    private int client;

    ClientRandom(int clients, long seed) {
        states = new long[clients];
        for (int i = 0; i < clients; i++) {
            // SplitMix64 walks one cycle; mixed starting points put the clients far apart on it.
            states[i] = RandomStreams.memberSeed(seed, i);
        }
    }

    /** This generator, drawing for one client from now on. */
    ClientRandom of(int which) {
        client = which;
        return this;
    }

    @Override
    public long nextLong() {
        long state = RandomStreams.nextState(states[client]);
        states[client] = state;
        return RandomStreams.mix(state);
    }
}
