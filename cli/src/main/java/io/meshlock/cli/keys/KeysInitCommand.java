package io.meshlock.cli.keys;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Version;
import io.meshlock.keys.MeshAuthority;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code meshlock keys init}: a new mesh. */
@Command(
        name = "init",
        description = "Makes the authority of a new mesh: its key, its certificate and an empty revocation list.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:made", "2:a wrong flag, name or folder", "3:an internal error"},
        footerHeading = "%nExamples:%n",
        footer = {"  ./meshlock keys init --mesh harbour", "  ./meshlock keys init --dir /media/safe/harbour"})
final class KeysInitCommand implements Callable<Integer> {

    private final PrintWriter out;

    @Mixin
    private KeysFolder folder = new KeysFolder();

    @Option(
            names = "--mesh",
            paramLabel = "NAME",
            defaultValue = "mesh",
            description = "The mesh's name, for people; default '${DEFAULT-VALUE}'.")
    private String mesh = "mesh";

    KeysInitCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        MeshAuthority authority =
                KeysFolder.told(() -> MeshAuthority.init(folder.path(), mesh, InstantSource.system()));
        out.println("mesh " + authority.mesh() + ": its authority is in " + folder.path());
        out.println("that folder can admit any node to the mesh: keep it safe, and off the nodes");
        return ExitCodes.OK;
    }
}
