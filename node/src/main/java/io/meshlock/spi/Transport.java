package io.meshlock.spi;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Maintains the links of one node to its neighbours. The package documentation has the contract. */
public interface Transport extends AutoCloseable {

    /** This node, as its peers see it. */
    Peer self();

    /** The longest frame that a link carries, in bytes. */
    int maxFrameBytes();

    /** The port on which it listens, once it has started; empty if it has no port. */
    default OptionalInt listenPort() {
        return OptionalInt.empty();
    }

    /** Until when this node can prove who it is; empty if it has no certificate. */
    default Optional<Instant> certificateEnd() {
        return Optional.empty();
    }

    /** What is wrong with this node's links, in words for people; empty if nothing is. */
    default List<String> problems() {
        return List.of();
    }

    /** The counters of all links. */
    LinkCounters counters();

    /** Starts to make links. Called once. */
    void start(LinkListener listener);

    /**
     * Takes all links down, each with its {@code linkDown}, and waits until the last callback has returned. Must not be
     * called from a callback.
     */
    @Override
    void close();
}
