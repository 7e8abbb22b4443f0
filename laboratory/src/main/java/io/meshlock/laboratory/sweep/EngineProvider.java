package io.meshlock.laboratory.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Makes engines that do not come with the laboratory. A module that has one names its provider in
 * {@code META-INF/services}; it is found if the module is on the class path.
 */
public interface EngineProvider {

    /** Its name in {@code --engine NAME}. */
    String name();

    /**
     * @param master the address of the master, in the engine's own notation; null for one inside this process
     * @param runsAtATime empty for as many as the engine has room for
     * @throws SweepException if there can be no such engine
     */
    Engine engine(@Nullable String master, OptionalInt runsAtATime);

    /** The provider of that name, if it is there. */
    static Optional<EngineProvider> named(String name) {
        List<EngineProvider> found = new ArrayList<>();
        ServiceLoader.load(EngineProvider.class).forEach(found::add);
        return found.stream().filter(provider -> provider.name().equals(name)).findFirst();
    }
}
