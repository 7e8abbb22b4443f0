package io.meshlock.simulator.explore;

import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.Slots;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an observer at one node has seen of its clients, timers, disk and tokens. It is part of the explored state and
 * survives the node's crashes. Clients outlive their node: they use a grant until its lease is over.
 */
final class TimedWitness {

    static final long NEVER = Long.MAX_VALUE;

    /** A grant that a client has; {@code until} is by the node's clock. */
    record Held(long number, Slots slots, long until, boolean orphaned) {

        Held leasedUntil(long newUntil) {
            return new Held(number, slots, newUntil, orphaned);
        }

        Held orphan() {
            return new Held(number, slots, until, true);
        }
    }

    int asked;
    /** The requests that wait, as bits. */
    int waiting;

    final List<Held> held = new ArrayList<>();
    /** When each timer is to fire, by the node's clock. */
    final List<Long> timers = new ArrayList<>();

    int tokens;
    /** The number of the latest decision made here. */
    long lastDecided;

    DurableState disk;
    boolean down;

    TimedWitness(int tokens, DurableState disk) {
        this.tokens = tokens;
        this.disk = disk;
    }

    void setTimer(int timer, long at) {
        while (timers.size() <= timer) {
            timers.add(NEVER);
        }
        timers.set(timer, at);
    }

    /** The first timer that is due; -1 if none is. */
    int dueTimer(long now) {
        for (int timer = 0; timer < timers.size(); timer++) {
            if (timers.get(timer) <= now) {
                return timer;
            }
        }
        return -1;
    }

    void enter(PermitGrant grant) {
        waiting &= ~(1 << (int) grant.request());
        held.add(new Held(grant.number(), grant.slots(), NEVER, false));
    }

    /** The place of a grant that a client of the present incarnation has; -1 if there is none. */
    int placeOf(long number) {
        for (int i = 0; i < held.size(); i++) {
            if (held.get(i).number() == number && !held.get(i).orphaned()) {
                return i;
            }
        }
        return -1;
    }

    void forgetExpired(long now) {
        held.removeIf(each -> each.until() <= now && each.orphaned());
    }

    void crash(long now) {
        down = true;
        waiting = 0;
        tokens = 0;
        timers.clear();
        held.removeIf(each -> each.until() == NEVER); // no client was told
        held.replaceAll(Held::orphan);
        forgetExpired(now);
    }

    @Nullable
    Held newest() {
        return held.isEmpty() ? null : held.get(held.size() - 1);
    }
}
