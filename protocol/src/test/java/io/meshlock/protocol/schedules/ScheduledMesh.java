package io.meshlock.protocol.schedules;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Grant;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Request;
import io.meshlock.protocol.Setup;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A mesh in which nothing has a time: at every step a random one of all possible things happens, so that messages on
 * different links overtake each other in every way. It judges safety itself, sharing nothing with the protocols.
 */
final class ScheduledMesh {

    private final int nodes;
    private final int permits;
    private final boolean lossy;
    private final SplittableRandom random;
    private final List<Protocol> protocols = new ArrayList<>();

    /** Messages in flight by direction; a direction exists while the link is up. Keyed by from * nodes + to. */
    private final TreeMap<Integer, Deque<Message>> links = new TreeMap<>();

    /** Ends that have not noticed yet that their link is gone, keyed like the links: noticing end first. */
    private final TreeSet<Integer> unnoticed = new TreeSet<>();

    private final TreeMap<Long, Request> waiting = new TreeMap<>();
    private final TreeMap<Long, Integer> owner = new TreeMap<>();
    private final TreeMap<Long, Grant> held = new TreeMap<>();
    private final int[] tokensAt;
    private long nextRequest = 1;
    private long messages;

    ScheduledMesh(Algorithm algorithm, int nodes, int permits, boolean lossy, long seed) {
        this.nodes = nodes;
        this.permits = permits;
        this.lossy = lossy;
        this.random = new SplittableRandom(seed);
        this.tokensAt = new int[nodes];
        tokensAt[0] = 1;
        SortedSet<Integer> pairs = randomConnectedGraph();
        for (int pair : pairs) {
            links.put(pair, new ArrayDeque<>());
        }
        int[] distance = distances();
        for (int i = 0; i < nodes; i++) {
            PoolSettings pool = PoolSettings.permits(permits).withAging(3);
            Setup setup = new Setup(i, pool, i == 0, distance[i], nodes, linksOf(i, distance), lossy, Options.DEFAULTS);
            protocols.add(algorithm.create(setup));
        }
    }

    // ---- the schedule ----

    /** One random thing happens: mostly deliveries, some requests, releases and cancels, few link changes. */
    void randomStep(int linkChangesPerThousand) {
        int dice = random.nextInt(1000);
        if (dice < linkChangesPerThousand) {
            changeLink();
        } else if (dice < 150) {
            request();
        } else if (dice < 300) {
            releaseSome();
        } else if (dice < 320) {
            cancelSome();
        } else if (dice < 340) {
            noticeSome();
        } else if (!deliverSome()) {
            releaseSome();
        }
    }

    /** Makes the mesh connected, then delivers and releases until nobody waits; false if that does not come to an end. */
    boolean healAndServe(int limit) {
        while (noticeSome()) {}
        connectAll();
        for (int i = 0; i < limit; i++) {
            if (!deliverSome() && !releaseSome()) {
                return waiting.isEmpty();
            }
        }
        return false;
    }

    long messages() {
        return messages;
    }

    /** Delivers everything without any other event; false if more than {@code limit} deliveries did not suffice. */
    boolean settles(int limit) {
        for (int i = 0; i < limit; i++) {
            if (!deliverSome()) {
                return true;
            }
        }
        return false;
    }

    private void request() {
        int node = random.nextInt(nodes);
        Request request = Request.of(nextRequest++, 1 + random.nextInt(permits)).withPriority(random.nextInt(4));
        waiting.put(request.id(), request);
        owner.put(request.id(), node);
        protocols.get(node).request(0, request, new Sink(node));
    }

    private boolean releaseSome() {
        if (held.isEmpty()) {
            return false;
        }
        Grant grant = pick(new ArrayList<>(held.values()));
        int node = owner.get(grant.request());
        held.remove(grant.request());
        protocols.get(node).release(0, grant.number(), new Sink(node));
        return true;
    }

    private void cancelSome() {
        if (!waiting.isEmpty()) {
            long request = pick(new ArrayList<>(waiting.keySet()));
            int node = owner.get(request);
            protocols.get(node).cancel(0, request, new Sink(node));
            check(!waiting.containsKey(request), "a cancelled request must be withdrawn");
        }
    }

    private boolean deliverSome() {
        List<Integer> busy = new ArrayList<>();
        links.forEach((link, queue) -> {
            if (!queue.isEmpty()) {
                busy.add(link);
            }
        });
        if (busy.isEmpty()) {
            return false;
        }
        deliver(pick(busy));
        return true;
    }

    private void deliver(int link) {
        Message message = links.get(link).remove();
        int to = link % nodes;
        protocols.get(to).receive(0, link / nodes, message, new Sink(to));
        checkTokens();
    }

    private void changeLink() {
        int a = random.nextInt(nodes);
        int b = random.nextInt(nodes);
        if (a != b && !unnoticed.contains(a * nodes + b) && !unnoticed.contains(b * nodes + a)) {
            if (links.containsKey(a * nodes + b)) {
                cut(a, b);
            } else {
                form(a, b);
            }
        }
    }

    private void form(int a, int b) {
        links.put(a * nodes + b, new ArrayDeque<>());
        links.put(b * nodes + a, new ArrayDeque<>());
        protocols.get(a).linkUp(0, b, new Sink(a));
        protocols.get(b).linkUp(0, a, new Sink(b));
    }

    private void cut(int a, int b) {
        if (lossy) {
            cutLosing(a, b);
        } else {
            drain(a * nodes + b, b * nodes + a);
            links.remove(a * nodes + b);
            links.remove(b * nodes + a);
            protocols.get(a).linkDown(0, b, new Sink(a));
            protocols.get(b).linkDown(0, a, new Sink(b));
        }
        checkTokens();
    }

    /** One end notices at once, the other some time later; until then some of what was sent to it may still arrive. */
    private void cutLosing(int a, int b) {
        links.remove(b * nodes + a);
        Deque<Message> underWay = links.get(a * nodes + b);
        for (int lost = random.nextInt(underWay.size() + 1); lost > 0; lost--) {
            underWay.removeLast();
        }
        unnoticed.add(b * nodes + a);
        protocols.get(a).linkDown(0, b, new Sink(a));
    }

    private boolean noticeSome() {
        if (unnoticed.isEmpty()) {
            return false;
        }
        int link = pick(new ArrayList<>(unnoticed));
        unnoticed.remove(link);
        int end = link / nodes;
        int other = link % nodes;
        links.remove(other * nodes + end);
        protocols.get(end).linkDown(0, other, new Sink(end));
        checkTokens();
        return true;
    }

    private void drain(int there, int back) {
        for (int i = 0; !links.get(there).isEmpty() || !links.get(back).isEmpty(); i++) {
            check(i < 10_000, "the link never falls silent");
            deliver(links.get(there).isEmpty() ? back : there);
        }
    }

    // ---- what the protocols do ----

    private final class Sink implements Effects {
        private final int node;

        Sink(int node) {
            this.node = node;
        }

        @Override
        public void send(int to, Message message) {
            messages++;
            Deque<Message> queue = links.get(node * nodes + to);
            if (queue != null) {
                queue.add(message);
            } else {
                check(lossy, "message over a link that is down");
            }
        }

        @Override
        public void granted(Grant grant) {
            Request request = waiting.remove(grant.request());
            check(request != null && request.permits() == grant.permits(), "grant without a request: " + grant);
            check(owner.get(grant.request()) == node, "granted to somebody else");
            held.put(grant.request(), grant);
            int out = held.values().stream().mapToInt(Grant::permits).sum();
            check(out <= permits, out + " of " + permits + " permits are out");
            TreeSet<Integer> slots = new TreeSet<>();
            for (Grant each : held.values()) {
                for (int i = 0; i < each.slots().count(); i++) {
                    check(slots.add(each.slots().at(i)), "slot held twice: " + held.values());
                }
            }
        }

        @Override
        public void rejected(long request, Rejection why) {
            throw new AssertionError(why);
        }

        @Override
        public void withdrawn(long request) {
            waiting.remove(request);
        }

        @Override
        public void setTimer(int timer, long delay) {
            throw new AssertionError("no timers here");
        }

        @Override
        public void tokens(int count) {
            tokensAt[node] = count;
        }
    }

    /** On a dying link a token may be under way that its receiver has refused already: there, only held ones count. */
    private void checkTokens() {
        int held = Arrays.stream(tokensAt).sum();
        check(held <= 1, held + " tokens held");
        if (!lossy) {
            int underWay = links.values().stream()
                    .flatMap(Deque::stream)
                    .mapToInt(Message::tokens)
                    .sum();
            check(held + underWay == 1, held + " tokens held and " + underWay + " under way");
        }
    }

    /** What is still waiting and the state of every node, for a failure's message. */
    String describe() {
        StringBuilder text = new StringBuilder("waiting " + waiting.values() + " held " + held.values());
        for (Protocol protocol : protocols) {
            text.append("\n  ").append(protocol.node()).append(": ").append(protocol.describe());
        }
        return text.append("\n  in flight ").append(links).toString();
    }

    private static void check(boolean holds, String message) {
        if (!holds) {
            throw new AssertionError(message);
        }
    }

    // ---- graphs ----

    private SortedSet<Integer> randomConnectedGraph() {
        SortedSet<Integer> pairs = new TreeSet<>();
        for (int i = 1; i < nodes; i++) {
            int j = random.nextInt(i);
            pairs.add(i * nodes + j);
            pairs.add(j * nodes + i);
        }
        for (int extra = random.nextInt(nodes); extra > 0; extra--) {
            int a = random.nextInt(nodes);
            int b = random.nextInt(nodes);
            if (a != b) {
                pairs.add(a * nodes + b);
                pairs.add(b * nodes + a);
            }
        }
        return pairs;
    }

    private int[] distances() {
        int[] distance = new int[nodes];
        Arrays.fill(distance, -1);
        distance[0] = 0;
        Deque<Integer> frontier = new ArrayDeque<>(List.of(0));
        while (!frontier.isEmpty()) {
            int from = frontier.remove();
            for (int to = 0; to < nodes; to++) {
                if (links.containsKey(from * nodes + to) && distance[to] < 0) {
                    distance[to] = distance[from] + 1;
                    frontier.add(to);
                }
            }
        }
        return distance;
    }

    private Setup.Links linksOf(int node, int[] distance) {
        int[] peers = IntStream.range(0, nodes)
                .filter(j -> links.containsKey(node * nodes + j))
                .toArray();
        return new Setup.Links(peers, Arrays.stream(peers).map(j -> distance[j]).toArray());
    }

    private void connectAll() {
        int[] distance = distances();
        for (int i = 1; i < nodes; i++) {
            if (distance[i] < 0) {
                form(random.nextInt(i), i);
                distance = distances();
                i = 0;
            }
        }
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
