package io.meshlock.cli.keys;

import io.meshlock.cli.command.UsageException;
import io.meshlock.keys.KeysException;
import io.meshlock.keys.MeshAuthority;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The flags that all commands about keys share. */
final class KeysFolder {

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            defaultValue = "keys",
            description = "The authority's folder; default '${DEFAULT-VALUE}'. Keep it off the nodes.")
    private Path folder = Path.of("keys");

    @Option(names = "--verbose", description = "Show where an error came from.")
    @SuppressWarnings("UnusedVariable") // read by Failures
    private boolean verbose;

    Path path() {
        return folder;
    }

    MeshAuthority authority() {
        return told(() -> MeshAuthority.open(folder, InstantSource.system()));
    }

    /** Turns wrong keys and names into usage errors. */
    static <T> T told(Supplier<T> work) {
        try {
            return work.get();
        } catch (KeysException | IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }
}
