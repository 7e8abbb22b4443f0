package io.meshlock.cli.keys;

import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code meshlock keys revoke}: revokes a node's certificates. */
@Command(
        name = "revoke",
        description = "Revokes a node's certificates.",
        exitCodeList = {"0:revoked", KeysTask.MISTAKE, KeysTask.INTERNAL},
        footer = {"  ./meshlock keys revoke drone-7"})
final class KeysRevokeCommand extends KeysTask {

    @Parameters(paramLabel = "NAME", description = "The node's name.")
    private String name = "";

    KeysRevokeCommand(PrintWriter out) {
        super(out);
    }

    @Override
    void run() {
        Path list = ask(authority -> authority.revoke(name));
        out().println(name + " is revoked: copy " + list + " to every node; a node that runs notices within seconds");
    }
}
