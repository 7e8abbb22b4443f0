package io.meshlock.internal;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Grant;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Request;
import io.meshlock.protocol.Slots;
import io.meshlock.spi.JournalStreams;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what happens as lines of JSON, byte for byte as the simulator does; times are in seconds. A journal that cannot be
 * written ends, with a line in the log; the pool goes on.
 */
public final class JournalRecorder implements Recorder {

    private static final Logger LOG = LoggerFactory.getLogger(JournalRecorder.class);

    private final JournalStreams streams;
    private final int node;
    private final String pool;
    private final JsonLine line = new JsonLine();
    private @Nullable OutputStream stream;

    private JournalRecorder(JournalStreams streams, int node, String pool, OutputStream stream) {
        this.streams = streams;
        this.node = node;
        this.pool = pool;
        this.stream = stream;
    }

    /** Opens the journal of a pool; if that fails, nothing is kept. */
    public static Recorder open(JournalStreams streams, String pool, int node, String nodeName) {
        try {
            return new JournalRecorder(streams, node, pool, streams.open(pool, nodeName));
        } catch (IOException e) {
            LOG.error("pool '{}' has no journal: {}", pool, e.toString());
            return NONE;
        }
    }

    @Override
    public void stepped() {
        if (streams.wantsMessages()) {
            write(begin("stepped"));
        }
    }

    @Override
    public void requested(Request request) {
        JsonLine out = begin("requested").number("r", request.id());
        out.number("h", request.permits()).number("p", request.priority());
        if (request.deadline() != Request.NO_DEADLINE) {
            out.time("d", TimeUnit.MILLISECONDS.toMicros(request.deadline()));
        }
        write(out);
    }

    @Override
    public void waiting(long request, Key key) {
        write(begin("waiting").number("r", request).key(key));
    }

    @Override
    public void rejected(long request, Rejection why) {
        write(begin("rejected").number("r", request).text("why", why.name()));
    }

    @Override
    public void cancelled(long request) {
        write(begin("cancelled").number("r", request));
    }

    @Override
    public void withdrawn(long request) {
        write(begin("withdrawn").number("r", request));
    }

    @Override
    public void decided(long number, Key key) {
        write(begin("decided").number("g", number).key(key));
    }

    @Override
    public void granted(Grant grant) {
        write(grant("granted", grant));
    }

    @Override
    public void released(Grant grant) {
        write(grant("released", grant));
    }

    @Override
    public void tokens(int held) {
        write(begin("tokens").number("held", held));
    }

    @Override
    public void leased(long grant, long remaining) {
        long until = streams.micros() + TimeUnit.NANOSECONDS.toMicros(remaining);
        write(begin("leased").number("g", grant).time("until", until));
    }

    @Override
    public void grantLost(Grant grant) {
        write(grant("grantLost", grant));
    }

    @Override
    public void recovered(Epoch epoch, String how) {
        JsonLine out = begin("recovered").number("round", epoch.round());
        write(out.number("maker", epoch.maker()).text("how", how));
    }

    @Override
    public void resized(PoolSize size) {
        JsonLine out = begin("resized").number("k", size.permits());
        write(out.number("version", size.version()).number("by", size.node()));
    }

    @Override
    public void sent(int to, Message message) {
        if (streams.wantsMessages()) {
            write(message(begin("sent").number("to", to), message));
        }
    }

    @Override
    public void delivered(int from, Message message) {
        if (streams.wantsMessages()) {
            JsonLine out = line.begin(streams.micros(), "delivered", from).number("to", node);
            write(message(out, message));
        }
    }

    @Override
    public void linkUp(int peer) {
        write(begin("linkUp").number("to", peer));
    }

    @Override
    public void linkDown(int peer) {
        write(begin("linkDown").number("to", peer));
    }

    private JsonLine begin(String event) {
        return line.begin(streams.micros(), event, node);
    }

    private JsonLine grant(String event, Grant grant) {
        JsonLine out = begin(event).number("r", grant.request());
        out.number("g", grant.number()).number("h", grant.permits());
        Slots slots = grant.slots();
        if (slots.count() > 0) {
            StringBuilder list = out.field("slots").append('[').append(slots.at(0));
            for (int i = 1; i < slots.count(); i++) {
                list.append(',').append(slots.at(i));
            }
            list.append(']');
        }
        return out;
    }

    private static JsonLine message(JsonLine out, Message message) {
        out.text("m", message.type()).number("bytes", message.bytes());
        if (message.tokens() != 0) {
            out.number("tokens", message.tokens());
        }
        if (message.toAll()) {
            out.number("all", 1);
        }
        Keys registers = message.registers();
        if (registers != null) {
            StringBuilder list = out.field("keys").append('[');
            for (int i = 0; i < registers.size(); i++) {
                if (i > 0) {
                    list.append(',');
                }
                out.append(registers.get(i));
            }
            list.append(']');
        }
        return out.text("text", message.toString());
    }

    private void write(JsonLine finished) {
        OutputStream out = stream;
        if (out == null) {
            return;
        }
        try {
            out.write(finished.end());
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
