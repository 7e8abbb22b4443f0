package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Effects;
import org.jspecify.annotations.Nullable;

/** Sends messages: writes their headers and keeps copies of custody messages. */
final class Sender {

    /** Makes a message with this header. A type of its own, because its answer needs no cast. */
    @FunctionalInterface
    interface Body {
        PrioritizedMessage with(Header header);
    }

    private final Heights heights;
    private final GrantClock clock;

    Sender(Heights heights, GrantClock clock) {
        this.heights = heights;
        this.clock = clock;
    }

    void send(Neighbour to, Body body, Effects out) {
        PrioritizedMessage message = body.with(new Header(heights.height(), clock.heard(), to.received()));
        if (message.custody()) {
            to.entrust(message);
        }
        to.settle();
        out.send(to.id, message);
    }

    /** Sends to all neighbours except one: the neighbour that a flood came from, or null. */
    void flood(@Nullable Neighbour except, Body body, Effects out) {
        for (Neighbour neighbour : heights.neighbours()) {
            if (neighbour != except) {
                send(neighbour, body, out);
            }
        }
    }
}
