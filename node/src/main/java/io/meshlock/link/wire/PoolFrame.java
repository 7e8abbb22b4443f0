package io.meshlock.link.wire;

import com.google.protobuf.ByteString;
import io.meshlock.protocol.Message;

/** A frame between the pools of two neighbours, or between their maps. */
public sealed interface PoolFrame {

    /** The sender takes part in a pool, which it calls {@code number}. */
    record Open(int number, long poolInstance, PoolTerms terms) implements PoolFrame {}

    /** The sender takes no part in the pool that it had announced as {@code number}, or has it under other terms. */
    record Close(int number, long poolInstance, boolean otherTerms) implements PoolFrame {}

    /**
     * A message for the pool that the receiver calls {@code number}; {@code field} names the family of its algorithm.
     */
    record Carry(int number, long poolInstance, int field, Message message) implements PoolFrame {}

    /**
     * A message to a node that need not be a neighbour.
     *
     * @param source who wrote it
     * @param target for whom it is
     * @param hops how many links it may still cross
     * @param pool the pool's name
     * @param terms the pool's terms, as a {@linkplain PoolTerms#fingerprint fingerprint}
     * @param message what only the target reads
     */
    record Routed(int source, int target, int hops, String pool, long terms, ByteString message) implements PoolFrame {

        public Routed {
            if (source < 0 || target < 0 || hops < 0 || pool.length() > PoolTerms.MAX_NAME) {
                throw new IllegalArgumentException("a message from nowhere, or to nowhere");
            }
        }

        /** The same one link further. */
        public Routed further() {
            return new Routed(source, target, hops - 1, pool, terms, message);
        }
    }

    /** Somebody's word about itself, said or passed on. */
    record Say(LinkStateAdvert advert) implements PoolFrame {}
}
