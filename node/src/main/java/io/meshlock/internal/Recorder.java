package io.meshlock.internal;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Grant;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Request;

/** Keeps what happens in one pool at one node, in order. Called from steps. */
public interface Recorder {

    /** Keeps nothing. */
    Recorder NONE = new Recorder() {};

    default void stepped() {}

    default void requested(Request request) {}

    default void waiting(long request, Key key) {}

    default void rejected(long request, Rejection why) {}

    default void cancelled(long request) {}

    default void withdrawn(long request) {}

    default void decided(long number, Key key) {}

    default void granted(Grant grant) {}

    default void released(Grant grant) {}

    default void tokens(int held) {}

    /** The lease of a grant lasts so many nanoseconds from now. */
    default void leased(long grant, long remaining) {}

    default void grantLost(Grant grant) {}

    default void recovered(Epoch epoch, String how) {}

    default void resized(PoolSize size) {}

    default void sent(int to, Message message) {}

    default void delivered(int from, Message message) {}

    default void linkUp(int peer) {}

    default void linkDown(int peer) {}

    /** Writes out what it keeps. */
    default void flush() {}

    /** Nothing more comes. */
    default void close() {}
}
