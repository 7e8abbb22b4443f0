package io.meshlock.link;

import io.meshlock.spi.Link;

/** One pool's channel to one neighbour that takes part in it: the link, and the neighbour's number for the pool. */
record PoolChannel(Link link, int theirNumber) {}
