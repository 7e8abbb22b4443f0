package io.meshlock.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a person watches. */
final class Terminal {

    private Terminal() {}

    /**
     * True if standard error is a terminal. Java cannot tell, but Linux can; elsewhere nobody is taken to watch, because a
     * progress bar in a log file is worse than none on a screen.
     */
    static boolean watchesErrors() {
        if ("dumb".equals(System.getenv("TERM"))) {
            return false;
        }
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException e) {
            return false;
        }
    }
}
