package io.meshlock.link;

import com.google.protobuf.ByteString;
import io.meshlock.link.wire.MalformedFrameException;
import io.meshlock.link.wire.MessageRules;
import io.meshlock.link.wire.PoolFrame;
import io.meshlock.link.wire.PoolFrames;
import io.meshlock.spi.Link;
import io.meshlock.spi.LinkCounter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Routes messages to nodes that are not neighbours, hop by hop over the currently shortest route. It stores nothing: a
 * message without a route, or for a congested link, is lost. Algorithms that use routing send again.
 */
final class Router {

    private static final Logger LOG = LoggerFactory.getLogger(Router.class);

    /** The hop limit (TTL): while maps disagree, a message may go in circles. */
    static final int MAX_HOPS = 255;

    private final PoolLinks links;

    Router(PoolLinks links) {
        this.links = links;
    }

    /** Sends a message of a pool; false if it is lost at this node. */
    boolean send(int target, String pool, long terms, ByteString content) {
        return forward(new PoolFrame.Routed(links.self().number(), target, MAX_HOPS, pool, terms, content));
    }

    /** Handles a message that came over a link: delivers or forwards it. */
    void arrived(PoolFrame.Routed message) {
        if (message.target() == links.self().number()) {
            deliver(message);
        } else if (forward(message)) {
            count(LinkCounter.ROUTED_PASSED_ON);
        }
    }

    private boolean forward(PoolFrame.Routed message) {
        Link link = message.hops() == 0 ? null : links.linkTo(links.map().next(message.target()));
        if (link == null || link.isCongested()) {
            count(LinkCounter.ROUTED_LOST);
            return false;
        }
        byte[] frame = PoolFrames.write(message.further());
        return link.send(frame, 0, frame.length);
    }

    private void deliver(PoolFrame.Routed message) {
        OpenPool port = links.port(message.pool());
        if (port == null || !port.isRouted() || port.fingerprint() != message.terms()) {
            count(LinkCounter.ROUTED_REFUSED);
            return;
        }
        try {
            byte[] content = message.message().toByteArray();
            PoolFrame frame = PoolFrames.read(content, 0, content.length);
            if (!(frame instanceof PoolFrame.Carry carry)
                    || carry.field() != port.codec().field()) {
                throw new MalformedFrameException(
                        "not a message of algorithm '" + port.terms().algorithm() + "'");
            }
            MessageRules.check(carry.message());
            port.receiver().received(message.source(), carry.poolInstance(), carry.message());
        } catch (MalformedFrameException e) {
            // The fault of the source, not of the neighbour that forwarded it: the link stays up.
            LOG.debug("node {} sent a malformed message over several links: {}", message.source(), e.getMessage());
            count(LinkCounter.MALFORMED_FRAMES);
        }
    }

    private void count(LinkCounter what) {
        links.transport().counters().count(what);
    }
}
