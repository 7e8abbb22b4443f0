package io.meshlock.daemon.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** How often each client may call: so many times a second on average, and a few seconds' worth at once. */
final class RateLimit {

    private static final int SECONDS_AT_ONCE = 4;
    private static final double NANOS = 1e9;

    /** Limit on the clients kept. A client that was dropped starts again with a full allowance. */
    private static final int MAX_CLIENTS = 10_000;

    private final int perSecond;
    private final LongSupplier clock;
    private final Map<String, Allowance> clients = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Allowance> eldest) {
            return size() > MAX_CLIENTS;
        }
    };

    private static final class Allowance {
        private double calls;
        private long since;
    }

    RateLimit(int perSecond, LongSupplier clock) {
        this.perSecond = perSecond;
        this.clock = clock;
    }

    /** Whether this client may make one more call now. */
    synchronized boolean allows(String client) {
        long now = clock.getAsLong();
        double most = (double) perSecond * SECONDS_AT_ONCE;
        Allowance allowance = clients.computeIfAbsent(client, unused -> {
            Allowance fresh = new Allowance();
            fresh.calls = most;
            fresh.since = now;
            return fresh;
        });
        allowance.calls = Math.min(most, allowance.calls + (now - allowance.since) / NANOS * perSecond);
        allowance.since = now;
        if (allowance.calls < 1) {
            return false;
        }
        allowance.calls -= 1;
        return true;
    }
}
