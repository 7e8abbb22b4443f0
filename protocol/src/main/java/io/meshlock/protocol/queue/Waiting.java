package io.meshlock.protocol.queue;

import io.meshlock.protocol.Key;

/** A request that waits. */
public interface Waiting {

    /** What the queue is ordered by. */
    Key key();

    /** What its client calls it. */
    long id();

    /** A request of which nothing else is to be known. */
    record Plain(Key key, long id) implements Waiting {}
}
