package io.meshlock.daemon.config;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where a node in service keeps its durable state unless told otherwise: {@code meshlock/NAME} in the user's state
 * folder, as the XDG base directory specification has it.
 *
 * @param environment the variables of this process, by name
 * @param home the user's home folder; null if there is none
 */
record StateHome(
        Function<String, @Nullable String> environment,
        @Nullable String home) {

    private static final String VARIABLE = "XDG_STATE_HOME";

    static StateHome ofThisProcess() {
        return new StateHome(System::getenv, System.getProperty("user.home"));
    }

    /** The folder of this node; null if there is neither a state folder nor a home. */
    @Nullable
    Path folder(String node) {
        Path base = base();
        // A node without keys may be called anything; a name that begins with a dot could climb out.
        String name = URLEncoder.encode(node, StandardCharsets.UTF_8).replace("+", "%20");
        return base == null
                ? null
                : base.resolve("meshlock").resolve(name.startsWith(".") ? "%2E" + name.substring(1) : name);
    }

    private @Nullable Path base() {
        String given = environment.apply(VARIABLE);
        // The specification has relative paths ignored.
        if (given != null && Path.of(given).isAbsolute()) {
            return Path.of(given);
        }
        return home == null || !Path.of(home).isAbsolute() ? null : Path.of(home, ".local", "state");
    }
}
