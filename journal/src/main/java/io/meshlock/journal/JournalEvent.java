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
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One event, read from a line of a journal. The {@linkplain #kind() kind} says which values are set. The others are 0,
 * empty or null; a node that is not set is {@value #NOBODY}.
 */
public final class JournalEvent {

    public static final int NOBODY = -1;

    /** A message as a journal records it. */
    private record RecordedMessage(
            String type,
            int bytes,
            int tokens,
            boolean toAll,
            @Nullable Keys registers,
            String text) implements Message {
        @Override
        public String toString() {
            return text;
        }
    }

    // Set by JournalReader, and not changed after it has returned the event.
    final EventKind kind;
    final long time;
    int node = NOBODY;
    int to = NOBODY;
    long request;
    int permits;
    int priority;
    long deadline = PermitRequest.NO_DEADLINE;
    long grant;
    Slots slots = Slots.NONE;

    @Nullable
    Key key;

    @Nullable
    Keys keys;

    String type = "";
    int bytes;
    String text = "";
    boolean toAll;
    int tokens;

    @Nullable
    Rejection why;

    long until;
    long incarnation;
    int round;
    int maker;
    long version;
    int by;
    String how = "";
    int fields;

    JournalEvent(EventKind kind, long time) {
        this.kind = kind;
        this.time = time;
    }

    public EventKind kind() {
        return kind;
    }

    /** Whether the line has this field. */
    public boolean has(Field field) {
        return (fields & field.bit()) != 0;
    }

    /** The time in ticks. */
    public long time() {
        return time;
    }

    /** The node where it happened; of messages and links, the sending end. */
    public int node() {
        return node;
    }

    /** Of messages and links, the other end. */
    public int to() {
        return to;
    }

    /** The node that recorded the event: a delivery is recorded by the receiver. */
    public int witness() {
        return kind == EventKind.DELIVERED ? to : node;
    }

    public long request() {
        return request;
    }

    /** Of requests and grants; of {@link EventKind#RESIZED}, those of the whole pool. */
    public int permits() {
        return permits;
    }

    public int priority() {
        return priority;
    }

    /** The deadline in ticks, or {@link PermitRequest#NO_DEADLINE}. */
    public long deadline() {
        return deadline;
    }

    /** A grant's fencing token. */
    public long grant() {
        return grant;
    }

    public Slots slots() {
        return slots;
    }

    public @Nullable Key key() {
        return key;
    }

    /** A message's type. */
    public String type() {
        return type;
    }

    /** A message as text. */
    public String text() {
        return text;
    }

    /** Tokens on a message, or at the node from now on. */
    public int tokens() {
        return tokens;
    }

    public @Nullable Rejection why() {
        return why;
    }

    /** The end of a lease, in ticks. */
    public long until() {
        return until;
    }

    /** The incarnation of a restarted node. */
    public long incarnation() {
        return incarnation;
    }

    public Epoch epoch() {
        return new Epoch(round, maker);
    }

    /** How a new token was made. */
    public String how() {
        return how;
    }

    public PoolSize size() {
        return new PoolSize(permits, version, by);
    }

    /** The message, as far as the journal records it. Messages of two lines about the same message are equal. */
    public Message message() {
        return new RecordedMessage(type, bytes, tokens, toAll, keys, text);
    }

    /** Replays the event to a journal. */
    public void tell(Journal journal) {
        switch (kind) {
            case STEPPED -> journal.stepped(time, node);
            case REQUESTED -> journal.requested(time, node, new PermitRequest(request, permits, priority, deadline));
            case WAITING -> journal.waiting(time, node, request, Objects.requireNonNull(key));
            case REJECTED -> journal.rejected(time, node, request, Objects.requireNonNull(why));
            case CANCELLED -> journal.cancelled(time, node, request);
            case WITHDRAWN -> journal.withdrawn(time, node, request);
            case DECIDED -> journal.decided(time, node, grant, Objects.requireNonNull(key));
            case GRANTED -> journal.granted(time, node, theGrant());
            case RELEASED -> journal.released(time, node, theGrant());
            case GIVEN_BACK -> journal.givenBack(time, node, theGrant());
            case TOKENS -> journal.tokens(time, node, tokens);
            case RESIZED -> journal.resized(time, node, size());
            case DISPENSABLE -> journal.dispensable(time, node);
            case SENT -> journal.sent(time, node, to, message());
            case DELIVERED -> journal.delivered(time, node, to, message());
            case HOPPED -> journal.hopped(time, node, to, message());
            case ROUTED -> journal.routed(time, node, to, message());
            case LOST -> journal.lost(time, node, to, message());
            case LINK_UP -> journal.linkUp(time, node, to);
            case LINK_DOWN -> journal.linkDown(time, node, to);
            case LEASED -> journal.leased(time, node, grant, until);
            case GRANT_LOST -> journal.grantLost(time, node, theGrant());
            case CRASHED -> journal.crashed(time, node);
            case RESTARTED -> journal.restarted(time, node, incarnation);
            case PAUSED -> journal.paused(time, node);
            case RESUMED -> journal.resumed(time, node);
            case RECOVERED -> journal.recovered(time, node, epoch(), how);
            case HEALED -> journal.healed(time);
            case ENDED -> journal.ended(time);
        }
    }

    /** Tells a journal that the message of this event was lost. */
    public void tellLost(Journal journal) {
        journal.lost(time, node, to, message());
    }

    private PermitGrant theGrant() {
        return new PermitGrant(grant, request, permits, slots);
    }
}
