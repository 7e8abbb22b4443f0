package io.meshlock.daemon.local;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a daemon offers to programs on its own machine. Immutable.
 *
 * @param isOn whether there is a socket at all
 * @param socket where it is; null for {@code PORT.sock} in the runtime folder
 * @param group whose members may use it beside the node's own user and root; null for nobody
 */
public record LocalAccess(
        boolean isOn, @Nullable Path socket, @Nullable String group) {

    /** A socket in the runtime folder, for the node's own user and root. */
    public static final LocalAccess DEFAULT = new LocalAccess(true, null, null);

    /** TCP alone. */
    public static final LocalAccess OFF = new LocalAccess(false, null, null);

    /** True if somebody asked for it by name; else it is a convenience, and where it cannot be, TCP does. */
    public boolean isDemanded() {
        return isOn && (socket != null || group != null);
    }

    /** A socket at this path. */
    public LocalAccess at(Path path) {
        return new LocalAccess(true, path, group);
    }

    /** Members of this group may ask for permits, too. */
    public LocalAccess forGroup(@Nullable String name) {
        return new LocalAccess(isOn, socket, name);
    }
}
