package io.meshlock.cli.command;

import java.io.PrintWriter;
import java.util.function.Supplier;

/** Says, when the process is interrupted, what it leaves behind. */
public final class LastWords implements AutoCloseable {

    private final Thread hook;

    /** @param words one line; asked for when it is said */
    public LastWords(PrintWriter err, Supplier<String> words) {
        hook = new Thread(
                () -> {
                    err.println(words.get());
                    err.flush();
                },
                "meshlock-interrupted");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is stopping, and the hook has said so.
        }
    }
}
