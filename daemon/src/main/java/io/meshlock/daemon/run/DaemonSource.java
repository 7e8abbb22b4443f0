package io.meshlock.daemon.run;

import io.meshlock.daemon.client.DaemonClient;
import io.meshlock.daemon.client.DaemonException;
import io.meshlock.daemon.time.Durations;
import io.meshlock.daemon.time.TimeSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Gets permits from a running node over its HTTP API, or from one of several. */
public final class DaemonSource implements PermitSource {

    /** How long one poll lasts. If this process dies, the node notices after this and the lease. */
    private static final Duration LOOK = Duration.ofSeconds(2);

    private static final Duration TO_ANSWER = Duration.ofSeconds(5);
    private static final long RETRY_MILLIS = 250;
    private static final int BUSY = 503;
    private static final int CONFLICT = 409;
    private static final int NOT_FOUND = 404;

    /** A node that has just started hears of pools from its neighbours: for how long an unknown one is asked for. */
    private static final Duration TO_LEARN = Duration.ofSeconds(3);

    /** After so long a client that waits is told if its pool cannot grant. */
    private static final Duration QUIET = Duration.ofSeconds(3);

    /** For how long no node may take the request before the source gives up, if there are several. */
    private static final Duration TO_MOVE = Duration.ofSeconds(30);

    private final List<DaemonClient> nodes;
    private final Consumer<String> notes;
    private final TimeSource time;
    private int node;

    /** The pool's problem is told once, until it is over. */
    private boolean told;

    public DaemonSource(DaemonClient client) {
        this(List.of(client), note -> {}, TimeSource.system());
    }

    /**
     * With several nodes: if one goes away while permits are waited for, the next one is asked.
     *
     * @param notes gets a sentence if a pool cannot grant while it is waited for
     */
    public DaemonSource(List<DaemonClient> nodes, Consumer<String> notes) {
        this(nodes, notes, TimeSource.system());
    }

    DaemonSource(List<DaemonClient> nodes, Consumer<String> notes, TimeSource time) {
        this.nodes = List.copyOf(nodes);
        this.notes = notes;
        this.time = time;
    }

    /** The node asked last: where the grant is. */
    public DaemonClient current() {
        return nodes.get(node);
    }

    @Override
    public HeldPermits acquire(RunRequest runRequest) throws InterruptedException {
        Waiting granted = granted(runRequest);
        try {
            return DaemonPermits.begin(granted.client, granted.path(), granted.secret(), granted.document, time);
        } catch (InterruptedException e) {
            withdraw(granted);
            throw e;
        }
    }

    /** A request that was granted, as its node tells it, with its secret; nobody renews it. */
    public JsonNode acquireOnly(RunRequest runRequest) throws InterruptedException {
        Waiting granted = granted(runRequest);
        return ((ObjectNode) granted.document).put("secret", granted.secret());
    }

    /** A request at one node. */
    private static final class Waiting {
        final DaemonClient client;
        final JsonNode placed;
        final long since;
        JsonNode document;

        Waiting(DaemonClient client, JsonNode placed, long since) {
            this.client = client;
            this.placed = placed;
            this.since = since;
            this.document = placed;
        }

        String path() {
            return "/api/v1/requests/" + placed.get("id").asString();
        }

        String secret() {
            return placed.get("secret").asString();
        }

        String state() {
            return document.get("state").asString();
        }
    }

    /** The node went away, or takes no requests: another one may. */
    private static final class GoneException extends Exception {
        private static final long serialVersionUID = 1;
        private final RuntimeException reason;

        GoneException(RuntimeException reason) {
            super(reason);
            this.reason = reason;
        }
    }

    private Waiting granted(RunRequest runRequest) throws InterruptedException {
        long begin = time.nanos();
        long lastTaken = begin;
        while (true) {
            boolean taken = false;
            try {
                Waiting waiting = place(runRequest.after(Duration.ofNanos(time.nanos() - begin)));
                taken = true;
                return await(waiting, runRequest.pool());
            } catch (GoneException e) {
                lastTaken = taken ? time.nanos() : lastTaken;
                boolean over = runRequest.isOver(Duration.ofNanos(time.nanos() - begin));
                if (nodes.size() == 1 || over || time.nanos() - lastTaken > TO_MOVE.toNanos()) {
                    throw e.reason;
                }
                node = (node + 1) % nodes.size();
                pause();
            }
        }
    }

    private Waiting await(Waiting waiting, String pool) throws InterruptedException, GoneException {
        try {
            while (waiting.state().equals("waiting")) {
                waiting.document = look(waiting);
                if (waiting.state().equals("waiting") && time.nanos() - waiting.since >= QUIET.toNanos()) {
                    tell(waiting.client, pool);
                }
            }
        } catch (InterruptedException | DaemonException e) {
            withdraw(waiting);
            throw e;
        }
        String reason = waiting.document.path("reason").asString("it is " + waiting.state());
        return switch (waiting.state()) {
            case "granted" -> waiting;
            case "failed" -> throw new RefusedException(reason);
            default -> {
                String problem = problem(waiting.client, pool);
                NotGrantedException refused =
                        new NotGrantedException(problem.isEmpty() ? reason : reason + "; " + problem);
                if (reason.contains("draining")) {
                    throw new GoneException(refused);
                }
                throw refused;
            }
        };
    }

    /** Says once why the pool grants nothing, if its node knows a reason. */
    private void tell(DaemonClient client, String pool) throws InterruptedException {
        String problem = problem(client, pool);
        if (!problem.isEmpty() && !told) {
            notes.accept(problem);
        }
        told = !problem.isEmpty();
    }

    private static String problem(DaemonClient client, String pool) throws InterruptedException {
        try {
            return client.get("/api/v1/pools/" + DaemonClient.encode(pool))
                    .path("problem")
                    .asString("");
        } catch (DaemonException e) {
            return "";
        }
    }

    /** Makes the request, even if interrupted: without its id it could not be withdrawn. */
    private Waiting place(RunRequest runRequest) throws InterruptedException, GoneException {
        DaemonClient client = current();
        String path = "/api/v1/pools/" + DaemonClient.encode(runRequest.pool()) + "/requests";
        String key = UUID.randomUUID().toString();
        boolean interrupted = false;
        long begin = time.nanos();
        while (true) {
            try {
                JsonNode request = client.postOnce(path, body(runRequest), key);
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                return new Waiting(client, request, time.nanos());
            } catch (InterruptedException e) {
                if (interrupted) {
                    throw e;
                }
                interrupted = true;
            } catch (DaemonException e) {
                if (e.status() == CONFLICT) {
                    throw new RefusedException(String.valueOf(e.getMessage()));
                }
                if (e.status() == BUSY) {
                    throw new GoneException(new NotGrantedException(String.valueOf(e.getMessage())));
                }
                if (e.isNobodyThere()) {
                    throw new GoneException(e);
                }
                if (e.status() != NOT_FOUND || time.nanos() - begin > TO_LEARN.toNanos()) {
                    throw e;
                }
                pause();
            }
        }
    }

    private static Map<String, Object> body(RunRequest runRequest) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("permits", runRequest.permits());
        body.put("priority", runRequest.priority());
        if (runRequest.deadline() != null) {
            body.put("deadline", runRequest.deadline().toString());
        }
        if (runRequest.timeout() != null) {
            body.put("timeout", Durations.text(runRequest.timeout()));
        }
        if (runRequest.lease() != null) {
            body.put("lease", Durations.text(runRequest.lease()));
        }
        body.put("client", runRequest.client());
        return body;
    }

    /**
     * Polls again. A node that does not answer may be busy, so this retries for the time of a lease; if there are others,
     * only while somebody listens at its address.
     */
    private JsonNode look(Waiting waiting) throws InterruptedException, GoneException {
        long until = time.nanos()
                + TimeUnit.MILLISECONDS.toNanos(
                        waiting.document.get("leaseMillis").asLong());
        while (true) {
            try {
                Duration poll = poll(Duration.ofNanos(time.nanos() - waiting.since));
                return waiting.client.get(
                        waiting.path() + "?wait=" + Durations.text(poll), waiting.secret(), poll.plus(TO_ANSWER));
            } catch (DaemonException e) {
                boolean gone = !e.isPassing() || time.nanos() - until > 0 || (e.isNobodyThere() && nodes.size() > 1);
                if (gone) {
                    throw new GoneException(new NotGrantedException(String.valueOf(e.getMessage())));
                }
                pause();
            }
        }
    }

    /** The first polls end when it is time to say why the pool grants nothing. */
    private static Duration poll(Duration waited) {
        Duration left = QUIET.minus(waited);
        return left.isNegative() || left.isZero() || left.compareTo(LOOK) > 0 ? LOOK : left.plusMillis(1);
    }

    private synchronized void pause() throws InterruptedException {
        time.await(this, TimeUnit.MILLISECONDS.toNanos(RETRY_MILLIS), () -> false);
    }

    private static void withdraw(Waiting waiting) {
        boolean interrupted = Thread.interrupted();
        try {
            waiting.client.delete(waiting.path(), waiting.secret());
        } catch (DaemonException | InterruptedException e) {
            // Then it ends with its lease.
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {}
}
