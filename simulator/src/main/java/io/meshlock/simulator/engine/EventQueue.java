package io.meshlock.simulator.engine;

import org.jspecify.annotations.Nullable;

/**
 * Future events, earliest first; events of the same instant come out in the order in which they were added.
 *
 * <p>They wait in a timing {@link Wheel}. Beside it there is a {@link Lane} for events that are added in the order of
 * their times, as messages with a constant delay are. The next event is the earlier one of the two that come first.
 *
 * <p>A pending event has a handle; handles are used again. Nothing is allocated per event.
 */
public final class EventQueue {

    /** No event. */
    public static final int NONE = -1;

    private final Wheel wheel;
    private final Lane lane;
    private int added;
    private long now;

    /**
     * Nothing in the wheel is due before this instant; this saves searching the wheel while the lane's events come
     * first.
     */
    private long wheelIdleUntil = Long.MAX_VALUE;

    public EventQueue() {
        this(64);
    }

    /** A queue with room for this many pending events before it has to grow. */
    public EventQueue(int capacity) {
        wheel = new Wheel(capacity);
        lane = new Lane(64);
    }

    /** The present instant: that of the last event taken, or the limit up to which nothing was due. */
    public long now() {
        return now;
    }

    /** How many events are pending. */
    public int size() {
        return wheel.size() + lane.size();
    }

    /** Adds an event at {@code time}, which must not lie in the past, and returns its handle. */
    public int add(long time, int kind, int a, int b, @Nullable Object payload) {
        return add(time, kind, a, b, NONE, payload);
    }

    /** Adds an event that {@linkplain #before follows} another one in a chain, or {@link #NONE}. */
    public int add(long time, int kind, int a, int b, int before, @Nullable Object payload) {
        requireFuture(time);
        wheelIdleUntil = Math.min(wheelIdleUntil, time);
        return wheel.add(time, added++, kind, a, b, before, payload);
    }

    /** Adds an event whose time is probably not before that of any other added by this method: cheaper if so. */
    public int addInOrder(long time, int kind, int a, int b, int before, @Nullable Object payload) {
        if (!lane.takes(time)) {
            return add(time, kind, a, b, before, payload);
        }
        requireFuture(time);
        return lane.add(time, added++, kind, a, b, before, payload);
    }

    private void requireFuture(long time) {
        if (time < now) {
            throw new IllegalArgumentException("an event at " + time + " lies before the present " + now);
        }
    }

    /**
     * Takes the next event due at or before {@code limit} and hands it over. If there is none, returns false, and the
     * present is the limit.
     */
    public boolean take(long limit, EventHandler handler) {
        long laneTime = lane.firstTime();
        if (laneTime >= wheelIdleUntil) {
            int event = nextInWheel(Math.min(limit, laneTime));
            if (event != NONE) {
                now = wheel.time(event);
                wheel.take(event, handler);
                return true;
            }
        }
        if (laneTime > limit || lane.isEmpty()) {
            now = Math.max(now, limit);
            return false;
        }
        now = laneTime;
        lane.take(handler);
        return true;
    }

    /** The wheel's next event due at or before the limit, unless the lane's first comes before it. */
    private int nextInWheel(long limit) {
        int event = wheel.next(limit);
        if (event == NONE) {
            wheelIdleUntil = wheel.idleUntil();
            return NONE;
        }
        return lane.isEmpty() || isBefore(event, lane.first()) ? event : NONE;
    }

    /** Removes a pending event. */
    public void cancel(int event) {
        if (Lane.owns(event)) {
            lane.cancel(event);
        } else {
            wheel.cancel(event);
        }
    }

    /**
     * True if an event with these values is pending under a handle, which may be one that was given long ago and stands
     * for another event by now.
     */
    public boolean isPending(int event, int kind, int a, int b) {
        return Lane.owns(event)
                ? lane.isPending(event) && lane.kind(event) == kind && lane.a(event) == a && lane.b(event) == b
                : wheel.isPending(event) && wheel.kind(event) == kind && wheel.a(event) == a && wheel.b(event) == b;
    }

    /** The time of a pending event. */
    public long time(int event) {
        return Lane.owns(event) ? lane.time(event) : wheel.time(event);
    }

    public int a(int event) {
        return Lane.owns(event) ? lane.a(event) : wheel.a(event);
    }

    public int b(int event) {
        return Lane.owns(event) ? lane.b(event) : wheel.b(event);
    }

    /** The payload of a pending event. */
    public @Nullable Object payload(int event) {
        return Lane.owns(event) ? lane.payload(event) : wheel.payload(event);
    }

    /** The event, pending or not, that a pending event was added to follow; it is left to the caller what that means. */
    public int before(int event) {
        return Lane.owns(event) ? lane.before(event) : wheel.before(event);
    }

    /** True if one pending event comes out before the other. */
    public boolean isBefore(int event, int other) {
        long ahead = time(event) - time(other);
        // The difference stays right when the counter of added events wraps around.
        return ahead != 0 ? ahead < 0 : order(event) - order(other) < 0;
    }

    private int order(int event) {
        return Lane.owns(event) ? lane.order(event) : wheel.order(event);
    }
}
