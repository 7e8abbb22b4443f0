package io.meshlock.simulator.narrative;

import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings of a mesh.
 *
 * @param pool the pool's settings
 * @param lossy whether links may die with messages in flight
 * @param options the algorithm's own settings
 */
public record MeshSettings(PoolSettings pool, boolean lossy, Options options) {

    /** k permits by priority, over links that lose nothing. */
    public static MeshSettings permits(int k) {
        return new MeshSettings(PoolSettings.permits(k), false, Options.DEFAULTS);
    }

    public MeshSettings with(String option, long value) {
        Map<String, Long> values = new TreeMap<>(options.given());
        values.put(option, value);
        return new MeshSettings(pool, lossy, Options.of(values));
    }
}
