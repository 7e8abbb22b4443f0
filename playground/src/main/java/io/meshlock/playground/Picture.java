package io.meshlock.playground;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What there is to see of a run, read off its journal: who holds, who waits, where tokens are, and what happened in words. */
final class Picture implements Journal {

    private static final int MOST_NEWS = 400;

    /** A request that waits or holds. */
    static final class Asked {
        final int node;
        final PermitRequest request;
        final long time;

        @Nullable
        Key key;

        @Nullable
        PermitGrant grant;

        long entered;

        Asked(int node, PermitRequest request, long time) {
            this.node = node;
            this.request = request;
            this.time = time;
        }
    }

    /** Something that happened, in words. */
    private record News(long time, String kind, String words) {}

    private final SortedMap<Long, Asked> asked = new TreeMap<>();
    private final SortedMap<Integer, Integer> tokens = new TreeMap<>();
    private final SortedMap<Long, Keys> registered = new TreeMap<>();
    private final List<News> news = new ArrayList<>();
    private final Flights flights;
    private final boolean routed;
    private final Tally tally = new Tally();
    private int permits;
    private int shape;

    Picture(int permits, boolean routed, Flights flights) {
        this.permits = permits;
        this.routed = routed;
        this.flights = flights;
    }

    /** Changes with every link that comes or goes. */
    int shape() {
        return shape;
    }

    /** What hangs on a request, or null if it is over. */
    @Nullable
    Asked asked(long request) {
        return asked.get(request);
    }

    int held() {
        return asked.values().stream()
                .mapToInt(each -> each.grant == null ? 0 : each.grant.permits())
                .sum();
    }

    /** Those who wait, in the order in which they are to be served; those that no key orders, in the order of asking. */
    List<Asked> waiting() {
        List<Asked> waiting = new ArrayList<>();
        for (Asked each : asked.values()) {
            if (each.grant == null) {
                waiting.add(each);
            }
        }
        waiting.sort(Comparator.comparing(each -> each.key, Comparator.nullsLast(Comparator.naturalOrder())));
        return waiting;
    }

    int permits() {
        return permits;
    }

    // ---- the journal ----

    @Override
    public void requested(long time, int node, PermitRequest request) {
        asked.put(request.id(), new Asked(node, request, time));
        tally.requested();
        tell(
                time,
                "asks",
                "node " + node + " asks for " + many(request.permits())
                        + (request.priority() == 0 ? "" : ", priority " + request.priority()));
    }

    @Override
    public void waiting(long time, int node, long request, Key key) {
        Asked its = asked.get(request);
        if (its != null) {
            its.key = key;
        }
    }

    @Override
    public void rejected(long time, int node, long request, Rejection why) {
        asked.remove(request);
        tell(time, "ends", "node " + node + "'s request is rejected: " + why.reason());
    }

    @Override
    public void cancelled(long time, int node, long request) {
        tell(time, "asks", "node " + node + " takes its request back");
    }

    @Override
    public void withdrawn(long time, int node, long request) {
        asked.remove(request);
        tell(time, "ends", "node " + node + "'s request is withdrawn");
    }

    @Override
    public void granted(long time, int node, PermitGrant grant) {
        Asked its = asked.get(grant.request());
        if (its != null) {
            its.grant = grant;
            its.entered = time;
            tally.entered(time - its.time);
        }
        tell(time, "enters", "node " + node + " enters with " + many(grant.permits()));
    }

    @Override
    public void released(long time, int node, PermitGrant grant) {
        asked.remove(grant.request());
        tell(time, "leaves", "node " + node + " gives back " + many(grant.permits()));
    }

    @Override
    public void givenBack(long time, int node, PermitGrant part) {
        Asked its = asked.get(part.request());
        if (its != null && its.grant != null) {
            its.grant = its.grant.part(its.grant.slots().without(part.slots()));
        }
        tell(time, "leaves", "node " + node + " gives back " + many(part.permits()) + " and keeps the rest");
    }

    @Override
    public void grantLost(long time, int node, PermitGrant grant) {
        asked.remove(grant.request());
        tell(time, "fails", "node " + node + " loses its grant of " + many(grant.permits()));
    }

    @Override
    public void tokens(long time, int node, int held) {
        if (held == 0) {
            tokens.remove(node);
        } else {
            tokens.put(node, held);
            tell(time, "token", held == 1 ? "the token is at node " + node : held + " tokens are at node " + node);
        }
    }

    @Override
    public void resized(long time, int node, PoolSize size) {
        if (size.permits() != permits) {
            permits = size.permits();
            tell(time, "fails", "the pool has " + many(permits) + " now, says node " + node);
        }
    }

    @Override
    public void sent(long time, int from, int to, Message message) {
        tally.sent(message);
        if (!routed) {
            flights.departed(time, from, to, message);
        }
    }

    @Override
    public void hopped(long time, int from, int to, Message packet) {
        tally.hopped();
        flights.departed(time, from, to, packet);
    }

    @Override
    public void routed(long time, int from, int to, Message control) {
        flights.departed(time, from, to, control);
    }

    @Override
    public void delivered(long time, int from, int to, Message message) {
        Keys keys = message.registers();
        if (keys != null) {
            registered.put((long) from << Integer.SIZE | to, keys);
        }
    }

    @Override
    public void lost(long time, int from, int to, Message message) {
        if (!routed) {
            flights.lost(from, to, message);
        }
        if (!message.isDatagram()) {
            tell(time, "fails", message.type() + " from node " + from + " to node " + to + " is lost");
        }
    }

    @Override
    public void linkUp(long time, int a, int b) {
        shape++;
        if (time > 0) {
            tell(time, "links", "link " + a + "-" + b + " is up");
        }
    }

    @Override
    public void linkDown(long time, int a, int b) {
        shape++;
        flights.linkDown(a, b);
        registered.remove((long) a << Integer.SIZE | b);
        registered.remove((long) b << Integer.SIZE | a);
        tell(time, "links", "link " + a + "-" + b + " is down");
    }

    @Override
    public void crashed(long time, int node) {
        tokens.remove(node);
        tell(time, "fails", "node " + node + " crashes");
    }

    @Override
    public void restarted(long time, int node, long incarnation) {
        tell(time, "fails", "node " + node + " starts again");
    }

    @Override
    public void paused(long time, int node) {
        tell(time, "fails", "node " + node + " stands still");
    }

    @Override
    public void resumed(long time, int node) {
        tell(time, "fails", "node " + node + " goes on");
    }

    @Override
    public void dispensable(long time, int node) {
        tell(time, "fails", "node " + node + " may leave");
    }

    @Override
    public void recovered(long time, int node, Epoch epoch, String how) {
        tokens.clear(); // older tokens that are still somewhere count for nothing
        tell(time, "token", "node " + node + " makes a new token, epoch " + epoch + ": " + how);
    }

    @Override
    public void healed(long time) {
        tell(time, "links", "nobody asks any more, and the network is whole");
    }

    @Override
    public void ended(long time) {
        tell(time, "links", "the run is over");
    }

    private void tell(long time, String kind, String words) {
        if (news.size() == MOST_NEWS) {
            news.remove(0);
        }
        news.add(new News(time, kind, words));
    }

    private static String many(int permits) {
        return permits + (permits == 1 ? " permit" : " permits");
    }

    // ---- writing it down ----

    /** Adds what a page needs, except for what only the world knows. Takes the news. */
    void write(JsonText json) {
        json.field("permits", permits).field("held", held());
        json.name("holding").open('[');
        for (Asked each : asked.values()) {
            PermitGrant grant = each.grant;
            if (grant != null) {
                open(json, each).field("permits", grant.permits()).field("grant", Long.toString(grant.number()));
                json.time("since", Ticks.toUnits(each.entered));
                json.field(
                                "slots",
                                grant.slots().count() == 0 ? "" : grant.slots().toString())
                        .close('}');
            }
        }
        json.close(']').name("waiting").open('[');
        for (Asked each : waiting()) {
            open(json, each).field("permits", each.request.permits()).time("since", Ticks.toUnits(each.time));
            json.field("key", each.key == null ? "" : each.key.toString()).close('}');
        }
        json.close(']').name("tokens").open('[');
        tokens.forEach((node, held) -> json.value(node).value(held));
        json.close(']');
        tally.write(json);
        json.name("news").open('[');
        for (News each : news) {
            json.open('[')
                    .value(Ticks.toUnits(each.time))
                    .value(each.kind)
                    .value(each.words)
                    .close(']');
        }
        json.close(']');
        news.clear();
    }

    private static JsonText open(JsonText json, Asked each) {
        return json.open('{')
                .field("node", each.node)
                .field("request", each.request.id())
                .field("priority", each.request.priority());
    }

    /** Adds which keys each node has registered at which neighbour. */
    void writeRegistrations(JsonText json) {
        json.name("registered").open('[');
        registered.forEach((way, keys) -> {
            if (!keys.isEmpty()) {
                json.open('[').value(way >> Integer.SIZE).value(way & 0xFFFF_FFFFL);
                for (int i = 0; i < keys.size(); i++) {
                    json.value(keys.get(i).toString());
                }
                json.close(']');
            }
        });
        json.close(']');
    }
}
