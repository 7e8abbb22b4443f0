package io.meshlock;

import java.util.SortedMap;

/**
 * What happened in one pool at one node since it was opened there, in numbers. Taken while things go on: numbers that belong
 * together may be a moment apart.
 *
 * @param requests requests made
 * @param grants requests that were given their permits
 * @param withdrawals requests that were withdrawn
 * @param losses grants lost before they were closed
 * @param releases grants given back, for whatever reason
 * @param waitNanos how long those that were granted had waited, in sum
 * @param holdNanos how long those that were given back had been held, in sum
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
