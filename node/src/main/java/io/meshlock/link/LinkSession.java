package io.meshlock.link;

import io.meshlock.link.wire.MalformedFrameException;
import io.meshlock.link.wire.MessageRules;
import io.meshlock.link.wire.PoolFrame;
import io.meshlock.link.wire.PoolFrames;
import io.meshlock.link.wire.PoolTerms;
import io.meshlock.link.wire.UnreadAdvert;
import io.meshlock.spi.Link;
import io.meshlock.spi.LinkCounter;
import io.meshlock.spi.LinkEnd;
import io.meshlock.spi.LinkReceiver;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pools shared over one link. Runs in callbacks of the link only, so it needs no lock.
 *
 * <p>A pool is shared as soon as both ends have announced it with the same terms. Each end addresses messages by the
 * number that the <i>other</i> end gave the pool. If a pool was closed and opened again, messages that were under way
 * have the old number and are dropped.
 */
final class LinkSession implements LinkReceiver {

    private static final Logger LOG = LoggerFactory.getLogger(LinkSession.class);

    /** What a neighbour's announcements may take in memory: enough for as many pools as a node may have. */
    static final long MAX_OFFERED_BYTES = 32L << 20;

    private static final int OFFER_COST = 200;
    private static final int OPTION_COST = 20;

    private final PoolLinks links;
    private final Link link;

    /** The pools that we have announced on this link, by our number. */
    private final Int2ObjectMap<Share> announced = new Int2ObjectOpenHashMap<>();

    /** The same, by name. */
    private final Map<String, OpenPool> announcedByName = new HashMap<>();

    /** The pools that the neighbour has announced, by name and by the neighbour's number. */
    private final Map<String, PoolFrame.Open> offers = new HashMap<>();

    private final Int2ObjectMap<PoolFrame.Open> offersByNumber = new Int2ObjectOpenHashMap<>();

    /** The memory that they take, about. */
    private long offeredBytes;

    LinkSession(PoolLinks links, Link link) {
        this.links = links;
        this.link = link;
    }

    /** A pool that we have announced on this link; {@code channel} is set while it is shared. */
    private static final class Share {
        final OpenPool port;

        @Nullable
        PoolChannel channel;

        /** True if we have withdrawn the announcement, because the neighbour has other terms. */
        boolean withdrawn;

        Share(OpenPool port) {
            this.port = port;
        }
    }

    Link link() {
        return link;
    }

    // ---- our pools --------------------------------------------------------------------------------------------------

    /** Announces a pool to the neighbour, once. */
    void announce(OpenPool port) {
        if (port.isClosed() || announced.containsKey(port.number())) {
            return;
        }
        OpenPool before = announcedByName.put(port.terms().name(), port);
        if (before != null) {
            withdraw(before); // it was closed and opened again, and this link has not heard of the former yet
        }
        Share share = new Share(port);
        announced.put(port.number(), share);
        sendOpen(share);
        shareIfAgreed(share);
    }

    /**
     * This node has learnt the pool's instance. A neighbour with other terms, which shares no messages with it, is told:
     * now it is known whose terms hold.
     */
    void announceAgain(OpenPool port) {
        Share share = announced.get(port.number());
        if (share != null && share.withdrawn) {
            sendOpen(share);
            shareIfAgreed(share);
        }
    }

    /** Announces the pool anew if the neighbour has not announced it: it may have left it, and is to take part again. */
    void wake(OpenPool port) {
        Share share = announced.get(port.number());
        if (share != null
                && !share.withdrawn
                && !offers.containsKey(port.terms().name())) {
            sendClose(share, false);
            sendOpen(share);
        }
    }

    private void sendOpen(Share share) {
        share.withdrawn = false;
        OpenPool port = share.port;
        byte[] frame = PoolFrames.write(
                new PoolFrame.Open(port.number(), port.receiver().poolInstance(), port.terms()));
        link.send(frame, 0, frame.length);
    }

    private void sendClose(Share share, boolean otherTerms) {
        long poolInstance = share.port.receiver().poolInstance();
        byte[] frame = PoolFrames.write(
                new PoolFrame.Close(share.port.number(), poolInstance, otherTerms, share.port.isDestroyed()));
        link.send(frame, 0, frame.length);
    }

    /** The pool was closed here. */
    void withdraw(OpenPool port) {
        Share share = announced.remove(port.number());
        announcedByName.remove(port.terms().name(), port);
        if (share != null) {
            if (!share.withdrawn) {
                sendClose(share, false);
            }
            stopSharing(share);
        }
    }

    // ---- sharing ----------------------------------------------------------------------------------------------------

    /** Shares the pool if the neighbour has announced it too, with terms that agree. */
    private void shareIfAgreed(Share share) {
        OpenPool port = share.port;
        PoolFrame.Open offer = offers.get(port.terms().name());
        if (offer == null || share.channel != null) {
            return;
        }
        if (port.receiver().agrees(port.terms(), offer.terms())) {
            PoolChannel channel = new PoolChannel(link, offer.number());
            share.channel = channel;
            port.add(channel);
            call(port, () -> port.receiver().linkUp(link.peer(), offer.poolInstance()));
        } else {
            share.withdrawn = true;
            sendClose(share, true);
            refused(port, offer);
        }
    }

    private void stopSharing(Share share) {
        PoolChannel channel = share.channel;
        if (channel != null) {
            share.channel = null;
            share.port.remove(channel);
            call(share.port, () -> share.port.receiver().linkDown(link.peer()));
        }
    }

    /** Calls a pool. If it throws, the link goes down, and other pools are still told. */
    private void call(OpenPool port, Runnable callback) {
        try {
            callback.run();
        } catch (RuntimeException e) {
            failed(port, e);
        }
    }

    private void failed(OpenPool port, RuntimeException bug) {
        LOG.error("pool '{}' failed; the link with {} goes down", port.terms().name(), link.peer(), bug);
        link.close(LinkEnd.FAILED);
    }

    private void refused(OpenPool port, PoolFrame.Open offer) {
        links.transport().counters().count(LinkCounter.POOLS_REFUSED);
        links.offers().refused(link.peer(), port.terms(), offer.terms(), offer.poolInstance());
    }

    // ---- frames from the neighbour ----------------------------------------------------------------------------------

    @Override
    public void received(byte[] bytes, int offset, int length) {
        try {
            PoolFrame frame = PoolFrames.read(bytes, offset, length);
            if (frame instanceof PoolFrame.Carry carry) {
                onCarry(carry);
            } else if (frame instanceof PoolFrame.Open open) {
                onOpen(open);
            } else if (frame instanceof PoolFrame.Close close) {
                onClose(close);
            } else if (frame instanceof PoolFrame.Say say) {
                onAdverts(say);
            } else if (frame instanceof PoolFrame.Routed routed) {
                links.router().arrived(routed);
            }
        } catch (MalformedFrameException e) {
            LOG.warn("{} sent a malformed frame: {}", link.peer(), e.getMessage());
            links.transport().counters().count(LinkCounter.MALFORMED_FRAMES);
            link.close(LinkEnd.MALFORMED);
        }
    }

    private void onAdverts(PoolFrame.Say say) throws MalformedFrameException {
        for (UnreadAdvert advert : say.adverts()) {
            if (!links.map().heardBefore(link, advert.number(), advert.incarnation(), advert.sequence())) {
                links.map().heard(link, advert.read());
            }
        }
    }

    private void onCarry(PoolFrame.Carry carry) throws MalformedFrameException {
        Share share = announced.get(carry.number());
        if (share == null || share.channel == null) {
            if (carry.number() < 0 || carry.number() >= links.opened()) {
                throw new MalformedFrameException("a message for pool " + carry.number() + ", which never existed");
            }
            links.transport().counters().count(LinkCounter.LATE_MESSAGES);
            return;
        }
        if (share.port.codec().field() != carry.field()) {
            throw new MalformedFrameException("a message of another algorithm than '"
                    + share.port.terms().algorithm() + "' for pool '"
                    + share.port.terms().name() + "'");
        }
        MessageRules.check(carry.message());
        try {
            share.port.receiver().received(link.peer().number(), carry.poolInstance(), carry.message());
        } catch (RuntimeException e) {
            failed(share.port, e);
        }
    }

    /** About how many bytes of memory an announcement takes. */
    private static long cost(PoolTerms terms) {
        long characters = (long) terms.name().length() + terms.algorithm().length();
        for (String option : terms.options().given().keySet()) {
            characters += option.length() + OPTION_COST;
        }
        return OFFER_COST + 2 * characters;
    }

    private void onOpen(PoolFrame.Open open) throws MalformedFrameException {
        if (open.number() < 0 || offersByNumber.containsKey(open.number())) {
            throw new MalformedFrameException("pool number " + open.number() + " used twice");
        }
        String name = open.terms().name();
        if (offers.containsKey(name) || offers.size() == PoolLinks.MAX_POOLS) {
            throw new MalformedFrameException("pool '" + name + "' announced twice, or too many pools");
        }
        offeredBytes += cost(open.terms());
        if (offeredBytes > MAX_OFFERED_BYTES) {
            throw new MalformedFrameException("announcements of more than " + MAX_OFFERED_BYTES + " bytes");
        }
        OpenPool port = links.port(name);
        // Equal terms are stored once, to save memory: a node may have a thousand pools and ten neighbours.
        PoolFrame.Open offer = port != null && port.terms().equals(open.terms())
                ? new PoolFrame.Open(open.number(), open.poolInstance(), port.terms())
                : open;
        offers.put(name, offer);
        offersByNumber.put(open.number(), offer);
        if (port == null) {
            links.offers().offered(link.peer(), open.terms());
            return;
        }
        Share share = announced.get(port.number());
        if (share == null) {
            announce(port);
            return;
        }
        if (share.withdrawn) {
            sendOpen(share);
        }
        shareIfAgreed(share);
    }

    private void onClose(PoolFrame.Close close) {
        PoolFrame.Open offer = offersByNumber.remove(close.number());
        if (offer == null) {
            return;
        }
        offers.remove(offer.terms().name());
        offeredBytes -= cost(offer.terms());
        OpenPool port = links.port(offer.terms().name());
        Share share = port == null ? null : announced.get(port.number());
        if (share == null) {
            return;
        }
        stopSharing(share);
        if (close.otherTerms() && !share.withdrawn) {
            refused(share.port, offer);
        } else if (close.destroyed()) {
            call(share.port, () -> share.port.receiver().destroyed(link.peer(), close.poolInstance()));
        }
    }

    @Override
    public void linkDown(LinkEnd why) {
        links.forget(this);
        links.map().linkDown(link);
        for (Share share : announced.values()) {
            stopSharing(share);
        }
    }
}
