package io.meshlock.cli.keys;

import io.meshlock.keys.MeshAuthority;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code meshlock keys voters}: the first voters of a mesh, once. */
@Command(
        name = "voters",
        description = "Names the nodes that vote first on the mesh's pools, once and for all, and signs the list. "
                + "A pool then begins when a majority of them is there, and no node is started with --bootstrap.",
        exitCodeList = {"0:signed", KeysTask.MISTAKE, KeysTask.INTERNAL},
        footer = {"  ./meshlock keys voters dock-1 dock-2 dock-3"})
final class KeysVotersCommand extends KeysTask {

    @Parameters(
            paramLabel = "NAME",
            arity = "1..*",
            description = "The nodes, an odd number of them; each has a certificate.")
    private List<String> names = new ArrayList<>();

    KeysVotersCommand(PrintWriter out) {
        super(out);
    }

    @Override
    void run() {
        Path list = ask(authority -> authority.nameVoters(names));
        out().println("the first voters are " + String.join(", ", names) + ": copy " + list
                + " to the keys of all nodes that had theirs before; it is among those of "
                + folder().resolve(MeshAuthority.NODES));
    }
}
