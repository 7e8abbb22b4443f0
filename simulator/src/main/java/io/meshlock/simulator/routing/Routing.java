package io.meshlock.simulator.routing;

/**
 * How messages to nodes that are no neighbours are routed; see {@link Router}.
 *
 * @param protocol how nodes find routes
 * @param waitForRoute true: a message without a route waits where it is until there is one; false: it is lost
 * @param loss share of messages that are lost on arrival, besides what the network loses
 * @param duplicate share of messages that arrive twice
 * @param reorder share of messages that are held back, so that later ones overtake them
 */
public record Routing(RouteProtocol protocol, boolean waitForRoute, double loss, double duplicate, double reorder) {

    /** Shortest paths, and nothing is ever lost. */
    public static final Routing IDEAL = new Routing(new RouteProtocol.ShortestPath(), true, 0, 0, 0);

    /** True if a message may get lost although its link stays up. */
    public boolean mayLose() {
        return loss > 0 || !waitForRoute;
    }
}
