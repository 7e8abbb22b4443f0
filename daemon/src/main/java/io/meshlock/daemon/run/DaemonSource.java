package io.meshlock.daemon.run;

import io.meshlock.daemon.client.DaemonClient;
import io.meshlock.daemon.client.DaemonException;
import io.meshlock.daemon.time.Durations;
import io.meshlock.daemon.time.TimeSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** Gets permits from a running node over its HTTP API. */
public final class DaemonSource implements PermitSource {

    /** How long one poll lasts. If this process dies, the node notices after this and the lease. */
    private static final Duration LOOK = Duration.ofSeconds(2);

    private static final Duration TO_ANSWER = Duration.ofSeconds(5);
    private static final long RETRY_MILLIS = 250;
    private static final int BUSY = 503;
    private static final int CONFLICT = 409;

    private final DaemonClient client;
    private final TimeSource time;

    public DaemonSource(DaemonClient client) {
        this(client, TimeSource.system());
    }

    DaemonSource(DaemonClient client, TimeSource time) {
        this.client = client;
        this.time = time;
    }

    @Override
    public HeldPermits acquire(RunRequest runRequest) throws InterruptedException {
        JsonNode request = place(runRequest);
        String path = "/api/v1/requests/" + request.get("id").asString();
        String secret = request.get("secret").asString();
        try {
            while (request.get("state").asString().equals("waiting")) {
                request = look(path, secret, request);
            }
            if (request.get("state").asString().equals("failed")) {
                throw new RefusedException(request.path("reason").asString("the pool refused it"));
            }
            if (!request.get("state").asString().equals("granted")) {
                throw new NotGrantedException(request.path("reason")
                        .asString("it is " + request.get("state").asString()));
            }
            return DaemonPermits.begin(client, path, secret, request, time);
        } catch (InterruptedException | DaemonException e) {
            withdraw(path, secret);
            throw e;
        }
    }

    /** Makes the request, even if interrupted: without its id it could not be withdrawn. */
    private JsonNode place(RunRequest runRequest) throws InterruptedException {
        String path = "/api/v1/pools/" + DaemonClient.encode(runRequest.pool()) + "/requests";
        String key = UUID.randomUUID().toString();
        boolean interrupted = false;
        while (true) {
            try {
                JsonNode request = client.postOnce(path, body(runRequest), key);
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                return request;
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
                    throw new NotGrantedException(String.valueOf(e.getMessage()));
                }
                throw e;
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
        body.put("client", "run " + ProcessHandle.current().pid());
        return body;
    }

    /** Polls again. A node that does not answer may be busy, so this retries for the time of a lease. */
    private JsonNode look(String path, String secret, JsonNode last) throws InterruptedException {
        long until = time.nanos()
                + TimeUnit.MILLISECONDS.toNanos(last.get("leaseMillis").asLong());
        while (true) {
            try {
                return client.get(path + "?wait=" + Durations.text(LOOK), secret, LOOK.plus(TO_ANSWER));
            } catch (DaemonException e) {
                if (!e.isPassing() || time.nanos() - until > 0) {
                    throw new NotGrantedException(String.valueOf(e.getMessage()));
                }
                pause();
            }
        }
    }

    private synchronized void pause() throws InterruptedException {
        time.await(this, TimeUnit.MILLISECONDS.toNanos(RETRY_MILLIS), () -> false);
    }

    private void withdraw(String path, String secret) {
        boolean interrupted = Thread.interrupted();
        try {
            client.delete(path, secret);
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
