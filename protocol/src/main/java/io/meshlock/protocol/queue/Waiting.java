package io.meshlock.protocol.queue;

import io.meshlock.protocol.Key;

/** A waiting request. */
public interface Waiting {

    /** The key that the queue is ordered by. */
    Key key();

    /** The client's id of the request. */
    long id();

    /** A request with key and id only. */
    record Plain(Key key, long id) implements Waiting {}
}
