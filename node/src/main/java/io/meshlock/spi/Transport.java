package io.meshlock.spi;

import java.util.OptionalInt;

/** Keeps the links of one node. */
public interface Transport extends AutoCloseable {

    /** This node, as its peers see it. */
    Peer self();

    /** The longest frame that a link carries, in bytes. */
    int maxFrameBytes();

    /** The port on which it listens, once it has started; nothing if it has no such thing. */
    default OptionalInt listenPort() {
        return OptionalInt.empty();
    }

    /** What happened on all links so far, in numbers. */
    LinkCounters counters();

    /** Begins to look for neighbours. Called once. */
    void start(LinkListener listener);

    /**
     * Takes all links down, each with its {@code linkDown}, and waits until the last callback has returned. Not to be called
     * from a callback.
     */
    @Override
    void close();
}
