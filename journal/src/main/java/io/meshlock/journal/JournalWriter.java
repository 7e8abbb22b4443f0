package io.meshlock.journal;

import io.meshlock.protocol.Grant;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Request;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.recovery.Epoch;
import java.io.OutputStream;

/**
 * Writes a journal as lines of JSON, one object per event, all fields flat:
 *
 * <pre>{@code
 * {"t":12.5,"e":"sent","n":3,"to":7,"m":"REQUEST","bytes":9,"text":"Request[...]"}
 * }</pre>
 *
 * <table>
 * <caption>Fields</caption>
 * <tr><td>t</td><td>time in units, exact</td></tr>
 * <tr><td>e</td><td>the event: the name of the method of {@link Journal}</td></tr>
 * <tr><td>n, to</td><td>the node; of messages and links: from n to the other end</td></tr>
 * <tr><td>r, h, p, d</td><td>request id, permits, priority, deadline in units (absent if none)</td></tr>
 * <tr><td>g, slots</td><td>grant number, and which permits (absent if not told apart)</td></tr>
 * <tr><td>key, keys</td><td>score, birth, mesh-wide request number, permits; a list of those registered</td></tr>
 * <tr><td>m, bytes, text, all, tokens</td><td>a message's type, size, wording, whether for all neighbours, tokens on it</td></tr>
 * <tr><td>held, why</td><td>tokens at the node; reason of a rejection</td></tr>
 * <tr><td>until, life</td><td>the end of a lease, in units; a node's life</td></tr>
 * <tr><td>round, maker, how</td><td>a new token's epoch, and how it was made</td></tr>
 * <tr><td>k, version, by</td><td>the pool's size: permits, how many changes led to it, which node's operator made it</td></tr>
 * </table>
 *
 * <p>Memory is bounded: lines go through a buffer to the stream. {@link #close} or {@link #ended} flushes it.
 */
public final class JournalWriter implements Journal, AutoCloseable {

    private final JsonLines out;

    /** Writes to the stream, and closes it when closed. Failures surface as {@link java.io.UncheckedIOException}. */
    public JournalWriter(OutputStream stream) {
        out = new JsonLines(stream);
    }

    @Override
    public void stepped(long time, int node) {
        begin(time, "stepped", node);
        out.end();
    }

    @Override
    public void requested(long time, int node, Request request) {
        begin(time, "requested", node);
        out.number("r", request.id());
        out.number("h", request.permits());
        out.number("p", request.priority());
        if (request.deadline() != Request.NO_DEADLINE) {
            out.time("d", request.deadline());
        }
        out.end();
    }

    @Override
    public void waiting(long time, int node, long request, Key key) {
        begin(time, "waiting", node);
        out.number("r", request);
        key(key);
        out.end();
    }

    @Override
    public void rejected(long time, int node, long request, Rejection why) {
        begin(time, "rejected", node);
        out.number("r", request);
        out.text("why", why.name());
        out.end();
    }

    @Override
    public void cancelled(long time, int node, long request) {
        begin(time, "cancelled", node);
        out.number("r", request);
        out.end();
    }

    @Override
    public void withdrawn(long time, int node, long request) {
        begin(time, "withdrawn", node);
        out.number("r", request);
        out.end();
    }

    @Override
    public void decided(long time, int node, long number, Key key) {
        begin(time, "decided", node);
        out.number("g", number);
        key(key);
        out.end();
    }

    @Override
    public void granted(long time, int node, Grant grant) {
        grant(time, "granted", node, grant);
    }

    @Override
    public void released(long time, int node, Grant grant) {
        grant(time, "released", node, grant);
    }

    @Override
    public void tokens(long time, int node, int held) {
        begin(time, "tokens", node);
        out.number("held", held);
        out.end();
    }

    @Override
    public void resized(long time, int node, PoolSize size) {
        begin(time, "resized", node);
        out.number("k", size.permits());
        out.number("version", size.version());
        out.number("by", size.node());
        out.end();
    }

    @Override
    public void dispensable(long time, int node) {
        begin(time, "dispensable", node);
        out.end();
    }

    @Override
    public void sent(long time, int from, int to, Message message) {
        message(time, "sent", from, to, message);
    }

    @Override
    public void delivered(long time, int from, int to, Message message) {
        message(time, "delivered", from, to, message);
    }

    @Override
    public void hopped(long time, int from, int to, Message packet) {
        message(time, "hopped", from, to, packet);
    }

    @Override
    public void routed(long time, int from, int to, Message control) {
        message(time, "routed", from, to, control);
    }

    @Override
    public void lost(long time, int from, int to, Message message) {
        message(time, "lost", from, to, message);
    }

    @Override
    public void linkUp(long time, int a, int b) {
        begin(time, "linkUp", a);
        out.number("to", b);
        out.end();
    }

    @Override
    public void linkDown(long time, int a, int b) {
        begin(time, "linkDown", a);
        out.number("to", b);
        out.end();
    }

    @Override
    public void leased(long time, int node, long grant, long until) {
        begin(time, "leased", node);
        out.number("g", grant);
        out.time("until", until);
        out.end();
    }

    @Override
    public void grantLost(long time, int node, Grant grant) {
        grant(time, "grantLost", node, grant);
    }

    @Override
    public void restarted(long time, int node, long life) {
        begin(time, "restarted", node);
        out.number("life", life);
        out.end();
    }

    @Override
    public void crashed(long time, int node) {
        begin(time, "crashed", node);
        out.end();
    }

    @Override
    public void paused(long time, int node) {
        begin(time, "paused", node);
        out.end();
    }

    @Override
    public void resumed(long time, int node) {
        begin(time, "resumed", node);
        out.end();
    }

    @Override
    public void recovered(long time, int node, Epoch epoch, String how) {
        begin(time, "recovered", node);
        out.number("round", epoch.round());
        out.number("maker", epoch.maker());
        out.text("how", how);
        out.end();
    }

    @Override
    public void healed(long time) {
        begin(time, "healed");
        out.end();
    }

    @Override
    public void ended(long time) {
        begin(time, "ended");
        out.end();
        out.flush();
    }

    @Override
    public void close() {
        out.close();
    }

    private void begin(long time, String event) {
        out.begin();
        out.time("t", time);
        out.text("e", event);
    }

    private void begin(long time, String event, int node) {
        begin(time, event);
        out.number("n", node);
    }

    private void grant(long time, String event, int node, Grant grant) {
        begin(time, event, node);
        out.number("r", grant.request());
        out.number("g", grant.number());
        out.number("h", grant.permits());
        Slots slots = grant.slots();
        if (slots.count() > 0) {
            out.beginList("slots");
            for (int i = 0; i < slots.count(); i++) {
                out.item(slots.at(i));
            }
            out.endList();
        }
        out.end();
    }

    private void message(long time, String event, int from, int to, Message message) {
        begin(time, event, from);
        out.number("to", to);
        out.text("m", message.type());
        out.number("bytes", message.bytes());
        if (message.tokens() != 0) {
            out.number("tokens", message.tokens());
        }
        if (message.toAll()) {
            out.number("all", 1);
        }
        Keys registers = message.registers();
        if (registers != null) {
            out.beginList("keys");
            for (int i = 0; i < registers.size(); i++) {
                out.beginItem();
                items(registers.get(i));
                out.endList();
            }
            out.endList();
        }
        out.text("text", message.toString());
        out.end();
    }

    private void key(Key key) {
        out.beginList("key");
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
