package io.meshlock.simulator.routing;

/** How nodes find routes to other nodes. */
public sealed interface RouteProtocol {

    /** All nodes know the shortest path over the links that are up, at once and without messages. */
    record ShortestPath() implements RouteProtocol {}

    /**
     * Nodes send their tables to their neighbours; see {@link io.meshlock.simulator.routing.DistanceVector}.
     *
     * @param period ticks between a node's full updates
     * @param trigger ticks for which changes are collected before neighbours are told
     * @param ttl the most links that a message may cross; only if messages without a route are lost
     */
    record DistanceVector(long period, long trigger, int ttl) implements RouteProtocol {}
}
