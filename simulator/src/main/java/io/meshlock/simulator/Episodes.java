package io.meshlock.simulator;

import io.meshlock.simulator.engine.Distribution;

/**
 * Something that happens to each node at exponential intervals, for a while.
 *
 * @param mean mean ticks from one beginning to the next, for one node
 * @param length how long it lasts
 */
public record Episodes(long mean, Distribution length) {}
