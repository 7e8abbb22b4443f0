package io.meshlock.daemon.run;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Ties a command to this process: if this process dies, even of a KILL, the kernel kills the command. Java cannot ask
 * for that; util-linux' {@code setpriv} can. Where it is missing, a command outlives a {@code run} that was killed with
 * KILL.
 */
final class ParentDeathSignal {

    /**
     * The parent may have died before {@code setpriv} took effect: then the parent id is no longer the expected one.
     */
    private static final String UNLESS_ORPHANED = "[ \"$PPID\" = \"$1\" ] || exit 137; shift; exec \"$@\"";

    private ParentDeathSignal() {}

    /**
     * The command, wrapped with {@code setpriv} if there is one. To be started by a thread that lives as long as this
     * process: the kernel takes the death of that thread for the death of the parent.
     */
    static List<String> around(List<String> command) throws IOException {
        if (!isOnPath("setpriv")) {
            return command;
        }
        String program = command.get(0);
        if (program.indexOf('/') < 0 && !isOnPath(program)) {
            throw new IOException("it is not on the PATH"); // the shell below would say it in words of its own
        }
        String self = Long.toString(ProcessHandle.current().pid());
        List<String> leashed = new ArrayList<>(
                List.of("setpriv", "--pdeathsig", "KILL", "--", "sh", "-c", UNLESS_ORPHANED, "meshlock", self));
        leashed.addAll(command);
        return leashed;
    }

    private static boolean isOnPath(String program) {
        String path = System.getenv("PATH");
        return path != null
                && Stream.of(path.split(File.pathSeparator))
                        .anyMatch(folder -> new File(folder.isEmpty() ? "." : folder, program).canExecute());
    }

    /** Sends a signal; Java itself can send only TERM and KILL. */
    static void signal(long pid, String name) {
        try {
            Process sent = new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            sent.getOutputStream().close();
        } catch (IOException e) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
        }
    }
}
