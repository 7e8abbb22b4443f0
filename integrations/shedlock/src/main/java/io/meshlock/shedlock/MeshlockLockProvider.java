package io.meshlock.shedlock;

import io.meshlock.Grant;
import io.meshlock.Meshlock;
import io.meshlock.PoolConfig;
import io.meshlock.Request;
import java.time.Duration;
import java.util.Optional;
import net.javacrumbs.shedlock.core.AbstractSimpleLock;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;

/**
 * Locks of ShedLock, shared by all nodes of a mesh: each is a pool with one permit.
 *
 * <pre>{@code
 * LockProvider locks = new MeshlockLockProvider(mesh);
 * new DefaultLockingTaskExecutor(locks).executeWithLock(job, new LockConfiguration(
 *         Instant.now(), "nightly report", Duration.ofMinutes(10), Duration.ofSeconds(5)));
 * }</pre>
 *
 * <p>{@code lock} asks the mesh once. {@code lockAtMostFor} is kept by the node, also if the job hangs; if the node dies,
 * the lock is free when its lease is over. {@code lockAtLeastFor} is kept by the node after {@code unlock}, and by the
 * mesh if the node dies or is closed; if the lock's token dies with it, for the lease only.
 */
public final class MeshlockLockProvider implements ExtensibleLockProvider {

    /** What the names of locks begin with, unless another prefix is given: pools of programs have other names. */
    public static final String DEFAULT_PREFIX = "shedlock/";

    private static final Duration SHORTEST = Duration.ofNanos(1);

    private final Meshlock mesh;
    private final PoolConfig config;
    private final String prefix;

    /** Locks with the settings of {@link PoolConfig#mutex()}. */
    public MeshlockLockProvider(Meshlock mesh) {
        this(mesh, PoolConfig.mutex(), DEFAULT_PREFIX);
    }

    /**
     * @param config the settings of the locks, the same at all nodes; one permit
     * @param prefix what the names of their pools begin with
     */
    public MeshlockLockProvider(Meshlock mesh, PoolConfig config, String prefix) {
        if (config.permits() != 1) {
            throw new IllegalArgumentException("a lock has one permit, not " + config.permits());
        }
        this.mesh = mesh;
        this.config = config;
        this.prefix = prefix;
    }

    @Override
    public Optional<SimpleLock> lock(LockConfiguration wanted) {
        Request once = Request.ONE.maxHold(atMost(wanted)).minHold(wanted.getLockAtLeastFor());
        return mesh.pool(prefix + wanted.getName(), config)
                .tryAcquire(once)
                .map(grant -> new MeshSimpleLock(wanted, grant));
    }

    /** For ShedLock zero is a lock that is over at once; for a request it is no limit. */
    private static Duration atMost(LockConfiguration wanted) {
        return wanted.getLockAtMostFor().isZero() ? SHORTEST : wanted.getLockAtMostFor();
    }

    private static final class MeshSimpleLock extends AbstractSimpleLock {

        private final Grant grant;

        MeshSimpleLock(LockConfiguration configuration, Grant grant) {
            super(configuration);
            this.grant = grant;
        }

        @Override
        protected void doUnlock() {
            grant.close();
        }

        @Override
        protected Optional<SimpleLock> doExtend(LockConfiguration longer) {
            return grant.extend(atMost(longer), longer.getLockAtLeastFor())
                    ? Optional.of(new MeshSimpleLock(longer, grant))
                    : Optional.empty();
        }
    }
}
