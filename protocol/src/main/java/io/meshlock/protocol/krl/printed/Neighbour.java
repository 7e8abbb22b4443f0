package io.meshlock.protocol.krl.printed;

import io.meshlock.protocol.krl.Height;
import org.jspecify.annotations.Nullable;

/**
 * What a node keeps about another: the paper's arrays height, receivedLI, forming, formHeight and visited at one index,
 * and whether it is in N. The entry outlives the link, because print erases nothing but membership when a link fails
 * (R3).
 */
final class Neighbour {

    final int id;

    /** The link is up; messages over other links are ignored, as the contract demands. */
    boolean up = true;

    /** Member of N: the link is up and a LinkInfo has arrived over it. */
    boolean inN;

    /** height[j]; null until the first is heard. */
    @Nullable
    Height height;

    boolean receivedLI = true;
    boolean forming;

    /** formHeight[j]; looked at only while {@link #forming}. */
    @Nullable
    Height formHeight;

    boolean visited;

    Neighbour(int id) {
        this.id = id;
    }
}
