package io.meshlock.simulator.narrative;

import io.meshlock.journal.check.Sizes;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PoolSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The clients' view: every request by name, those that wait and those inside. Shares no code with any algorithm. */
final class Clients {

    private final List<String> nodes;
    private final Sizes sizes;
    private final int[] serials;
    private final List<String> waiting = new ArrayList<>();
    private final List<String> served = new ArrayList<>();
    private final List<String> inside = new ArrayList<>();
    private final SortedMap<String, Integer> nodeByRequest = new TreeMap<>();
    private final SortedMap<String, Long> serialByRequest = new TreeMap<>();
    private final SortedMap<String, PermitGrant> grants = new TreeMap<>();

    Clients(List<String> nodes, int permits) {
        this.nodes = nodes;
        this.sizes = new Sizes(permits);
        this.serials = new int[nodes.size()];
    }

    /** A new request of that node. */
    String name(int node) {
        String name = nodes.get(node) + ++serials[node];
        nodeByRequest.put(name, node);
        serialByRequest.put(name, (long) serials[node]);
        waiting.add(name);
        return name;
    }

    String nameOf(int node, long request) {
        return nodes.get(node) + request;
    }

    int node(String name) {
        return known(name, nodeByRequest);
    }

    long serial(String name) {
        return known(name, serialByRequest);
    }

    String enter(int node, PermitGrant grant) {
        String name = nameOf(node, grant.request());
        if (!waiting.remove(name)) {
            throw new IllegalStateException(name + " was granted but does not wait");
        }
        served.add(name);
        inside.add(name);
        grants.put(name, grant);
        int permits = sizes.most();
        if (held() > permits) {
            throw new IllegalStateException(held() + " of " + permits + " permits are held: " + inside);
        }
        return name;
    }

    void resized(int node, PoolSize size) {
        if (!sizes.resized(node, size)) {
            throw new IllegalStateException(nodes.get(node) + " forgets a newer size");
        }
    }

    void decided(int node, long number) {
        if (!sizes.decided(node, number)) {
            throw new IllegalStateException(nodes.get(node) + " decides by an older size than was decided by before");
        }
    }

    String refuse(int node, long request) {
        String name = nameOf(node, request);
        waiting.remove(name);
        return name;
    }

    /** Ends the request's stay; returns the number of its grant. */
    long leave(String name) {
        known(name, nodeByRequest);
        if (!inside.remove(name)) {
            throw new IllegalArgumentException(name + " is not inside");
        }
        return known(name, grants).number();
    }

    /** The request gives back the upper half of its permits, rounded down, and keeps the rest. */
    PermitGrant giveBackHalf(String name) {
        PermitGrant grant = known(name, grants);
        if (!inside.contains(name)) {
            throw new IllegalArgumentException(name + " is not inside");
        }
        PermitGrant part = grant.part(grant.slots().highest(grant.permits() / 2));
        grants.put(name, grant.part(grant.slots().without(part.slots())));
        return part;
    }

    /** The node lost its memory: its requests end, and their permits are free. Returns the names of these requests. */
    List<String> forget(int node) {
        List<String> gone = new ArrayList<>();
        for (List<String> those : List.of(waiting, inside)) {
            for (String name : List.copyOf(those)) {
                if (known(name, nodeByRequest) == node) {
                    gone.add(name);
                    those.remove(name);
                }
            }
        }
        return gone;
    }

    /** The permits not held, by the pool size that the first node knows. */
    int free() {
        return sizes.knownAt(0) - held();
    }

    int held() {
        return inside.stream().mapToInt(name -> known(name, grants).permits()).sum();
    }

    List<String> waiting() {
        return List.copyOf(waiting);
    }

    List<String> inside() {
        return List.copyOf(inside);
    }

    List<String> served() {
        return List.copyOf(served);
    }

    private <T> T known(String name, Map<String, T> facts) {
        T fact = facts.get(name);
        if (fact == null) {
            throw new IllegalArgumentException("no request " + name + "; there are " + nodeByRequest.keySet());
        }
        return fact;
    }
}
