package io.meshlock.protocol.prioritized.printed;

import org.jspecify.annotations.Nullable;

/**
 * What a node keeps about another: the paper's arrays htVector, receivedLINK, forming and formHeight at one index, and
 * whether it is in N. The entry outlives the link, because print erases nothing but membership when a link fails (R6).
 */
final class Neighbour {

    /** The link is up; messages over other links are ignored, as the contract demands. */
    boolean up = true;

    /** Member of N: the link is up and a LINK has arrived over it. */
    boolean inN;

    /** htVector[j]; null until the first height is heard. */
    @Nullable
    Height seen;

    boolean receivedLink = true;
    boolean forming;

    /** formHeight[j]; looked at only while {@link #forming}. */
    @Nullable
    Height formHeight;
}
