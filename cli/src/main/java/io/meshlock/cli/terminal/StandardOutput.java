package io.meshlock.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/**
 * Standard output that remembers whether it could be written: writers swallow what goes wrong, and a full disk must not
 * look like success.
 */
public final class StandardOutput extends OutputStream {

    /** Output could not be written. */
    private static final int LOST = 3;

    private final OutputStream stream;
    private @Nullable IOException failure;

    public StandardOutput() {
        this(new FileOutputStream(FileDescriptor.out));
    }

    StandardOutput(OutputStream stream) {
        this.stream = stream;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            stream.write(bytes, offset, length);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    /**
     * The exit code to end with: that of the command, or another one if its output was lost. A reader that has seen
     * enough, such as {@code head}, is no failure.
     */
    public int check(int code, PrintWriter err) {
        if (failure == null || String.valueOf(failure.getMessage()).contains("Broken pipe")) {
            return code;
        }
        err.println(
                "standard output cannot be written (" + failure.getMessage() + "); what was printed is not complete");
        return code == 0 ? LOST : code;
    }
}
