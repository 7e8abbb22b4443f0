package io.meshlock.testbed.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The archive of classes that the launcher makes after a build, for the many processes of these tests. Without it they
 * would only be slower: a class path with folders in it, as in an editor, cannot be archived.
 */
final class ClassArchive {

    private static final String OPTION = make();

    private ClassArchive() {}

    /** The option for the JVM that uses it. */
    static String option() {
        return OPTION;
    }

    private static String make() {
        String classPath = Program.classPath();
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            if (Files.isDirectory(Path.of(entry))) {
                return "-Xshare:auto";
            }
        }
        try {
            Path folder = Files.createTempDirectory("meshlock-archive");
            folder.toFile().deleteOnExit(); // the last to go: deletions run in reverse order
            Path archive = folder.resolve("meshlock.jsa");
            archive.toFile().deleteOnExit();
            Process training = new ProcessBuilder(
                            Program.JAVA,
                            "-XX:ArchiveClassesAtExit=" + archive,
                            "-XX:+UseSerialGC",
                            "-cp",
                            classPath,
                            "io.meshlock.cli.Training")
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
            folder.resolve("log").toFile().deleteOnExit();
            boolean made = training.waitFor(2, TimeUnit.MINUTES) && training.exitValue() == 0 && Files.exists(archive);
            return made ? "-XX:SharedArchiveFile=" + archive : "-Xshare:auto";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "-Xshare:auto";
        }
    }
}
