package io.meshlock.cli.keys;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Version;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code meshlock keys revoke}: revokes a node's certificates. */
@Command(
        name = "revoke",
        description = "Revokes a node's certificates.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:revoked", "2:a wrong flag, name or folder", "3:an internal error"},
        footerHeading = "%nExamples:%n",
        footer = {"  ./meshlock keys revoke drone-7"})
final class KeysRevokeCommand implements Callable<Integer> {

    private final PrintWriter out;

    @Mixin
    private KeysFolder folder = new KeysFolder();

    @Parameters(paramLabel = "NAME", description = "The node's name.")
    private String name = "";

    KeysRevokeCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        Path list = KeysFolder.told(() -> folder.authority().revoke(name));
        out.println(name + " is revoked: copy " + list + " to every node; a node that runs notices within seconds");
        return ExitCodes.OK;
    }
}
