package io.meshlock.daemon.http;

import io.javalin.http.Context;
import io.meshlock.Meshlock;
import io.meshlock.PermitPool;
import io.meshlock.Policy;
import io.meshlock.PoolConfig;
import io.meshlock.Recovery;
import io.meshlock.RecoveryPlan;
import io.meshlock.RecoveryPolicy;
import io.meshlock.UnknownPoolException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Routes about pools: list, make, resize, recover, destroy. */
final class PoolRoutes {

    private static final int LONGEST_WORD = 100;

    private final Meshlock mesh;

    PoolRoutes(Meshlock mesh) {
        this.mesh = mesh;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/api/v1/pools", this::list),
                Route.get("/api/v1/pools/{pool}", ctx -> Json.answer(ctx, 200, PoolDocument.of(find(ctx)))),
                Route.put("/api/v1/pools/{pool}", this::create).forOperators(),
                Route.delete("/api/v1/pools/{pool}", this::destroy).forOperators(),
                Route.post("/api/v1/pools/{pool}/resize", this::resize).forOperators(),
                Route.post("/api/v1/pools/{pool}/recover", this::recover).forOperators());
    }

    private void list(Context ctx) {
        Json.answer(
                ctx,
                200,
                Map.of("pools", mesh.pools().stream().map(PoolDocument::of).toList()));
    }

    private PermitPool find(Context ctx) {
        String name = ctx.pathParam("pool");
        try {
            return mesh.pool(name);
        } catch (UnknownPoolException e) {
            throw Problem.notFound("pool '" + name + "': is not known at this node");
        }
    }

    /** 200 if this node knows the new size to be in force, 202 if a majority has to store it first. */
    private void resize(Context ctx) {
        int permits = permits(Body.of(ctx, "permits"));
        PermitPool pool = find(ctx);
        try {
            pool.resize(permits);
        } catch (UnsupportedOperationException e) {
            throw Problem.unprocessable(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            throw RequestRegistry.refusal(e);
        }
        PoolDocument document = PoolDocument.of(pool);
        Json.answer(ctx, document.wantedPermits() == null ? 200 : 202, document);
    }

    private static int permits(Body body) {
        int permits = body.number("permits", 0, 1, PoolConfig.MAX_PERMITS);
        if (permits == 0) {
            throw Problem.badRequest("permits: missing; expected a whole number, at least 1");
        }
        return permits;
    }

    /** Without confirmation, only says what would happen. */
    private void recover(Context ctx) {
        boolean confirmed = Body.of(ctx, "confirm").flag("confirm");
        PermitPool pool = find(ctx);
        RecoveryPlan plan = pool.recoveryPlan();
        if (!confirmed) {
            Json.answer(ctx, 200, plan);
            return;
        }
        if (!plan.possible()) {
            throw Problem.conflict(
                    "pool '" + pool.name() + "': cannot be recovered here: " + String.join(" ", plan.steps()));
        }
        pool.recover();
        Json.answer(ctx, 202, plan);
    }

    /** Answers with the pool as it was. */
    private void destroy(Context ctx) {
        PermitPool pool = find(ctx);
        PoolDocument last = PoolDocument.of(pool);
        try {
            pool.destroy();
        } catch (UnsupportedOperationException e) {
            throw Problem.unprocessable(String.valueOf(e.getMessage()));
        }
        Json.answer(ctx, 200, last);
    }

    /** Making a pool that is there with the same settings changes nothing; with others, it is a conflict. */
    private void create(Context ctx) {
        String name = ctx.pathParam("pool");
        Body body = Body.of(ctx, "permits", "policy", "aging", "algorithm", "lease", "recovery");
        int permits = permits(body);
        boolean isNew = mesh.pools().stream().noneMatch(pool -> pool.name().equals(name));
        PermitPool pool;
        try {
            pool = mesh.pool(name, config(body, permits));
        } catch (RuntimeException e) {
            throw RequestRegistry.refusal(e);
        }
        Json.answer(ctx, isNew ? 201 : 200, PoolDocument.of(pool));
    }

    private static PoolConfig config(Body body, int permits) {
        PoolConfig config = PoolConfig.permits(permits);
        String policy = body.text("policy", LONGEST_WORD);
        if (policy != null) {
            config = config.policy(Policy.named(policy));
        }
        String algorithm = body.text("algorithm", LONGEST_WORD);
        if (algorithm != null) {
            config = config.algorithm(algorithm);
        }
        int aging = body.number("aging", 0, 1, Integer.MAX_VALUE);
        if (aging > 0) {
            config = config.aging(aging);
        }
        Duration lease = body.duration("lease", PoolConfig.SHORTEST_LEASE, Duration.ofDays(365));
        if (lease != null) {
            config = config.lease(lease);
        }
        String recovery = body.text("recovery", LONGEST_WORD);
        return recovery == null ? config : config.recovery(Recovery.of(RecoveryPolicy.named(recovery)));
    }
}
