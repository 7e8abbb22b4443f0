package io.meshlock.link.wire;

import com.google.protobuf.ByteString;
import io.meshlock.protocol.Message;
import java.util.List;

/** A frame between the pools of two neighbours, or between their maps. */
public sealed interface PoolFrame {

    /** The sender takes part in a pool, to which it has given this number. */
    record Open(int number, long poolInstance, PoolTerms terms) implements PoolFrame {}

    /**
     * The sender no longer takes part in the pool that it announced with this number, or has it with other terms, or
     * somebody has destroyed it.
     */
    record Close(int number, long poolInstance, boolean otherTerms, boolean destroyed) implements PoolFrame {}

    /**
     * A message for the pool to which the receiver has given this number; {@code field} tells the family of its
     * algorithm.
     */
    record Carry(int number, long poolInstance, int field, Message message) implements PoolFrame {}

    /**
     * A message to a node that need not be a neighbour.
     *
     * @param source the node that sent it
     * @param target the node that it is for
     * @param hops how many links it may still cross
     * @param pool the pool's name
     * @param terms the pool's terms, as a {@linkplain PoolTerms#fingerprint fingerprint}
     * @param message the content, which only the target reads
     */
    record Routed(int source, int target, int hops, String pool, long terms, ByteString message) implements PoolFrame {

        public Routed {
            if (source < 0 || target < 0 || hops < 0 || pool.length() > PoolTerms.MAX_NAME) {
                throw new IllegalArgumentException("a message without source or target");
            }
        }

        /** The same message with one hop less to go. */
        public Routed further() {
            return new Routed(source, target, hops - 1, pool, terms, message);
        }
    }

    /** Link-state adverts, the sender's own and forwarded ones. */
    record Say(List<UnreadAdvert> adverts) implements PoolFrame {
        public Say {
            adverts = List.copyOf(adverts);
        }
    }
}
