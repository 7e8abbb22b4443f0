package io.meshlock.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a person watches. */
final class Terminal {

    private Terminal() {}

    /** True if standard error is a terminal. Java cannot say so by itself; on Linux the system can. */
    static boolean watchesErrors() {
        if ("dumb".equals(System.getenv("TERM"))) {
            return false;
        }
        Path link = Path.of("/proc/self/fd/2");
        if (!Files.isSymbolicLink(link)) {
            return System.console() != null;
        }
        try {
            String target = Files.readSymbolicLink(link).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException e) {
            return false;
        }
    }
}
