package io.meshlock.daemon.run;

import io.meshlock.Grant;
import io.meshlock.Meshlock;
import io.meshlock.MeshlockException;
import io.meshlock.PermitPool;
import io.meshlock.PoolConflictException;
import io.meshlock.PoolFailedException;
import io.meshlock.PoolStatus;
import io.meshlock.PoolSupersededException;
import io.meshlock.Request;
import io.meshlock.daemon.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Gets permits from a mesh in which this process is a node of its own. */
public final class MeshSource implements PermitSource {

    private static final long LOOK_MILLIS = 50;
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    /** How long a command that asks once gives its node to join the mesh. */
    private static final Duration TO_LINK = Duration.ofSeconds(10);

    /** After so long a client that waits is told if its pool cannot grant. */
    private static final Duration QUIET = Duration.ofSeconds(3);

    private final Meshlock mesh;
    private final Consumer<String> notes;
    private final TimeSource time;

    /**
     * @param mesh is closed with the source
     * @param notes gets a sentence if a pool cannot grant while it is waited for
     */
    public MeshSource(Meshlock mesh, Consumer<String> notes) {
        this(mesh, notes, TimeSource.system());
    }

    MeshSource(Meshlock mesh, Consumer<String> notes, TimeSource time) {
        this.mesh = mesh;
        this.notes = notes;
        this.time = time;
    }

    @Override
    public HeldPermits acquire(RunRequest runRequest) throws InterruptedException {
        long begin = time.nanos();
        Duration timeout = runRequest.timeout() == null ? FOR_EVER : runRequest.timeout();
        boolean once = timeout.isZero();
        PermitPool pool = awaitPool(runRequest.pool(), begin + (once ? TO_LINK : timeout).toNanos());
        Request request = Request.permits(runRequest.permits()).priority(runRequest.priority());
        if (runRequest.deadline() != null) {
            request = request.deadline(runRequest.deadline());
        }
        try {
            Optional<Grant> grant =
                    once ? answer(pool, request, begin) : await(pool, request, begin + timeout.toNanos());
            String problem = grant.isPresent()
                    ? ""
                    : pool.problem().map(why -> "; " + why).orElse("");
            String reason = (once ? "not free" : "it timed out") + problem;
            return new MeshHeld(grant.orElseThrow(() -> new NotGrantedException(reason)));
        } catch (PoolConflictException | PoolSupersededException | PoolFailedException | IllegalArgumentException e) {
            throw new RefusedException(String.valueOf(e.getMessage()));
        } catch (MeshlockException e) {
            throw new NotGrantedException(String.valueOf(e.getMessage()));
        }
    }

    /** Asks once; again if no answer could come yet, because this node has just joined. */
    private synchronized Optional<Grant> answer(PermitPool pool, Request request, long begin)
            throws InterruptedException {
        Optional<Grant> grant = pool.tryAcquire(request);
        while (grant.isEmpty() && !takesPart(pool) && time.nanos() - begin < TO_LINK.toNanos()) {
            time.pause(this, TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
            grant = pool.tryAcquire(request);
        }
        return grant;
    }

    private static boolean takesPart(PermitPool pool) {
        return pool.status().map(PoolStatus::takesPart).orElse(true);
    }

    /** Waits in two parts: after the first, the pool says why it grants nothing, if it knows. */
    private Optional<Grant> await(PermitPool pool, Request request, long until) throws InterruptedException {
        long left = until - time.nanos();
        CompletableFuture<Grant> asked = pool.acquireAsync(request);
        try {
            return Optional.of(asked.get(Math.min(left, QUIET.toNanos()), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            pool.problem().ifPresent(notes);
        } catch (ExecutionException e) {
            throw failure(e);
        } catch (InterruptedException e) {
            giveUp(asked);
            throw e;
        }
        try {
            return Optional.of(asked.get(Math.max(0, until - time.nanos()), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return giveUp(asked);
        } catch (ExecutionException e) {
            throw failure(e);
        } catch (InterruptedException e) {
            giveUp(asked);
            throw e;
        }
    }

    /** Withdraws; a grant that came at the same moment is given back by the pool. */
    private static Optional<Grant> giveUp(CompletableFuture<Grant> asked) {
        asked.cancel(false);
        return Optional.empty();
    }

    private static RuntimeException failure(ExecutionException e) {
        return e.getCause() instanceof RuntimeException why ? why : new IllegalStateException(e.getCause());
    }

    /** Waits until the node knows the pool: it learns the mesh's pools when its first link comes up. */
    private synchronized PermitPool awaitPool(String name, long until) throws InterruptedException {
        while (true) {
            for (PermitPool pool : mesh.pools()) {
                if (pool.name().equals(name)) {
                    return pool;
                }
            }
            if (time.nanos() - until >= 0) {
                throw new NotGrantedException("no neighbour knows the pool '" + name + "'");
            }
            time.pause(this, TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
        }
    }

    @Override
    public void close() {
        mesh.close();
    }

    private record MeshHeld(Grant held) implements HeldPermits {

        @Override
        public String pool() {
            return held.pool();
        }

        @Override
        public int permits() {
            return held.permits();
        }

        @Override
        public long fencingToken() {
            return isFenced() ? held.fencingToken() : 0;
        }

        @Override
        public String fence() {
            return isFenced() ? held.fence() : "";
        }

        private boolean isFenced() {
            try {
                return held.fencingToken() >= 0;
            } catch (UnsupportedOperationException e) {
                return false; // not every algorithm numbers grants over the whole mesh
            }
        }

        @Override
        public List<Integer> slots() {
            return held.slots();
        }

        @Override
        public String grant() {
            return held.pool() + "#" + fencingToken();
        }

        @Override
        public Duration remaining() {
            return held.isValid() ? held.remaining() : Duration.ZERO;
        }

        @Override
        public String trouble() {
            return held.isValid() ? "" : "its lease ran out, or its pool failed";
        }

        @Override
        public void close() {
            held.close();
        }
    }
}
