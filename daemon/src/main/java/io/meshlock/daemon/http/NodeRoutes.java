package io.meshlock.daemon.http;

import io.javalin.http.Context;
import io.meshlock.Meshlock;
import io.meshlock.daemon.time.TimeSource;
import io.meshlock.metrics.MeshlockMetrics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Routes about the node itself: status, neighbours, metrics and draining. */
final class NodeRoutes {

    private static final Duration LONGEST_DRAIN = Duration.ofDays(1);

    private static final Set<String> UNWANTED =
            Set.of(PoolHistograms.WAITS, PoolHistograms.HOLDS, "process.cpu.time", "system.cpu.count");

    private final Meshlock mesh;
    private final RequestRegistry requests;
    private final EventStreams streams;
    private final Drain drain;
    private final TimeSource time;
    private final long since;
    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final MeshlockMetrics metrics;

    NodeRoutes(Meshlock mesh, RequestRegistry requests, EventStreams streams, Drain drain, TimeSource time) {
        this.mesh = mesh;
        this.requests = requests;
        this.streams = streams;
        this.drain = drain;
        this.time = time;
        this.since = time.nanos();
        this.metrics = new MeshlockMetrics(mesh);
        meters.config().meterFilter(MeterFilter.deny(NodeRoutes::isUnwanted));
        metrics.bindTo(meters);
        meters.getPrometheusRegistry().register(new PoolHistograms(mesh));
        bindProcess();
    }

    /** Histograms stand for the first two; and the others have names that Prometheus does not like. */
    private static boolean isUnwanted(Meter.Id meter) {
        return UNWANTED.contains(meter.getName());
    }

    /** What operators of any program want to know. */
    private void bindProcess() {
        Gauge.builder("meshlock.build.info", () -> 1)
                .description("The version that runs, as labels.")
                .tag("version", version())
                .tag("java", String.valueOf(Runtime.version().feature()))
                .register(meters);
        Gauge.builder("meshlock.requests.open", requests, RequestRegistry::openCount)
                .description("Requests over HTTP that wait or hold permits.")
                .register(meters);
        Gauge.builder("meshlock.draining", requests, each -> each.isDraining() ? 1 : 0)
                .description("1 if the node takes no more requests over HTTP.")
                .register(meters);
        new UptimeMetrics().bindTo(meters);
        new ProcessorMetrics().bindTo(meters);
        new FileDescriptorMetrics().bindTo(meters);
        new JvmMemoryMetrics().bindTo(meters);
        new JvmThreadMetrics().bindTo(meters);
    }

    private static String version() {
        String version = NodeRoutes.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/api/v1/health", this::health).forProbes(),
                Route.get("/api/v1/node", ctx -> Json.answer(ctx, 200, document())),
                Route.get("/api/v1/neighbours", ctx -> Json.answer(ctx, 200, Map.of("neighbours", mesh.neighbours()))),
                Route.post("/api/v1/drain", this::drain).forOperators(),
                Route.get("/api/v1/events", streams::all),
                Route.get("/api/v1/openapi.json", NodeRoutes::openApi),
                Route.get("/metrics", this::metrics));
    }

    /**
     * 200 while it takes requests, 503 once it does not: what a load balancer wants to know. Pools that grant nothing
     * are told in words: the node's other pools are well. Whoever has no token, where one is needed, learns no more than
     * the status.
     */
    private void health(Context ctx) {
        List<String> problems = new ArrayList<>(mesh.problems());
        mesh.pools().forEach(pool -> pool.problem().ifPresent(problems::add));
        boolean mayRead = Caller.of(ctx).mayActAs(Caller.Role.READER);
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("status", requests.isDraining() ? "draining" : problems.isEmpty() ? "up" : "impaired");
        if (mayRead) {
            document.put("node", mesh.node());
        }
        if (mayRead && !problems.isEmpty()) {
            document.put("problems", problems);
        }
        Json.answer(ctx, requests.isDraining() ? 503 : 200, document);
    }

    private record NodeDocument(
            String node,
            int number,
            String version,
            @Nullable String certificateEnd,
            boolean draining,
            long uptimeMillis,
            int requests,
            Collection<String> neighbours,
            List<String> problems,
            SortedMap<String, Long> links) {}

    private NodeDocument document() {
        return new NodeDocument(
                mesh.node(),
                mesh.number(),
                version(),
                mesh.certificateEnd().map(Instant::toString).orElse(null),
                requests.isDraining(),
                TimeUnit.NANOSECONDS.toMillis(time.nanos() - since),
                requests.openCount(),
                mesh.neighbours(),
                mesh.problems(),
                mesh.linkEvents());
    }

    private void drain(Context ctx) {
        Body body = Body.of(ctx, "timeout");
        Duration timeout = body.duration("timeout", Duration.ZERO, LONGEST_DRAIN);
        requests.drain();
        Json.answerAtOnce(ctx, 202, document()); // a node without holders stops before anything else is written
        drain.begin(timeout == null ? LONGEST_DRAIN : timeout);
    }

    private void metrics(Context ctx) {
        metrics.refresh(meters);
        ctx.contentType("text/plain; version=0.0.4; charset=utf-8").result(meters.scrape());
    }

    private static void openApi(Context ctx) {
        try (InputStream in =
                Objects.requireNonNull(NodeRoutes.class.getResourceAsStream("openapi.json"), "openapi.json")) {
            ctx.contentType(Json.TYPE).result(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
