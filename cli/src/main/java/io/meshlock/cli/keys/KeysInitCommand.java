package io.meshlock.cli.keys;

import io.meshlock.keys.MeshAuthority;
import java.io.PrintWriter;
import java.time.InstantSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code meshlock keys init}: a new mesh. */
@Command(
        name = "init",
        description = "Makes the authority of a new mesh: its key, its certificate and an empty revocation list.",
        exitCodeList = {"0:made", KeysTask.MISTAKE, KeysTask.INTERNAL},
        footer = {"  ./meshlock keys init --mesh harbour", "  ./meshlock keys init --dir /media/safe/harbour"})
final class KeysInitCommand extends KeysTask {

    @Option(
            names = "--mesh",
            paramLabel = "NAME",
            defaultValue = "mesh",
            description = "The mesh's name, for people; default '${DEFAULT-VALUE}'.")
    private String mesh = "mesh";

    KeysInitCommand(PrintWriter out) {
        super(out);
    }

    @Override
    void run() {
        MeshAuthority authority = KeysFolder.told(() -> MeshAuthority.init(folder(), mesh, InstantSource.system()));
        out().println("mesh " + authority.mesh() + ": its authority is in " + folder());
        out().println("that folder can admit any node to the mesh: keep it safe, and off the nodes");
    }
}
