package io.meshlock.internal;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The output of a pool's journal. If writing fails, the journal ends with a line in the log; the pool continues. */
final class JournalStream extends OutputStream {

    private static final Logger LOG = LoggerFactory.getLogger(JournalStream.class);

    private final String pool;
    private @Nullable OutputStream stream;

    JournalStream(String pool, OutputStream stream) {
        this.pool = pool;
        this.stream = stream;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        OutputStream out = stream;
        if (out == null) {
            return;
        }
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            LOG.error("the journal of pool '{}' ends here, it cannot be written: {}", pool, e.toString());
            stream = null;
        }
    }

    @Override
    public void close() {
        OutputStream out = stream;
        stream = null;
        if (out != null) {
            try (out) {
                out.flush();
            } catch (IOException e) {
                LOG.error("the end of the journal of pool '{}' could not be written: {}", pool, e.toString());
            }
        }
    }
}
