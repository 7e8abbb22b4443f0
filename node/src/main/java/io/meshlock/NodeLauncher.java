package io.meshlock;

import java.util.ServiceLoader;

/**
 * Starts the node that a {@link MeshlockBuilder} describes. Programs use the builder. This interface separates the
 * public API from the runtime: the runtime depends on this package, but not the other way round.
 *
 * <p>The runtime comes in the same jar and is found by {@link ServiceLoader}, through {@code provides} in its module or
 * {@code META-INF/services} on the class path.
 */
public interface NodeLauncher {

    /** Starts a node. Its transport, if one is given, must not have been started. */
    Meshlock launch(NodeDescription description);

    /**
     * The launcher of this jar.
     *
     * @throws MeshlockException if there is none: a repackaged jar may lack {@code META-INF/services}
     */
    static NodeLauncher find() {
        return ServiceLoader.load(NodeLauncher.class, NodeLauncher.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new MeshlockException(
                        "no runtime found: META-INF/services/" + NodeLauncher.class.getName() + " is missing"));
    }
}
