package io.meshlock.protocol.recovery;

/**
 * A node that counts when majorities are counted.
 *
 * @param node its number
 * @param life the life that takes part in the epoch. A later one on the same disk still counts in majorities, since it keeps
 *     its promises, but waits for the next epoch to take part
 */
public record Member(int node, long life) {}
