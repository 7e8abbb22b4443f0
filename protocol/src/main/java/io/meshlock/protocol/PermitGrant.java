package io.meshlock.protocol;

/**
 * A request that was given its permits.
 *
 * @param number the fencing token: strictly increasing per pool over all grants ever. Algorithms whose token does not
 *     count grants (the printed ones) number them per node, and are not fit for fencing.
 * @param request the request it answers
 * @param permits how many permits it holds
 * @param slots which permits it holds, or {@link Slots#NONE} if the algorithm does not tell permits apart
 */
public record PermitGrant(long number, long request, int permits, Slots slots) {}
