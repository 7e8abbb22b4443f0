package io.meshlock.daemon.http;

import io.javalin.http.Context;
import io.meshlock.MeshMap;
import io.meshlock.MeshMap.PoolReport;
import io.meshlock.Meshlock;
import io.meshlock.PermitPool;
import io.meshlock.PoolStatus;
import io.meshlock.UnknownPoolException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The mesh as this node knows it: who is there, who votes, who holds and waits, and where a pool's token is. Nodes report about their pools only while somebody
 * looks, so the first answer may be incomplete; a call a second later gets more.
 */
final class MapRoutes {

    private final Meshlock mesh;

    MapRoutes(Meshlock mesh) {
        this.mesh = mesh;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/api/v1/map", ctx -> Json.answer(ctx, 200, mesh.map())),
                Route.get("/api/v1/pools/{pool}/token", this::token),
                Route.get("/api/v1/pools/{pool}/holders", this::holders),
                Route.get("/api/v1/pools/{pool}/members", this::members),
                Route.delete("/api/v1/pools/{pool}/members/{number}", this::removeMember)
                        .forOperators());
    }

    /**
     * @param pool the pool
     * @param permits how many it has, as far as this node knows
     * @param nodes those at which clients hold or wait, or the token is, as they last reported
     */
    private record Holders(String pool, int permits, List<HoldersAt> nodes) {}

    /**
     * @param node its name
     * @param number its number
     * @param inReach whether a way leads to it; if not, this is what it reported last
     * @param held permits that its clients hold
     * @param waiting requests of its clients that wait
     * @param token whether the token is there
     * @param clients those of its clients that have a name
     */
    private record HoldersAt(
            String node,
            int number,
            boolean inReach,
            int held,
            int waiting,
            boolean token,
            List<MeshMap.Claim> clients) {}

    private void holders(Context ctx) {
        PermitPool pool = pool(ctx);
        List<HoldersAt> nodes = new ArrayList<>();
        for (MeshMap.Node node : mesh.map().nodes()) {
            for (PoolReport report : node.pools()) {
                if (report.name().equals(pool.name())) {
                    nodes.add(new HoldersAt(
                            node.name(),
                            node.number(),
                            node.isReachable(),
                            report.held(),
                            report.waiting(),
                            report.tokens() > 0,
                            report.claims()));
                }
            }
        }
        Json.answer(ctx, 200, new Holders(pool.name(), pool.permits(), nodes));
    }

    /**
     * @param pool the pool
     * @param majority how many of its voters have to agree
     * @param problem why nothing is granted at this node, if it knows of a reason
     * @param voters the nodes whose votes count
     */
    private record Members(
            String pool, int majority, @Nullable String problem, List<Voter> voters) {}

    /**
     * @param node its name; null if this node does not know it
     * @param number its number
     * @param inReach whether a way leads to it
     */
    private record Voter(@Nullable String node, int number, boolean inReach) {}

    private void members(Context ctx) {
        Json.answer(ctx, 200, members(pool(ctx)));
    }

    private Members members(PermitPool pool) {
        PoolStatus status = status(pool);
        Map<Integer, MeshMap.Node> known = new HashMap<>();
        mesh.map().nodes().forEach(node -> known.put(node.number(), node));
        List<Voter> voters = status.voters().stream()
                .map(number -> {
                    MeshMap.Node node = known.get(number);
                    return node == null
                            ? new Voter(null, number, false)
                            : new Voter(node.name(), number, node.isReachable());
                })
                .toList();
        return new Members(pool.name(), status.majority(), pool.problem().orElse(null), voters);
    }

    private static PoolStatus status(PermitPool pool) {
        return pool.status()
                .orElseThrow(() -> Problem.unprocessable("pool '" + pool.name() + "': has no recovery, and no voters"));
    }

    /** It counts until the token's holder has heard of it. */
    private void removeMember(Context ctx) {
        PermitPool pool = pool(ctx);
        String text = ctx.pathParam("number");
        PoolStatus status = status(pool);
        int number = status.voters().stream()
                .filter(member -> member.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> Problem.notFound("member '" + text + "': does not vote in pool '" + pool.name()
                        + "'; expected one of " + status.voters()));
        pool.removeMember(number);
        Json.answer(ctx, 202, members(pool));
    }

    private PermitPool pool(Context ctx) {
        String name = ctx.pathParam("pool");
        try {
            return mesh.pool(name);
        } catch (UnknownPoolException e) {
            throw Problem.notFound("pool '" + name + "': is not known at this node");
        }
    }

    /**
     * @param pool the pool
     * @param nodes the nodes that last reported to have its tokens; empty while tokens travel, or before the first
     *     report
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
        String name = pool(ctx).name();
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
