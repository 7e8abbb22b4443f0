package io.meshlock.cli.command;

import java.io.PrintWriter;
import java.util.function.Supplier;

/** Says, when the process is interrupted, what it leaves behind. */
public final class LastWords implements AutoCloseable {

    private final Thread hook;

    private volatile Supplier<String> words = () -> "interrupted";

    public LastWords(PrintWriter err) {
        hook = new Thread(
                () -> {
                    err.println(words.get());
                    err.flush();
                },
                "meshlock-interrupted");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** @param value one line; asked for when it is said */
    public void are(Supplier<String> value) {
        words = value;
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
