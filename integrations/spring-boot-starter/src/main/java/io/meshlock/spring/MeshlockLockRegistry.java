package io.meshlock.spring;

import io.meshlock.DistributedLock;
import io.meshlock.Meshlock;
import io.meshlock.PoolConfig;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import org.springframework.integration.support.locks.ExpirableLockRegistry;

/**
 * Spring Integration's locks, shared by all nodes of a mesh.
 *
 * <pre>{@code
 * LockRegistry locks = new MeshlockLockRegistry(mesh, PoolConfig.mutex(), "spring/");
 * Lock order = locks.obtain("order 17");
 * }</pre>
 *
 * <p>They are {@link DistributedLock}s: reentrant, and told when they are lost. Keys of any length may be used; those that
 * make no name of a pool are hashed.
 */
public class MeshlockLockRegistry implements ExpirableLockRegistry {

    private static final int LONGEST_NAME = 200;

    /** A lock, and when it was last asked for. */
    private record Known(DistributedLock lock, long obtained) {}

    private final Meshlock mesh;
    private final PoolConfig config;
    private final String prefix;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    /**
     * @param config the settings of the locks, the same at all nodes; one permit
     * @param prefix what the names of their pools begin with
     */
    public MeshlockLockRegistry(Meshlock mesh, PoolConfig config, String prefix) {
        if (config.permits() != 1) {
            throw new IllegalArgumentException("a lock has one permit, not " + config.permits());
        }
        this.mesh = mesh;
        this.config = config;
        this.prefix = prefix;
    }

    /** The lock of that key: always the same for keys that look the same as text. */
    @Override
    public Lock obtain(Object lockKey) {
        String name = name(lockKey.toString());
        Known now = new Known(mesh.lock(name, config), System.nanoTime());
        known.put(name, now);
        return now.lock();
    }

    /**
     * Forgets locks that were not asked for in so many milliseconds, unless a thread here has them or waits for them. A
     * node leaves a lock's pool by itself when nobody has used it for long.
     */
    @Override
    public void expireUnusedOlderThan(long age) {
        long oldest = Duration.ofMillis(age).toNanos();
        known.forEach((name, each) -> {
            boolean old = System.nanoTime() - each.obtained() > oldest;
            if (old && !each.lock().isHeldHere() && mesh.pool(name).queueLength() == 0) {
                known.remove(name, each);
            }
        });
    }

    /** How many locks were asked for and not forgotten since. */
    public int size() {
        return known.size();
    }

    private String name(String key) {
        String name = prefix + key;
        boolean whole = StandardCharsets.UTF_8.newEncoder().canEncode(name);
        if (name.length() <= LONGEST_NAME && whole) {
            return name;
        }
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return prefix + HexFormat.of().formatHex(digest.digest(key.getBytes(StandardCharsets.UTF_16BE)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
