package io.meshlock.link;

import io.meshlock.spi.Link;

/** One pool's way to one neighbour that takes part in it: the link, and what the neighbour calls the pool. */
record Way(Link link, int theirNumber) {}
