package io.meshlock;

import java.util.ServiceLoader;

/**
 * Starts the node that a {@link MeshlockBuilder} describes. Programs use the builder: this is the one seam between the
 * interfaces of this package and the runtime behind them, which knows them, while they do not know it.
 *
 * <p>The runtime comes in the same jar and is found by {@link ServiceLoader}, through {@code provides} in its module or
 * {@code META-INF/services} on the class path.
 */
public interface NodeLauncher {

    /** Starts a node. What the description says of its transport must not have been started. */
    Meshlock launch(NodeDescription description);

    /**
     * The launcher of this jar.
     *
     * @throws MeshlockException if there is none: somebody took the jar apart and lost {@code META-INF/services}
     */
    static NodeLauncher find() {
        return ServiceLoader.load(NodeLauncher.class, NodeLauncher.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new MeshlockException(
                        "no runtime found: META-INF/services/" + NodeLauncher.class.getName() + " is missing"));
    }
}
