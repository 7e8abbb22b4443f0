package io.meshlock.daemon.run;

import io.meshlock.Grant;
import io.meshlock.Meshlock;
import io.meshlock.MeshlockException;
import io.meshlock.PermitPool;
import io.meshlock.PoolConflictException;
import io.meshlock.PoolFailedException;
import io.meshlock.PoolSupersededException;
import io.meshlock.Request;
import io.meshlock.daemon.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Gets permits from a mesh in which this process is a node of its own. */
public final class MeshSource implements PermitSource {

    private static final long LOOK_MILLIS = 50;
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    private final Meshlock mesh;
    private final TimeSource time;

    /** @param mesh is closed with the source */
    public MeshSource(Meshlock mesh) {
        this(mesh, TimeSource.system());
    }

    MeshSource(Meshlock mesh, TimeSource time) {
        this.mesh = mesh;
        this.time = time;
    }

    @Override
    public HeldPermits acquire(RunRequest runRequest) throws InterruptedException {
        long begin = time.nanos();
        Duration timeout = runRequest.timeout() == null ? FOR_EVER : runRequest.timeout();
        PermitPool pool = awaitPool(runRequest.pool(), begin + timeout.toNanos());
        Request request = Request.permits(runRequest.permits()).priority(runRequest.priority());
        if (runRequest.deadline() != null) {
            request = request.deadline(runRequest.deadline());
        }
        try {
            Optional<Grant> grant = pool.tryAcquire(request, timeout.minusNanos(time.nanos() - begin));
            return new MeshHeld(grant.orElseThrow(() -> new NotGrantedException("it timed out")));
        } catch (PoolConflictException | PoolSupersededException | PoolFailedException | IllegalArgumentException e) {
            throw new RefusedException(String.valueOf(e.getMessage()));
        } catch (MeshlockException e) {
            throw new NotGrantedException(String.valueOf(e.getMessage()));
        }
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
