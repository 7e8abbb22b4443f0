package io.meshlock.spi;

/** Is told of links that come up. The package documentation says in which order and on which threads. */
public interface LinkListener {

    /**
     * A link came up and may be used.
     *
     * @return who is told what happens on this link
     */
    LinkReceiver linkUp(Link link);
}
