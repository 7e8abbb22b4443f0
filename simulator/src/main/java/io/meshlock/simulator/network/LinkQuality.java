package io.meshlock.simulator.network;

/** How well links work at present. */
@FunctionalInterface
public interface LinkQuality {

    /** The share of attempts to send from one node to a neighbour that get through: above 0, at most 1. */
    double linkQuality(int from, int to);
}
