package io.meshlock.daemon.http;

import io.javalin.http.Context;
import java.util.HashMap;
import java.util.Map;

/**
 * Places of which there are only so many, and how many each caller has. A caller may have {@value #SHARE} times as many
 * as are still free (a dynamic threshold, A. K. Choudhury and E. L. Hahne, 1998), so that one alone gets most of them, and
 * others always find some where there are four or more. Thread-safe.
 */
public final class CallerShares {

    /** How many places a caller may have for each that is free. */
    private static final int SHARE = 3;

    private final int most;

    // Guarded by this.
    private final Map<String, Integer> counts = new HashMap<>();
    private int taken;

    public CallerShares(int most) {
        this.most = most;
    }

    /** Whose place it is if this call takes one. */
    public static String of(Context ctx) {
        return Caller.of(ctx).share();
    }

    /** Takes a place; false if this caller has its share, or there is none. */
    public synchronized boolean take(String caller) {
        int has = counts.getOrDefault(caller, 0);
        if (has >= SHARE * (most - taken)) {
            return false;
        }
        counts.put(caller, has + 1);
        taken++;
        return true;
    }

    public synchronized void giveBack(String caller) {
        Integer has = counts.get(caller);
        if (has == null) {
            return; // given back before
        }
        if (has == 1) {
            counts.remove(caller);
        } else {
            counts.put(caller, has - 1);
        }
        taken--;
    }

    /** How many places are taken. */
    synchronized int taken() {
        return taken;
    }

    /**
     * Says why there was no place.
     *
     * @param what what takes places, as in "streams are open"
     */
    synchronized String refusal(String caller, String what) {
        return taken >= most
                ? taken + " " + what + ", which is the limit"
                : counts.getOrDefault(caller, 0) + " " + what + " for this client, and the rest of " + most
                        + " is kept for others";
    }
}
