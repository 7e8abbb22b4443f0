package io.meshlock.daemon.http;

import io.meshlock.MeshClosedException;
import io.meshlock.Meshlock;
import io.meshlock.MeshlockException;
import io.meshlock.PermitPool;
import io.meshlock.PoolConflictException;
import io.meshlock.PoolDestroyedException;
import io.meshlock.PoolSupersededException;
import io.meshlock.UnknownPoolException;
import io.meshlock.daemon.time.TimeSource;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * All requests of HTTP clients: those that wait or hold permits, and for a while those that have ended, so that a
 * client that asks again with the same idempotency key gets the state of its request, and is not granted permits twice.
 */
final class RequestRegistry implements AutoCloseable {

    /** How many requests that ended are remembered, and for how long. */
    private static final int MAX_ENDED = 10_000;

    private static final long REMEMBERED_NANOS = TimeUnit.MINUTES.toNanos(10);
    /** How late a lease may end on a busy computer. */
    private static final long SLACK_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final int ID_BYTES = 16;

    private final Meshlock mesh;
    private final CallerShares open;
    private final EventHub events;
    private final SecureRandom random = new SecureRandom();
    private final TimeSource time;
    private final Answers answers = new Answers();

    // Guarded by this.
    private final Map<String, ClientRequest> requests = new LinkedHashMap<>();
    private final Set<ClientRequest> placed = new HashSet<>(); // they have a place of their caller
    private final Map<String, ClientRequest> byKey = new HashMap<>();
    private final Deque<Ended> ended = new ArrayDeque<>();
    private boolean draining;
    private boolean settling;

    private record Ended(ClientRequest request, long at) {}

    RequestRegistry(Meshlock mesh, HttpSettings settings, EventHub events, TimeSource time) {
        this.mesh = mesh;
        this.open = new CallerShares(settings.maxRequests());
        this.events = events;
        this.time = time;
    }

    long now() {
        return time.nanos();
    }

    TimeSource time() {
        return time;
    }

    /** Where answers to calls that waited are written. */
    Answers answers() {
        return answers;
    }

    // ---- new ones ---------------------------------------------------------------------------------------------------

    /**
     * @param request the request
     * @param isNew false if it was made by an earlier call with the same key
     */
    record Placed(ClientRequest request, boolean isNew) {}

    /**
     * Makes a request; the same key and spec give the same request again.
     *
     * @param caller whose share it counts for
     */
    Placed place(String caller, RequestSpec spec, @Nullable String key) {
        ClientRequest request;
        PermitPool pool = pool(spec.pool());
        synchronized (this) {
            forget();
            ClientRequest earlier = key == null ? null : byKey.get(key);
            if (earlier != null) {
                if (!earlier.spec().equals(spec)) {
                    throw Problem.unprocessable(
                            "Idempotency-Key: was used for another request; expected a key of its own for each");
                }
                return new Placed(earlier, false);
            }
            if (draining) {
                throw Problem.unavailable("this node is draining and takes no more requests; ask another");
            }
            if (!open.take(caller)) {
                throw Problem.unavailable("requests: " + open.refusal(caller, "wait or hold permits here"));
            }
            request = new ClientRequest(caller, newId(), newId(), key, spec, this);
            requests.put(request.id(), request);
            placed.add(request);
            if (key != null) {
                byKey.put(key, request);
            }
        }
        try {
            request.ask(pool);
        } catch (RuntimeException e) {
            drop(request);
            throw refusal(e);
        }
        publish("requested", request);
        return new Placed(request, true);
    }

    private PermitPool pool(String name) {
        try {
            return mesh.pool(name);
        } catch (UnknownPoolException e) {
            throw Problem.notFound("pool '" + name + "': is not known at this node");
        } catch (MeshClosedException e) {
            throw Problem.unavailable("this node is closed");
        }
    }

    private synchronized void drop(ClientRequest request) {
        remove(request);
        leavePlace(request);
    }

    /** A request may end while it is still asked for, and be dropped then: it has one place. */
    private void leavePlace(ClientRequest request) {
        if (placed.remove(request)) {
            open.giveBack(request.caller());
            notifyAll();
        }
    }

    private void remove(ClientRequest request) {
        requests.remove(request.id());
        if (request.key() != null) {
            byKey.remove(request.key());
        }
    }

    static RuntimeException refusal(RuntimeException why) {
        String message = String.valueOf(why.getMessage());
        if (why instanceof IllegalArgumentException) {
            return Problem.unprocessable(message);
        }
        if (why instanceof PoolConflictException || why instanceof PoolSupersededException) {
            return Problem.conflict(message);
        }
        if (why instanceof PoolDestroyedException) {
            return Problem.notFound(message);
        }
        return why instanceof MeshlockException ? Problem.unavailable(message) : why;
    }

    private String newId() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    // ---- looking ----------------------------------------------------------------------------------------------------

    synchronized ClientRequest find(String id) {
        ClientRequest request = requests.get(id);
        if (request == null) {
            throw Problem.notFound("request '" + id + "': is not known at this node, or ended long ago");
        }
        return request;
    }

    /** Those that wait or hold permits, oldest first. */
    List<ClientRequest> open() {
        return all().stream().filter(request -> request.state().isOpen()).toList();
    }

    List<ClientRequest> granted() {
        return all().stream()
                .filter(request -> request.state() == ClientRequest.State.GRANTED)
                .toList();
    }

    private synchronized List<ClientRequest> all() {
        return List.copyOf(requests.values());
    }

    // ---- the end ----------------------------------------------------------------------------------------------------

    /** A request came to its end. */
    void ended(ClientRequest request) {
        synchronized (this) {
            leavePlace(request);
            ended.add(new Ended(request, now()));
            forget();
        }
        publish(request.state().label(), request);
    }

    private void forget() {
        long now = now();
        while (!ended.isEmpty()
                && (ended.size() > MAX_ENDED || now - ended.element().at() > REMEMBERED_NANOS)) {
            ClientRequest old = ended.remove().request();
            remove(old);
        }
    }

    private void publish(String what, ClientRequest request) {
        events.publish("request-" + what, request::document);
    }

    /** Takes no more requests and withdraws those that wait; grants stay until they are given back. */
    void drain() {
        synchronized (this) {
            draining = true;
        }
        open().forEach(request -> request.withdraw("this node is draining; ask another"));
    }

    synchronized boolean isDraining() {
        return draining;
    }

    int openCount() {
        return open.taken();
    }

    /** Waits until all permits are back, or until time is up. */
    synchronized boolean awaitEmpty(long nanos) throws InterruptedException {
        return time.await(this, nanos, () -> open.taken() == 0);
    }

    /**
     * Ends all grants: renewals are refused from now on, so each holder gives back or its lease ends. Only after that
     * no client can believe that it holds permits which are granted to others.
     */
    boolean settle() throws InterruptedException {
        drain();
        synchronized (this) {
            settling = true;
        }
        long longest = granted().stream()
                .mapToLong(request -> request.spec().lease().toNanos())
                .max()
                .orElse(0);
        return awaitEmpty(longest + SLACK_NANOS);
    }

    synchronized boolean isSettling() {
        return settling;
    }

    /** Gives back all grants and withdraws all waiting requests. */
    @Override
    public void close() {
        drain();
        open().forEach(ClientRequest::close);
        answers.close();
    }
}
