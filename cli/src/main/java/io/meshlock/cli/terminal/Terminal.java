package io.meshlock.cli.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether standard streams are terminals. */
public final class Terminal {

    private static final int NARROWEST = 40;
    private static final int WIDEST = 100;

    private Terminal() {}

    /**
     * True if standard error is a terminal. Java cannot tell, but Linux can; elsewhere the answer is no, because a
     * progress bar in a log file is worse than none on a screen.
     */
    public static boolean watchesErrors() {
        return isTerminal(2);
    }

    /** True if standard output is a terminal. */
    public static boolean watchesOutput() {
        return isTerminal(1);
    }

    /** True if standard input is a terminal: somebody may type. */
    public static boolean watchesInput() {
        return isTerminal(0);
    }

    private static boolean isTerminal(int descriptor) {
        if ("dumb".equals(System.getenv("TERM"))) {
            return false;
        }
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** How wide text may be: the terminal's width within reason, or a hundred characters if there is none. */
    public static int columns() {
        if (!watchesOutput()) {
            return WIDEST;
        }
        String size = Stty.ask("size");
        String columns = size == null ? "" : size.substring(size.indexOf(' ') + 1);
        return columns.matches("[1-9][0-9]{0,4}")
                ? Math.max(NARROWEST, Math.min(WIDEST, Integer.parseInt(columns)))
                : WIDEST;
    }

    /**
     * True if this process is in the foreground of a terminal: then what is typed there, such as Ctrl-C, reaches its
     * children without its help. Its group and the terminal's are the fifth and the eighth word of {@code
     * /proc/self/stat}.
     */
    public static boolean tellsAllOfUs() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return words[2].equals(words[5]);
        } catch (IOException | IndexOutOfBoundsException e) {
            return false;
        }
    }
}
