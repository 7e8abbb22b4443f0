package io.meshlock.protocol.narrative;

import io.meshlock.protocol.Grant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The clients' view: every request by name, who waits and who is inside. Shares no code with any algorithm. */
final class Clients {

    private final List<String> nodes;
    private final int permits;
    private final int[] serials;
    private final List<String> waiting = new ArrayList<>();
    private final List<String> served = new ArrayList<>();
    private final List<String> inside = new ArrayList<>();
    private final SortedMap<String, Integer> nodeByRequest = new TreeMap<>();
    private final SortedMap<String, Long> serialByRequest = new TreeMap<>();
    private final SortedMap<String, Grant> grants = new TreeMap<>();

    Clients(List<String> nodes, int permits) {
        this.nodes = nodes;
        this.permits = permits;
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
        known(name);
        return nodeByRequest.get(name);
    }

    long serial(String name) {
        known(name);
        return serialByRequest.get(name);
    }

    String enter(int node, Grant grant) {
        String name = nameOf(node, grant.request());
        if (!waiting.remove(name)) {
            throw new IllegalStateException(name + " was granted but does not wait");
        }
        served.add(name);
        inside.add(name);
        grants.put(name, grant);
        if (held() > permits) {
            throw new IllegalStateException(held() + " of " + permits + " permits are held: " + inside);
        }
        return name;
    }

    String refuse(int node, long request) {
        String name = nameOf(node, request);
        waiting.remove(name);
        return name;
    }

    /** Ends the request's stay; returns the number of its grant. */
    long leave(String name) {
        known(name);
        if (!inside.remove(name)) {
            throw new IllegalArgumentException(name + " is not inside");
        }
        return grants.get(name).number();
    }

    int held() {
        return inside.stream().mapToInt(name -> grants.get(name).permits()).sum();
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

    private void known(String name) {
        if (!nodeByRequest.containsKey(name)) {
            throw new IllegalArgumentException("no request " + name + "; there are " + nodeByRequest.keySet());
        }
    }
}
