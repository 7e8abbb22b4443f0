package io.meshlock.simulator.routing;

/** Who knows the way from one node to another. */
public sealed interface RouteProtocol {

    /** Everybody knows the shortest path over the links that are up, at once and for nothing. */
    record ShortestPath() implements RouteProtocol {}

    /**
     * Nodes tell their neighbours what they know; see {@link io.meshlock.simulator.routing.DistanceVector}.
     *
     * @param period ticks between a node's full updates
     * @param trigger ticks that news are collected before neighbours are told of them
     * @param ttl the most links that a message may cross; only if messages without a way are lost
     */
    record DistanceVector(long period, long trigger, int ttl) implements RouteProtocol {}
}
