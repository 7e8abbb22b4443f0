package io.meshlock.spi;

/** Listens for links that come up. The package documentation describes the order and threads of calls. */
public interface LinkListener {

    /**
     * A link came up and may be used.
     *
     * @return the receiver of this link's frames
     */
    LinkReceiver linkUp(Link link);
}
