package io.meshlock.daemon.run;

import io.meshlock.daemon.client.DaemonClient;
import io.meshlock.daemon.client.DaemonException;
import io.meshlock.daemon.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * Permits that a node's daemon holds for this process, as long as they are renewed. How long they are certainly held is
 * counted from the moment a renewal was <i>sent</i>: the node counts from its arrival, so it never gives them back
 * earlier.
 */
final class DaemonPermits implements HeldPermits {

    private static final int RENEWALS_PER_LEASE = 4;
    private static final long SHORTEST_MILLIS = 20;

    /** However long the lease is, a call that takes longer than this is made again. */
    private static final Duration LONGEST_CALL = Duration.ofSeconds(5);

    private final DaemonClient client;
    private final String path;
    private final JsonNode request;
    private final String secret;
    private final Duration lease;
    private final TimeSource time;
    private final Thread renewer;

    // Guarded by this.
    private long validUntil;
    private String trouble = "";
    private boolean lost;
    private boolean ending;
    private boolean closed;

    private DaemonPermits(DaemonClient client, String path, String secret, JsonNode request, TimeSource time) {
        this.client = client;
        this.path = path;
        this.secret = secret;
        this.request = request;
        this.lease = Duration.ofMillis(request.get("leaseMillis").asLong());
        this.time = time;
        this.validUntil = time.nanos();
        this.renewer = new Thread(this::renewAgainAndAgain, "meshlock-renewals");
        renewer.setDaemon(true);
    }

    /** Takes over a grant; renews it at once, since the answer may be old. */
    static DaemonPermits begin(DaemonClient client, String path, String secret, JsonNode request, TimeSource time)
            throws InterruptedException {
        DaemonPermits held = new DaemonPermits(client, path, secret, request, time);
        held.renew();
        if (held.remaining().isZero()) {
            throw new PermitSource.NotGrantedException("it was lost at once: " + held.trouble());
        }
        held.renewer.start();
        return held;
    }

    private void renewAgainAndAgain() {
        try {
            while (awaitNextRenewal()) {
                renew();
            }
        } catch (InterruptedException e) {
            // The permits were given back meanwhile.
        }
    }

    /**
     * The delay to the next renewal: a quarter of what is left; after a failed one, much less. Until the lease is over:
     * a renewal after that would be somebody else's luck.
     */
    private synchronized boolean awaitNextRenewal() throws InterruptedException {
        long millis = remaining().toMillis() / RENEWALS_PER_LEASE;
        long pause = trouble.isEmpty() ? millis : Math.min(millis / 4 + SHORTEST_MILLIS, LONGEST_CALL.toMillis());
        boolean ended = time.await(this, TimeUnit.MILLISECONDS.toNanos(pause), () -> closed || lost || ending);
        return !ended && !remaining().isZero();
    }

    private void renew() throws InterruptedException {
        long sent = time.nanos();
        try {
            JsonNode renewed = client.post(path + "/renew", Map.of(), secret, toRenew());
            long millis = renewed.get("remainingMillis").asLong();
            synchronized (this) {
                validUntil = sent + TimeUnit.MILLISECONDS.toNanos(millis);
                trouble = "";
            }
        } catch (DaemonException e) {
            synchronized (this) {
                trouble = String.valueOf(e.getMessage());
                if (e.isGone() && e.remainingMillis() > 0) {
                    ending = true; // the node stops: they are held to the end of the lease, and no longer
                    validUntil = Math.min(validUntil, sent + TimeUnit.MILLISECONDS.toNanos(e.remainingMillis()));
                } else {
                    lost = lost || e.isGone();
                }
                notifyAll();
            }
        }
    }

    private Duration toRenew() {
        Duration share = lease.dividedBy(RENEWALS_PER_LEASE);
        return share.compareTo(LONGEST_CALL) < 0 ? share : LONGEST_CALL;
    }

    @Override
    public synchronized boolean isEnding() {
        return ending;
    }

    @Override
    public synchronized Duration remaining() {
        return lost || closed ? Duration.ZERO : Duration.ofNanos(Math.max(0, validUntil - time.nanos()));
    }

    @Override
    public synchronized String trouble() {
        return trouble;
    }

    @Override
    public String pool() {
        return request.get("pool").asString();
    }

    @Override
    public int permits() {
        return request.get("permits").asInt();
    }

    @Override
    public long fencingToken() {
        return request.path("fencingToken").asLong(0);
    }

    @Override
    public String fence() {
        return request.path("fence").asString(""); // an algorithm that does not number grants has none
    }

    @Override
    public List<Integer> slots() {
        List<Integer> slots = new ArrayList<>();
        request.get("slots").forEach(slot -> slots.add(slot.asInt()));
        return slots;
    }

    @Override
    public String grant() {
        return request.get("id").asString();
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            notifyAll();
        }
        boolean interrupted = Thread.interrupted();
        try {
            client.delete(path, secret);
        } catch (DaemonException | InterruptedException e) {
            // Then they are back when the lease ends.
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
