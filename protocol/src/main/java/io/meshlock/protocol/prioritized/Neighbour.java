package io.meshlock.protocol.prioritized;

import io.meshlock.protocol.Keys;
import io.meshlock.protocol.prioritized.PrioritizedMessage.GrantMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.Token;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a node knows of one neighbour, for as long as the link is up. */
final class Neighbour {

    final int id;

    /** The neighbour's height as last heard; null until its first message. Its true height is never above this view. */
    @Nullable
    Height height;

    /** It said that it wants to leave: nothing is registered there, and no token goes there. */
    boolean leaving;

    /** The keys that the neighbour has registered here, less those granted to it since. */
    Keys entry = Keys.EMPTY;

    // Custody: the copies of what the neighbour has not acknowledged yet, oldest first.
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

    /** The neighbour says that it has got {@code seen} custody messages so far. */
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

    /** False while the neighbour writes without having seen the token that was sent to it: its word is out of date. */
    boolean isFresh() {
        for (int i = 0; i < unseen.size(); i++) {
            if (unseen.get(i) instanceof Token) {
                return false;
            }
        }
        return true;
    }

    /** The keys without those that were granted before the neighbour wrote this and that it had not seen granted. */
    Keys stillWaiting(Keys keys) {
        Keys waiting = keys;
        for (int i = 0; i < unseen.size(); i++) {
            if (unseen.get(i) instanceof GrantMessage grant) {
                waiting = waiting.without(grant.key());
            }
        }
        return waiting;
    }

    void countReceived() {
        received++;
        owed++;
    }

    long received() {
        return received;
    }

    /** How many custody messages came since the last message to this neighbour. */
    int owed() {
        return owed;
    }

    /** Any message to the neighbour acknowledges all that came. */
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
