package io.meshlock.link.map;

import io.meshlock.link.wire.LinkStateAdvert;
import io.meshlock.spi.Link;

/**
 * Receives link-state adverts from neighbours, and knows routes. Calls come on the transport's threads, one at a time
 * for each link.
 */
public interface LinkStateReceiver {

    /** Ignores adverts and knows no routes. */
    LinkStateReceiver NONE = new LinkStateReceiver() {
        @Override
        public void linkUp(Link link) {}

        @Override
        public boolean heardBefore(Link from, int node, long incarnation, long sequence) {
            return true;
        }

        @Override
        public void heard(Link from, LinkStateAdvert advert) {}

        @Override
        public void linkDown(Link link) {}

        @Override
        public int next(int node) {
            return Routes.NONE;
        }
    };

    /** A link came up. */
    void linkUp(Link link);

    /**
     * A neighbour sent an advert of this node, its own or that of another one. True if it is not newer than what is known,
     * and need not be {@linkplain #heard read}.
     */
    boolean heardBefore(Link from, int node, long incarnation, long sequence);

    /** A neighbour sent an advert that was not heard before. */
    void heard(Link from, LinkStateAdvert advert);

    /** A link went down. */
    void linkDown(Link link);

    /** The first hop of the shortest route to a node; {@link Routes#NONE} if no route is known. Thread-safe. */
    int next(int node);
}
