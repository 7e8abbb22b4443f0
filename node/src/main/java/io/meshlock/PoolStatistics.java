package io.meshlock;

import java.util.SortedMap;

/**
 * Counters of one pool at one node, since the pool was opened there. The counters are read while the pool is at work,
 * so they may not match each other exactly.
 *
 * @param requests requests made
 * @param grants requests that were granted
 * @param withdrawals requests that were withdrawn
 * @param losses grants lost before they were closed
 * @param releases grants that ended: closed or lost
 * @param waitNanos total waiting time of the requests that were granted
 * @param holdNanos total holding time of the grants that ended
 * @param sentByType messages sent to neighbours, by type
 * @param received messages received from neighbours
 */
public record PoolStatistics(
        long requests,
        long grants,
        long withdrawals,
        long losses,
        long releases,
        long waitNanos,
        long holdNanos,
        SortedMap<String, Long> sentByType,
        long received) {

    /** All messages sent to neighbours. */
    public long sent() {
        return sentByType.values().stream().mapToLong(Long::longValue).sum();
    }
}
