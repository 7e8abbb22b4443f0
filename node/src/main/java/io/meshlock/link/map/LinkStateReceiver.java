package io.meshlock.link.map;

import io.meshlock.link.wire.LinkStateAdvert;
import io.meshlock.spi.Link;

/** Is told what neighbours say about the mesh, and knows the way. Calls come on the transport's threads, for each link one at a time. */
public interface LinkStateReceiver {

    /** Does not listen. */
    LinkStateReceiver DEAF = new LinkStateReceiver() {
        @Override
        public void linkUp(Link link) {}

        @Override
        public void heard(Link from, LinkStateAdvert advert) {}

        @Override
        public void linkDown(Link link) {}

        @Override
        public int next(int node) {
            return Routes.NONE;
        }
    };

    void linkUp(Link link);

    void heard(Link from, LinkStateAdvert advert);

    void linkDown(Link link);

    /** The neighbour on the shortest way to a node; {@link Routes#NONE} if no way is known. May be called by anybody. */
    int next(int node);
}
