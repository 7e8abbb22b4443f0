package io.meshlock.simulator;

import io.meshlock.protocol.PermitGrant;
import io.meshlock.simulator.engine.EventQueue;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The requests that wait or hold permits, in places that are reused. */
final class RequestTable {

    static final int NONE = -1;

    /** Looked up only, never iterated over. */
    private final Long2IntOpenHashMap places = new Long2IntOpenHashMap();

    private long[] ids = new long[16];
    private long[] holds = new long[16];
    private int[] clients = new int[16];
    private int[] events = new int[16];
    private @Nullable PermitGrant[] grants = new PermitGrant[16];
    private int[] free = new int[16];
    private int freeCount;
    private int used;

    RequestTable() {
        places.defaultReturnValue(NONE);
    }

    /** How many requests wait or hold. */
    int size() {
        return places.size();
    }

    /** Enters a waiting request and returns its place. */
    int add(long id, int client, long hold) {
        int place = freeCount > 0 ? free[--freeCount] : newPlace();
        ids[place] = id;
        clients[place] = client;
        holds[place] = hold;
        events[place] = EventQueue.NONE;
        places.put(id, place);
        return place;
    }

    /** One more than the largest place ever used. */
    int places() {
        return used;
    }

    boolean isUsed(int place) {
        return clients[place] != NONE;
    }

    void remove(int place) {
        clients[place] = NONE;
        places.remove(ids[place]);
        grants[place] = null;
        free[freeCount++] = place;
    }

    /** The place of a request, or {@link #NONE} if it neither waits nor holds. */
    int placeOf(long id) {
        return places.get(id);
    }

    long id(int place) {
        return ids[place];
    }

    int client(int place) {
        return clients[place];
    }

    long hold(int place) {
        return holds[place];
    }

    /** The event that ends the request's wait or, once it holds, its hold; {@link EventQueue#NONE} if there is none. */
    int event(int place) {
        return events[place];
    }

    void setEvent(int place, int event) {
        events[place] = event;
    }

    /** The grant that answers the request, or null while it waits. */
    @Nullable
    PermitGrant grant(int place) {
        return grants[place];
    }

    void setGrant(int place, PermitGrant grant) {
        grants[place] = grant;
    }

    private int newPlace() {
        if (used == ids.length) {
            int room = 2 * used;
            ids = Arrays.copyOf(ids, room);
            holds = Arrays.copyOf(holds, room);
            clients = Arrays.copyOf(clients, room);
            events = Arrays.copyOf(events, room);
            grants = Arrays.copyOf(grants, room);
            free = Arrays.copyOf(free, room);
        }
        return used++;
    }
}
