package io.meshlock.daemon.http;

import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.meshlock.Meshlock;
import io.meshlock.daemon.local.Token;
import io.meshlock.daemon.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The whole HTTP API of one node: its routes, who may call them, and what errors look like. */
public final class Api implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Api.class);

    private final EventHub events;
    private final TimeSource time;
    private final RequestRegistry registry;
    private final EventStreams streams;
    private final String ownToken = Token.random();
    private final AccessControl accessControl;
    private final MeshWatch watch;
    private final List<Route> routes = new ArrayList<>();

    /**
     * @param openPaths what can be read without a token
     * @param time is closed with this
     * @param whenDrained run when the node was told to drain, and all permits are back
     */
    public Api(Meshlock mesh, HttpSettings settings, Set<String> openPaths, TimeSource time, Runnable whenDrained) {
        this.time = time;
        this.events = new EventHub(time);
        this.registry = new RequestRegistry(mesh, settings, events, time);
        this.streams = new EventStreams(events, settings.maxStreams());
        this.accessControl =
                new AccessControl(settings, ownToken, openPaths, new RateLimit(settings.ratePerSecond(), time::nanos));
        this.watch = new MeshWatch(mesh, events);
        routes.addAll(new PoolRoutes(mesh).routes());
        routes.addAll(new MapRoutes(mesh).routes());
        routes.addAll(new RequestRoutes(settings, registry, streams).routes());
        routes.addAll(new NodeRoutes(mesh, registry, streams, new Drain(registry, whenDrained), time).routes());
    }

    /** Adds everything to a server that is not started yet. */
    public void addTo(JavalinConfig config) {
        config.http.prefer405over404 = true;
        config.http.asyncTimeout = 0; // every call that waits has a limit of its own
        config.http.compressionStrategy =
                CompressionStrategy.NONE; // answers are small, and streams must not be held back
        config.routes.before(accessControl::check);
        routes.forEach(route -> config.routes.addHttpHandler(route.method(), route.path(), ctx -> {
            AccessControl.require(ctx, route.role());
            route.handler().handle(ctx);
        }));
        config.routes.exception(Problem.class, (problem, ctx) -> Json.answer(ctx, problem));
        config.routes.exception(
                HttpResponseException.class,
                (failure, ctx) -> Json.answer(ctx, Problem.other(failure.getStatus(), words(failure, ctx))));
        config.routes.exception(Exception.class, (failure, ctx) -> {
            LOG.error("{} {} failed", ctx.method(), ctx.path(), failure);
            Json.answer(ctx, Problem.other(500, "this is a bug; the node's log has more"));
        });
    }

    private static String words(HttpResponseException failure, Context ctx) {
        return switch (failure.getStatus()) {
            case 404 -> ctx.path() + ": no such path; /api/v1/openapi.json lists all paths";
            case 405 -> ctx.path() + ": cannot be used with " + ctx.method();
            default -> String.valueOf(failure.getMessage());
        };
    }

    /**
     * Begins to answer, and to watch the mesh.
     *
     * @param tokenFile where programs on this machine find the token, for messages; empty if nowhere
     */
    public void start(String tokenFile) {
        accessControl.open(tokenFile);
        watch.start(time);
    }

    /** The token that this daemon made for itself; it counts while its settings name none. */
    public String ownToken() {
        return ownToken;
    }

    /** The events of this node, for other parts that show them. */
    public EventHub events() {
        return events;
    }

    /** Replaces the token that clients must show. */
    public void token(@Nullable String value) {
        accessControl.token(value, ownToken);
    }

    List<Route> routes() {
        return List.copyOf(routes);
    }

    /** Refuses renewals, and waits until no client holds permits or can believe that it does. */
    public boolean settle() throws InterruptedException {
        return registry.settle();
    }

    /** Withdraws what waits, and gives back what clients hold. */
    @Override
    public void close() {
        registry.close();
        time.close();
        streams.close();
    }
}
