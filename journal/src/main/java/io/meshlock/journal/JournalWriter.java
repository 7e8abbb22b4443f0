package io.meshlock.journal;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Slots;
import java.io.OutputStream;

/**
 * Writes a journal as lines of JSON, one object per event, all fields flat:
 *
 * <pre>{@code
 * {"t":12.5,"e":"sent","n":3,"to":7,"m":"REQUEST","bytes":9,"text":"REQUEST [...]"}
 * }</pre>
 *
 * <p>{@link Field} lists the fields, {@link EventKind} says which of them an event has; {@link JournalReader} reads
 * them.
 *
 * <p>Memory is bounded: lines go through a buffer to the stream. {@link #close} or {@link #ended} flushes it.
 */
public final class JournalWriter implements Journal, AutoCloseable {

    private final JsonLines out;

    /** Writes to the stream, and closes it when closed. Failures surface as {@link java.io.UncheckedIOException}. */
    public JournalWriter(OutputStream stream) {
        this(new JsonLines(stream, false));
    }

    private JournalWriter(JsonLines out) {
        this.out = out;
    }

    /** The same, but every line is written to the stream at once, in one write. */
    public static JournalWriter lineByLine(OutputStream stream) {
        return new JournalWriter(new JsonLines(stream, true));
    }

    @Override
    public void stepped(long time, int node) {
        begin(time, EventKind.STEPPED, node);
        out.end();
    }

    @Override
    public void requested(long time, int node, PermitRequest request) {
        begin(time, EventKind.REQUESTED, node);
        out.number(Field.REQUEST, request.id());
        out.number(Field.PERMITS, request.permits());
        out.number(Field.PRIORITY, request.priority());
        if (request.deadline() != PermitRequest.NO_DEADLINE) {
            out.time(Field.DEADLINE, request.deadline());
        }
        out.end();
    }

    @Override
    public void waiting(long time, int node, long request, Key key) {
        begin(time, EventKind.WAITING, node);
        out.number(Field.REQUEST, request);
        key(key);
        out.end();
    }

    @Override
    public void rejected(long time, int node, long request, Rejection why) {
        begin(time, EventKind.REJECTED, node);
        out.number(Field.REQUEST, request);
        out.text(Field.WHY, why.name());
        out.end();
    }

    @Override
    public void cancelled(long time, int node, long request) {
        begin(time, EventKind.CANCELLED, node);
        out.number(Field.REQUEST, request);
        out.end();
    }

    @Override
    public void withdrawn(long time, int node, long request) {
        begin(time, EventKind.WITHDRAWN, node);
        out.number(Field.REQUEST, request);
        out.end();
    }

    @Override
    public void decided(long time, int node, long number, Key key) {
        begin(time, EventKind.DECIDED, node);
        out.number(Field.GRANT, number);
        key(key);
        out.end();
    }

    @Override
    public void granted(long time, int node, PermitGrant grant) {
        grant(time, EventKind.GRANTED, node, grant);
    }

    @Override
    public void released(long time, int node, PermitGrant grant) {
        grant(time, EventKind.RELEASED, node, grant);
    }

    @Override
    public void givenBack(long time, int node, PermitGrant part) {
        grant(time, EventKind.GIVEN_BACK, node, part);
    }

    @Override
    public void tokens(long time, int node, int held) {
        begin(time, EventKind.TOKENS, node);
        out.number(Field.HELD, held);
        out.end();
    }

    @Override
    public void resized(long time, int node, PoolSize size) {
        begin(time, EventKind.RESIZED, node);
        out.number(Field.SIZE, size.permits());
        out.number(Field.VERSION, size.version());
        out.number(Field.BY, size.node());
        out.end();
    }

    @Override
    public void dispensable(long time, int node) {
        begin(time, EventKind.DISPENSABLE, node);
        out.end();
    }

    @Override
    public void sent(long time, int from, int to, Message message) {
        message(time, EventKind.SENT, from, to, message);
    }

    @Override
    public void delivered(long time, int from, int to, Message message) {
        message(time, EventKind.DELIVERED, from, to, message);
    }

    @Override
    public void hopped(long time, int from, int to, Message packet) {
        message(time, EventKind.HOPPED, from, to, packet);
    }

    @Override
    public void routed(long time, int from, int to, Message control) {
        message(time, EventKind.ROUTED, from, to, control);
    }

    @Override
    public void lost(long time, int from, int to, Message message) {
        message(time, EventKind.LOST, from, to, message);
    }

    @Override
    public void linkUp(long time, int a, int b) {
        begin(time, EventKind.LINK_UP, a);
        out.number(Field.TO, b);
        out.end();
    }

    @Override
    public void linkDown(long time, int a, int b) {
        begin(time, EventKind.LINK_DOWN, a);
        out.number(Field.TO, b);
        out.end();
    }

    @Override
    public void leased(long time, int node, long grant, long until) {
        begin(time, EventKind.LEASED, node);
        out.number(Field.GRANT, grant);
        out.time(Field.UNTIL, until);
        out.end();
    }

    @Override
    public void grantLost(long time, int node, PermitGrant grant) {
        grant(time, EventKind.GRANT_LOST, node, grant);
    }

    @Override
    public void restarted(long time, int node, long incarnation) {
        begin(time, EventKind.RESTARTED, node);
        out.number(Field.INCARNATION, incarnation);
        out.end();
    }

    @Override
    public void crashed(long time, int node) {
        begin(time, EventKind.CRASHED, node);
        out.end();
    }

    @Override
    public void paused(long time, int node) {
        begin(time, EventKind.PAUSED, node);
        out.end();
    }

    @Override
    public void resumed(long time, int node) {
        begin(time, EventKind.RESUMED, node);
        out.end();
    }

    @Override
    public void recovered(long time, int node, Epoch epoch, String how) {
        begin(time, EventKind.RECOVERED, node);
        out.number(Field.ROUND, epoch.round());
        out.number(Field.MAKER, epoch.maker());
        out.text(Field.HOW, how);
        out.end();
    }

    @Override
    public void healed(long time) {
        begin(time, EventKind.HEALED);
        out.end();
    }

    @Override
    public void ended(long time) {
        begin(time, EventKind.ENDED);
        out.end();
        out.flush();
    }

    @Override
    public void close() {
        out.close();
    }

    private void begin(long time, EventKind kind) {
        out.begin();
        out.time(Field.TIME, time);
        out.text(Field.EVENT, kind.label());
    }

    private void begin(long time, EventKind kind, int node) {
        begin(time, kind);
        out.number(Field.NODE, node);
    }

    private void grant(long time, EventKind kind, int node, PermitGrant grant) {
        begin(time, kind, node);
        out.number(Field.REQUEST, grant.request());
        out.number(Field.GRANT, grant.number());
        out.number(Field.PERMITS, grant.permits());
        Slots slots = grant.slots();
        if (slots.count() > 0) {
            out.beginList(Field.SLOTS);
            for (int slot : slots.toArray()) {
                out.item(slot);
            }
            out.endList();
        }
        out.end();
    }

    private void message(long time, EventKind kind, int from, int to, Message message) {
        begin(time, kind, from);
        out.number(Field.TO, to);
        out.text(Field.TYPE, message.type());
        out.number(Field.BYTES, message.bytes());
        if (message.tokens() != 0) {
            out.number(Field.TOKENS, message.tokens());
        }
        if (message.toAll()) {
            out.number(Field.ALL, 1);
        }
        Keys registers = message.registers();
        if (registers != null) {
            out.beginList(Field.KEYS);
            for (int i = 0; i < registers.size(); i++) {
                out.beginItem();
                items(registers.get(i));
                out.endList();
            }
            out.endList();
        }
        out.text(Field.TEXT, message.toString());
        out.end();
    }

    private void key(Key key) {
        out.beginList(Field.KEY);
        items(key);
        out.endList();
    }

    private void items(Key key) {
        out.item(key.score());
        out.item(key.birth());
        out.item(key.request());
        out.item(key.permits());
    }
}
