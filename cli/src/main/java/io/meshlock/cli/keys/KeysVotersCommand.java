package io.meshlock.cli.keys;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Version;
import io.meshlock.keys.MeshAuthority;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code meshlock keys voters}: the first voters of a mesh, once. */
@Command(
        name = "voters",
        description = "Names the nodes that vote first on the mesh's pools, once and for all, and signs the list. "
                + "A pool then begins when a majority of them is there, and no node is started with --bootstrap.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {"  ./meshlock keys voters dock-1 dock-2 dock-3"})
final class KeysVotersCommand implements Callable<Integer> {

    private final PrintWriter out;

    @Mixin
    private KeysFolder folder = new KeysFolder();

    @Parameters(
            paramLabel = "NAME",
            arity = "1..*",
            description = "The nodes, an odd number of them; each has a certificate.")
    private List<String> names = new ArrayList<>();

    KeysVotersCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        Path list = KeysFolder.told(() -> folder.authority().nameVoters(names));
        out.println("the first voters are " + String.join(", ", names) + ": copy " + list
                + " to the keys of all nodes that had theirs before; it is among those of "
                + folder.path().resolve(MeshAuthority.NODES));
        return ExitCodes.OK;
    }
}
