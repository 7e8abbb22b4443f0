package io.meshlock.daemon.run;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Permits that are held for a command, and kept alive meanwhile. */
public interface HeldPermits extends AutoCloseable {

    String pool();

    int permits();

    long fencingToken();

    /** The fencing token as a text that compares over all instances of the pool. */
    String fence();

    List<Integer> slots();

    /** The id of the grant at its node. */
    String grant();

    /** For how long the permits are certainly held without another renewal; zero once they are lost. */
    Duration remaining();

    /** True if they are held still, but will not be renewed any more, as when their node stops. */
    default boolean isEnding() {
        return false;
    }

    /** Why they were lost, or may be soon. */
    String trouble();

    /** Gives them back. */
    @Override
    void close();

    /** The environment variables of the command. */
    default Map<String, String> environment() {
        Map<String, String> variables = new TreeMap<>();
        variables.put("MESHLOCK_POOL", pool());
        variables.put("MESHLOCK_PERMITS", Integer.toString(permits()));
        variables.put("MESHLOCK_FENCING", Long.toString(fencingToken()));
        variables.put("MESHLOCK_FENCE", fence());
        variables.put("MESHLOCK_SLOTS", slots().stream().map(String::valueOf).collect(Collectors.joining(",")));
        variables.put("MESHLOCK_GRANT", grant());
        return variables;
    }
}
