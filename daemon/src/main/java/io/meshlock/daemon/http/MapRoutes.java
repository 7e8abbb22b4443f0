package io.meshlock.daemon.http;

import io.javalin.http.Context;
import io.meshlock.MeshMap;
import io.meshlock.MeshMap.PoolReport;
import io.meshlock.Meshlock;
import io.meshlock.UnknownPoolException;
import java.util.ArrayList;
import java.util.List;

/**
 * The mesh as this node knows it, and where a pool's token is. Nodes report about their pools only while somebody looks, so
 * the first answer may be incomplete; a call a second later gets more.
 */
final class MapRoutes {

    private final Meshlock mesh;

    MapRoutes(Meshlock mesh) {
        this.mesh = mesh;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/api/v1/map", ctx -> Json.answer(ctx, 200, mesh.map())),
                Route.get("/api/v1/pools/{pool}/token", this::token));
    }

    /**
     * @param pool the pool
     * @param nodes the nodes that last reported to have its tokens; empty while tokens travel, or before the first report
     */
    private record Whereabouts(String pool, List<Holder> nodes) {}

    /**
     * @param node its name
     * @param number its number
     * @param hops how far it is from here; -1 if no way leads to it
     * @param tokens how many it has
     */
    private record Holder(String node, int number, int hops, int tokens) {}

    private void token(Context ctx) {
        String name = ctx.pathParam("pool");
        try {
            mesh.pool(name);
        } catch (UnknownPoolException e) {
            throw Problem.notFound("pool '" + name + "': is not known at this node");
        }
        List<Holder> holders = new ArrayList<>();
        for (MeshMap.Node node : mesh.map().nodes()) {
            for (PoolReport report : node.pools()) {
                if (report.name().equals(name) && report.tokens() > 0) {
                    holders.add(new Holder(node.name(), node.number(), node.hops(), report.tokens()));
                }
            }
        }
        Json.answer(ctx, 200, new Whereabouts(name, holders));
    }
}
