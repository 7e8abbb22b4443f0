package io.meshlock.daemon;

import io.javalin.config.RoutesConfig;
import java.util.Set;

/**
 * Adds routes to a daemon, such as those of its page. They are under the same access control as the API: Host
 * header, bearer token and rate limit.
 *
 * <pre>{@code
 * Daemon.start(mesh, HttpSettings.DEFAULT, List.of((routes, daemon) -> routes.get("/hello", ctx -> ctx.result("hello"))));
 * }</pre>
 */
@FunctionalInterface
public interface Extension {

    /** Called once, before the server starts; {@code daemon} may be kept, but its address is not known yet. */
    void addTo(RoutesConfig routes, Daemon daemon);

    /** Paths that hold no secrets and can be read without a token, such as a page's files; those below them count, too. */
    default Set<String> openPaths() {
        return Set.of();
    }
}
