package io.meshlock.daemon.http;

import io.meshlock.Grant;
import io.meshlock.LossReason;
import io.meshlock.PermitPool;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request of an HTTP client, from the call that made it to its end. The client must show signs of life: while the
 * request waits, each poll is one, and a poll may be long; once it is granted, only renewals count. Without them the
 * request is withdrawn, or its permits are given back.
 */
final class ClientRequest {

    enum State {
        WAITING,
        GRANTED,
        /** Given back by its client. */
        RELEASED,
        /** Ended while it waited: cancelled, timed out, or its client fell silent. */
        WITHDRAWN,
        /** Given back because its client fell silent. */
        EXPIRED,
        /** Taken away by the node. */
        LOST,
        /** The pool refused it. */
        FAILED;

        boolean isOpen() {
            return this == WAITING || this == GRANTED;
        }

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(ClientRequest.class);

    private static final String REVOKED = "an operator took it away";

    /** How long a request that asks the mesh once waits for the answer. */
    private static final Duration TO_ANSWER = Duration.ofSeconds(3);

    private final String caller;
    private final String id;
    private final String secret;
    private final @Nullable String key;
    private final RequestSpec spec;
    private final RequestRegistry registry;
    private final long leaseNanos;
    private final long since;

    // Guarded by this.
    private State state = State.WAITING;
    private @Nullable String reason;
    private @Nullable Grant grant;
    private @Nullable CompletableFuture<Grant> asked;
    private final Map<Long, Poll> polls = new LinkedHashMap<>();

    /** A call that waits for this request, and whose it is. */
    private record Poll(String caller, CompletableFuture<ClientRequest> answer) {}

    /** Those polls that are the client's own. */
    private final Set<Long> signsOfLife = new HashSet<>();

    private long lastPoll;
    private long decidedAt;
    private long aliveUntil;
    private @Nullable Future<?> nextLook;

    /**
     * Makes a request, and asks nobody yet.
     *
     * @param caller whose share it counts for
     * @param secret what its client must show to renew or end it
     */
    ClientRequest(
            String caller, String id, String secret, @Nullable String key, RequestSpec spec, RequestRegistry registry) {
        this.caller = caller;
        this.id = id;
        this.secret = secret;
        this.key = key;
        this.spec = spec;
        this.registry = registry;
        this.leaseNanos = spec.lease().toNanos();
        this.since = registry.now();
        this.aliveUntil = since + leaseNanos;
    }

    String caller() {
        return caller;
    }

    String id() {
        return id;
    }

    /** In a time that tells nothing about the secret. */
    boolean isSecret(@Nullable String shown) {
        return shown != null
                && MessageDigest.isEqual(
                        secret.getBytes(StandardCharsets.US_ASCII), shown.getBytes(StandardCharsets.UTF_8));
    }

    /** The client's idempotency key, if it gave one. */
    @Nullable
    String key() {
        return key;
    }

    RequestSpec spec() {
        return spec;
    }

    synchronized State state() {
        return state;
    }

    /** Asks the pool. Exceptions are reported to the client. */
    void ask(PermitPool pool) {
        CompletableFuture<Grant> future =
                spec.asksOnce() ? pool.tryAcquireAsync(spec.request()) : pool.acquireAsync(spec.request());
        synchronized (this) {
            asked = future;
            if (state == State.WAITING) {
                lookAgain();
            } else {
                future.cancel(false); // it ended while the pool was being asked
            }
        }
        CompletableFuture<Grant> unused = future.whenComplete((given, failure) -> {
            if (given != null) {
                granted(given);
            } else if (failure != null && !(failure instanceof CancellationException)) {
                Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
                end(
                        State.WAITING,
                        State.FAILED,
                        String.valueOf(Objects.requireNonNull(cause).getMessage()));
            } else {
                end(State.WAITING, State.WITHDRAWN, spec.asksOnce() ? "not free" : "the pool withdrew it");
            }
        });
    }

    private void granted(Grant given) {
        synchronized (this) {
            if (state == State.WAITING) {
                state = State.GRANTED;
                grant = given;
                decidedAt = registry.now();
                aliveUntil = decidedAt + leaseNanos;
                lookAgain();
                notifyAll();
            }
        }
        if (state() == State.GRANTED) {
            given.onLost(this::lost);
            answerPolls();
        } else {
            given.close(); // it was withdrawn at the same moment
        }
    }

    private void lost(LossReason why) {
        end(State.GRANTED, State.LOST, why.text());
    }

    // ---- signs of life ----------------------------------------------------------------------------------------------

    /**
     * Polls the request, and waits for its grant up to {@code wait}.
     *
     * @param isSignOfLife whether its own client polls
     * @param caller whose share of answering threads it takes
     */
    CompletableFuture<ClientRequest> poll(Duration wait, boolean isSignOfLife, String caller) {
        CompletableFuture<ClientRequest> poll = new CompletableFuture<>();
        long number;
        synchronized (this) {
            if (state != State.WAITING || wait.isZero()) {
                if (isSignOfLife) {
                    touch();
                }
                return CompletableFuture.completedFuture(this);
            }
            number = ++lastPoll;
            polls.put(number, new Poll(caller, poll));
            if (isSignOfLife) {
                signsOfLife.add(number);
                aliveUntil = registry.now() + wait.toNanos() + leaseNanos;
                lookAgain();
            }
        }
        Future<?> end = registry.time()
                .schedule(() -> registry.answers().write(caller, () -> poll.complete(this)), wait.toNanos());
        return poll.whenComplete((unused, failure) -> {
            end.cancel(false);
            polled(number);
        });
    }

    private synchronized void polled(long number) {
        polls.remove(number);
        if (signsOfLife.remove(number) && signsOfLife.isEmpty()) {
            touch();
        }
    }

    /** A sign of life of a client whose request waits. */
    synchronized void touch() {
        if (state == State.WAITING) {
            aliveUntil = registry.now() + leaseNanos;
            lookAgain();
        }
    }

    /** Renews the grant. False if it is gone. */
    boolean renew() {
        synchronized (this) {
            if (state != State.GRANTED || grant == null) {
                return false;
            }
            if (registry.now() - aliveUntil >= 0) {
                // Its timer is late, as after a suspension: whoever looks first ends it.
                enter(State.EXPIRED, "its client fell silent");
            } else if (grant.isValid()) {
                aliveUntil = registry.now() + leaseNanos;
                return true;
            }
        }
        if (state() == State.EXPIRED) {
            tidyUp();
        } else {
            lost(LossReason.LEASE_EXPIRED);
        }
        return false;
    }

    /** Checks whether the client is still alive, and schedules the next check. */
    private void look() {
        synchronized (this) {
            long now = registry.now();
            boolean silent = now - aliveUntil >= 0;
            boolean timedOut = state == State.WAITING && timeoutNanos(now) <= 0;
            if (!state.isOpen()) {
                return;
            }
            if (!silent && !timedOut) {
                lookAgain();
                return;
            }
            // In the same breath: a renewal either came before, or finds it ended.
            State last = state == State.WAITING ? State.WITHDRAWN : State.EXPIRED;
            if (last == State.EXPIRED) {
                LOG.warn(
                        "pool '{}': '{}' fell silent for its lease of {} ms; its {} permit(s) are given back",
                        spec.pool(),
                        spec.client(),
                        spec.lease().toMillis(),
                        spec.request().permits());
            }
            enter(last, timedOut ? late() : "its client fell silent");
        }
        tidyUp();
    }

    private void lookAgain() {
        if (nextLook != null) {
            nextLook.cancel(false);
        }
        long now = registry.now();
        long delay = aliveUntil - now;
        if (state == State.WAITING) {
            delay = Math.min(delay, timeoutNanos(now));
        }
        nextLook = registry.time().schedule(this::look, Math.max(0, delay));
    }

    private long timeoutNanos(long now) {
        Duration timeout = spec.asksOnce() ? TO_ANSWER : spec.timeout();
        return timeout == null ? Long.MAX_VALUE : since + timeout.toNanos() - now;
    }

    private String late() {
        return spec.asksOnce() ? "the mesh gave no answer within " + TO_ANSWER.toSeconds() + " s" : "it timed out";
    }

    // ---- the end ----------------------------------------------------------------------------------------------------

    /** The client no longer wants it: withdraws it, or gives its permits back. */
    void close() {
        if (!end(State.WAITING, State.WITHDRAWN, "cancelled")) {
            end(State.GRANTED, State.RELEASED, null);
        }
    }

    /** An operator ends it, whatever its client believes. */
    void revoke() {
        if (!end(State.WAITING, State.WITHDRAWN, REVOKED)) {
            end(State.GRANTED, State.LOST, REVOKED);
        }
    }

    /** Ends it if it waits, because the daemon takes no more requests. */
    void withdraw(String why) {
        end(State.WAITING, State.WITHDRAWN, why);
    }

    /** Goes from one state to a last one; false if it is in another. */
    private boolean end(State from, State last, @Nullable String why) {
        synchronized (this) {
            if (state != from) {
                return false;
            }
            enter(last, why);
        }
        tidyUp();
        return true;
    }

    private void enter(State last, @Nullable String why) {
        if (state == State.WAITING) {
            decidedAt = registry.now();
        }
        state = last;
        reason = why;
        notifyAll();
        if (nextLook != null) {
            nextLook.cancel(false);
        }
    }

    /** Cleans up after the end: gives back the grant, cancels the request and answers pending polls. */
    private void tidyUp() {
        Grant held;
        CompletableFuture<Grant> future;
        synchronized (this) {
            held = grant;
            future = asked;
        }
        if (held != null) {
            held.close();
        } else if (future != null) {
            future.cancel(false);
        }
        registry.ended(this);
        answerPolls();
    }

    private void answerPolls() {
        List<Poll> waiting;
        synchronized (this) {
            waiting = List.copyOf(polls.values());
        }
        waiting.forEach(poll -> registry.answers().write(poll.caller, () -> poll.answer.complete(this)));
    }

    /** Waits until it leaves this state, or until the time is over. */
    synchronized void awaitChange(State from, long millis) throws InterruptedException {
        registry.time().await(this, TimeUnit.MILLISECONDS.toNanos(millis), () -> state != from);
    }

    // ---- as clients see it ------------------------------------------------------------------------------------------

    /** Until when the permits are held: the end of the client's lease or of the grant, whichever is earlier. */
    private long remainingMillis(Grant held, long now) {
        long asClient = TimeUnit.NANOSECONDS.toMillis(aliveUntil - now);
        return Math.max(0, Math.min(asClient, held.isValid() ? held.remaining().toMillis() : 0));
    }

    synchronized RequestDocument document() {
        Grant held = grant;
        Instant deadline = spec.request().deadline();
        long now = registry.now();
        boolean isGranted = state == State.GRANTED;
        return new RequestDocument(
                id,
                spec.pool(),
                spec.request().permits(),
                spec.request().priority().value(),
                deadline == null ? null : deadline.toString(),
                spec.client(),
                state.label(),
                reason,
                TimeUnit.NANOSECONDS.toMillis((state == State.WAITING ? now : decidedAt) - since),
                spec.lease().toMillis(),
                isGranted && held != null ? remainingMillis(held, now) : null,
                Fencing.token(held),
                Fencing.fence(held),
                held == null ? null : held.slots(),
                null);
    }

    /** What the call that made it is answered with. */
    RequestDocument ownDocument() {
        return document().withSecret(secret);
    }
}
