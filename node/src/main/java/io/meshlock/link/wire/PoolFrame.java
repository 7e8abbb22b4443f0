package io.meshlock.link.wire;

import io.meshlock.link.PoolTerms;
import io.meshlock.link.map.Statement;
import io.meshlock.protocol.Message;

/** A frame between the pools of two neighbours, or between their maps. */
public sealed interface PoolFrame {

    /** The sender takes part in a pool, which it calls {@code number}. */
    record Open(int number, long epoch, PoolTerms terms) implements PoolFrame {}

    /** The sender takes no part in the pool that it had announced as {@code number}, or has it under other terms. */
    record Close(int number, long epoch, boolean otherTerms) implements PoolFrame {}

    /** A message for the pool that the receiver calls {@code number}; {@code field} names the family of its algorithm. */
    record Carry(int number, long epoch, int field, Message message) implements PoolFrame {}

    /** Somebody's word about itself, said or passed on. */
    record Say(Statement statement) implements PoolFrame {}
}
