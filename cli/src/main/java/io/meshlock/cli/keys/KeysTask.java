package io.meshlock.cli.keys;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.cli.command.Version;
import io.meshlock.keys.MeshAuthority;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What every command about keys has: the authority's folder, help, and a place to print to. */
@Command(
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        footerHeading = "%nExamples:%n")
abstract class KeysTask implements Callable<Integer> {

    /** The exit code of mistakes, in the help of each. */
    static final String MISTAKE = "2:a wrong flag, name or folder";

    /** The exit code of our own mistakes, likewise. */
    static final String INTERNAL = "3:an internal error";

    private final PrintWriter out;

    @Mixin
    private KeysFolder folder = new KeysFolder();

    KeysTask(PrintWriter out) {
        this.out = out;
    }

    /** Does it; mistakes in flags, names and files are told. */
    abstract void run();

    @Override
    public final Integer call() {
        run();
        return ExitCodes.OK;
    }

    final PrintWriter out() {
        return out;
    }

    /** The authority's folder. */
    final Path folder() {
        return folder.path();
    }

    /** What the authority answers; its refusals are mistakes of whoever typed. */
    final <T> T ask(Function<MeshAuthority, T> question) {
        MeshAuthority authority = folder.authority();
        return KeysFolder.told(() -> question.apply(authority));
    }
}
