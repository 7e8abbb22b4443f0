package io.meshlock.daemon.http;

import io.javalin.http.Context;
import io.meshlock.PoolConfig;
import io.meshlock.Priority;
import io.meshlock.Request;
import io.meshlock.daemon.http.Caller.Role;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Routes about requests: ask, poll, renew, give back. */
final class RequestRoutes {

    private static final Duration SHORTEST_LEASE = Duration.ofMillis(200);
    private static final Duration LONGEST_LEASE = Duration.ofHours(1);
    private static final Duration LONGEST_TIMEOUT = Duration.ofDays(30);
    private static final int LONGEST_NAME = 200;

    /** The header with a request's secret. */
    static final String SECRET = "Meshlock-Secret";

    private static final Logger LOG = LoggerFactory.getLogger(RequestRoutes.class);

    private final HttpSettings settings;
    private final RequestRegistry registry;
    private final EventStreams streams;

    RequestRoutes(HttpSettings settings, RequestRegistry registry, EventStreams streams) {
        this.settings = settings;
        this.registry = registry;
        this.streams = streams;
    }

    List<Route> routes() {
        return List.of(
                Route.post("/api/v1/pools/{pool}/requests", this::create),
                Route.get(
                        "/api/v1/requests",
                        ctx -> Json.answer(ctx, 200, Map.of("requests", documents(registry.open())))),
                Route.get(
                        "/api/v1/grants",
                        ctx -> Json.answer(ctx, 200, Map.of("grants", documents(registry.granted())))),
                Route.get("/api/v1/requests/{id}", this::look),
                Route.get("/api/v1/requests/{id}/events", this::stream),
                Route.post("/api/v1/requests/{id}/renew", this::renew),
                Route.delete("/api/v1/requests/{id}", this::close));
    }

    private static List<RequestDocument> documents(List<ClientRequest> requests) {
        return requests.stream().map(ClientRequest::document).toList();
    }

    private void create(Context ctx) {
        Duration wait = wait(ctx);
        String key = ctx.header("Idempotency-Key");
        if (key != null && (key.isBlank() || key.length() > LONGEST_NAME)) {
            throw Problem.badRequest("Idempotency-Key: expected 1 to " + LONGEST_NAME + " characters");
        }
        // Keys are each caller's own: nobody gets another's request, and its secret, by guessing a key.
        RequestRegistry.Placed placed = registry.place(
                CallerShares.of(ctx),
                spec(ctx),
                key == null ? null : Caller.of(ctx).name() + '\n' + key);
        ClientRequest request = placed.request();
        ctx.header("Location", "/api/v1/requests/" + request.id());
        answerWhenDecided(ctx, placed.isNew() ? 201 : 200, request, wait, true, request::ownDocument);
    }

    private RequestSpec spec(Context ctx) {
        Body body = Body.of(ctx, "permits", "priority", "deadline", "timeout", "lease", "client");
        Request request = Request.permits(body.number("permits", 1, 1, PoolConfig.MAX_PERMITS))
                .priority(Priority.of(body.number("priority", 0, Integer.MIN_VALUE, Integer.MAX_VALUE)));
        var deadline = body.moment("deadline");
        if (deadline != null) {
            request = request.deadline(deadline);
        }
        String client = body.text("client", LONGEST_NAME);
        if (client != null) {
            request = request.client(client);
        }
        Duration lease = body.duration("lease", SHORTEST_LEASE, LONGEST_LEASE);
        return new RequestSpec(
                ctx.pathParam("pool"),
                request,
                body.duration("timeout", Duration.ZERO, LONGEST_TIMEOUT),
                lease == null ? settings.lease() : lease,
                client);
    }

    private void look(Context ctx) {
        Duration wait = wait(ctx);
        ClientRequest request = registry.find(ctx.pathParam("id"));
        answerWhenDecided(ctx, 200, request, wait, request.isSecret(ctx.header(SECRET)), request::document);
    }

    /** Answers at once, or when the request is granted or ended, or when the caller has waited long enough. */
    private static void answerWhenDecided(
            Context ctx,
            int status,
            ClientRequest request,
            Duration wait,
            boolean isOwn,
            Supplier<RequestDocument> document) {
        if (wait.isZero()) {
            if (isOwn) {
                request.touch();
            }
            Json.answer(ctx, status, document.get());
            return;
        }
        String caller = CallerShares.of(ctx);
        ctx.future(
                () -> request.poll(wait, isOwn, caller).thenAccept(unused -> Json.answer(ctx, status, document.get())));
    }

    /** The request that a call is about, if its caller made it. */
    private ClientRequest own(Context ctx) {
        ClientRequest request = registry.find(ctx.pathParam("id"));
        if (!request.isSecret(ctx.header(SECRET))) {
            throw Problem.forbidden(SECRET + ": is missing or wrong; expected the secret that came with the request");
        }
        return request;
    }

    private Duration wait(Context ctx) {
        @Nullable String text = ctx.queryParam("wait");
        return text == null ? Duration.ZERO : Body.duration("wait", text, Duration.ZERO, settings.longestPoll());
    }

    private void stream(Context ctx) {
        ClientRequest request = registry.find(ctx.pathParam("id"));
        streams.follow(ctx, request, request.isSecret(ctx.header(SECRET)));
    }

    private void renew(Context ctx) {
        Body.of(ctx);
        ClientRequest request = own(ctx);
        if (registry.isSettling()) {
            throw Problem.conflict("this node is stopping; expected permits to be given back before the lease ends")
                    .remaining(request.document().remainingMillis());
        }
        if (!request.renew()) {
            RequestDocument document = request.document();
            String why = document.reason() == null ? "" : ": " + document.reason();
            throw Problem.conflict(
                    "request '" + request.id() + "': is " + document.state() + why + "; expected one that is granted");
        }
        Json.answer(ctx, 200, request.document());
    }

    /** Closing a request that has ended does nothing, so clients may repeat it. Operators may close those of others. */
    private void close(Context ctx) {
        if ("true".equals(ctx.queryParam("force"))) {
            AccessControl.require(ctx, Role.OPERATOR);
            ClientRequest request = registry.find(ctx.pathParam("id"));
            LOG.warn(
                    "{} takes away request {} of client '{}' in pool '{}'",
                    Caller.of(ctx).name(),
                    request.id(),
                    request.spec().client(),
                    request.spec().pool());
            request.revoke();
            Json.answer(ctx, 200, request.document());
            return;
        }
        ClientRequest request = own(ctx);
        request.close();
        Json.answer(ctx, 200, request.document());
    }
}
