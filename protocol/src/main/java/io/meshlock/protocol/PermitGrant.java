package io.meshlock.protocol;

/**
 * A grant of permits to a request.
 *
 * @param number the fencing token: strictly increasing per pool over all grants ever. Algorithms whose token does not
 *     count grants (the printed ones) number them per node, and are no fencing tokens.
 * @param request the id of the request that was granted
 * @param permits how many permits it holds
 * @param slots which permits it holds, or {@link Slots#NONE} if the algorithm does not tell permits apart
 */
public record PermitGrant(long number, long request, int permits, Slots slots) {

    /** A part of this grant: as many permits as slots. */
    public PermitGrant part(Slots some) {
        return new PermitGrant(number, request, some.count(), some);
    }
}
