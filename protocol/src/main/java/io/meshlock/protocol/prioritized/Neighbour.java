package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.prioritized.PrioritizedMessage.GrantMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Token;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a node knows of one neighbour while the link is up. */
final class Neighbour {

    final int id;

    /** The neighbour's height as last heard; null until its first message. The true height is never above it. */
    @Nullable
    Height height;

    /** The incarnation that the link leads to. */
    long incarnation;

    /** The neighbour wants to leave: nothing is registered there, and the token does not go there. */
    boolean leaving;

    /** The keys that the neighbour has registered here, less those granted to it since. */
    Keys entry = Keys.EMPTY;

    /** Up to here it was told what is known of the mesh's links ({@link Topology}). */
    long told;

    // Custody: copies of the messages that the neighbour has not acknowledged yet, oldest first.
    private List<PrioritizedMessage> unseen = List.of();
    private long acknowledged;
    private long received;
    private int owed;

    Neighbour(int id, @Nullable Height height) {
        this.id = id;
        this.height = height;
    }

    /** Keeps a copy until the neighbour acknowledges it. */
    void entrust(PrioritizedMessage message) {
        if (unseen.isEmpty()) {
            unseen = new ArrayList<>(2);
        }
        unseen.add(message);
    }

    /** The neighbour has received {@code seen} custody messages so far. */
    void acknowledge(long seen) {
        int news = (int) Math.min(seen - acknowledged, unseen.size());
        if (news > 0) {
            unseen.subList(0, news).clear();
            acknowledged += news;
            if (unseen.isEmpty()) {
                unseen = List.of();
            }
        }
    }

    List<PrioritizedMessage> unseen() {
        return unseen;
    }

    /**
     * False while the neighbour has not seen the token that was sent to it: until then its messages are out of date.
     */
    boolean isFresh() {
        for (int i = 0; i < unseen.size(); i++) {
            if (unseen.get(i) instanceof Token) {
                return false;
            }
        }
        return true;
    }

    /** The keys without those whose GRANT is on its way to the neighbour. */
    Keys stillWaiting(Keys keys) {
        Keys waiting = keys;
        for (int i = 0; i < unseen.size(); i++) {
            if (unseen.get(i) instanceof GrantMessage grant && grant.registered()) {
                waiting = waiting.without(grant.key());
            }
        }
        return waiting;
    }

    /** Forgets that the neighbour registered this request; false if it had not. */
    boolean strike(Key key) {
        Keys rest = entry.without(key);
        boolean found = rest.size() < entry.size();
        entry = rest;
        return found;
    }

    void countReceived() {
        received++;
        owed++;
    }

    long received() {
        return received;
    }

    /** How many custody messages arrived since the last message to this neighbour. */
    int owed() {
        return owed;
    }

    /** A message to the neighbour acknowledges all that arrived. */
    void settle() {
        owed = 0;
    }

    @Override
    public String toString() {
        return id
                + (height == null ? "(?)" : height.toString())
                + (leaving ? " leaving " : "")
                + (entry.isEmpty() ? "" : entry.toString());
    }
}
