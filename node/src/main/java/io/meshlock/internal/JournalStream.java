package io.meshlock.internal;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a pool's journal goes. A journal that cannot be written ends, with a line in the log; the pool goes on. */
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
            LOG.error("the journal of pool '{}' ends: {}", pool, e.toString());
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
                LOG.error("the journal of pool '{}' lacks its end: {}", pool, e.toString());
            }
        }
    }
}
