package io.meshlock.simulator.hunt;

import io.meshlock.protocol.PermitGrant;
import io.meshlock.simulator.mesh.IndexSet;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** All requests of a schedule by number, from 0: the node that made it, whether it waits, and what it holds. */
final class Requests {

    private int[] nodes = new int[64];
    private int[] serials = new int[64];
    private int[] permits = new int[64];
    private boolean[] renamed = new boolean[64];
    private int[] entries = new int[64]; // the order in which they were granted
    private @Nullable PermitGrant[] grants = new PermitGrant[64];
    private final int[][] numbers; // by node, by serial
    private final int[] counts;
    private int size;
    private int entered;

    final IndexSet waiting = new IndexSet(64);
    final IndexSet held = new IndexSet(64);

    Requests(int meshNodes) {
        numbers = new int[meshNodes][8];
        counts = new int[meshNodes];
    }

    /** A new request, waiting. */
    int add(int node, int howMany) {
        if (size == nodes.length) {
            nodes = Arrays.copyOf(nodes, 2 * size);
            serials = Arrays.copyOf(serials, 2 * size);
            permits = Arrays.copyOf(permits, 2 * size);
            renamed = Arrays.copyOf(renamed, 2 * size);
            entries = Arrays.copyOf(entries, 2 * size);
            grants = Arrays.copyOf(grants, 2 * size);
        }
        int serial = ++counts[node];
        if (serial == numbers[node].length) {
            numbers[node] = Arrays.copyOf(numbers[node], 2 * serial);
        }
        numbers[node][serial] = size;
        nodes[size] = node;
        serials[size] = serial;
        permits[size] = howMany;
        waiting.add(size);
        return size++;
    }

    int size() {
        return size;
    }

    int node(int number) {
        return nodes[number];
    }

    int permits(int number) {
        return permits[number];
    }

    /** The request's id at its own node. */
    int serial(int number) {
        return serials[number];
    }

    /** The number of a node's request; -1 if the node never made it. */
    int find(int node, long serial) {
        return serial < 1 || serial > counts[node] ? -1 : numbers[node][(int) serial];
    }

    /** The request waits under a key; true if it did so before. */
    boolean waitsAgain(int number) {
        boolean again = renamed[number];
        renamed[number] = true;
        return again;
    }

    /** The request got its permits; returns its number. */
    int enter(int node, PermitGrant grant) {
        int number = find(node, grant.request());
        if (number < 0 || !waiting.contains(number) || permits[number] != grant.permits()) {
            throw new Failure.Raised(FailureKind.GRANT_WITHOUT_REQUEST, "node " + node + " does not wait for " + grant);
        }
        waiting.remove(number);
        held.add(number);
        grants[number] = grant;
        entries[number] = entered++;
        return number;
    }

    /** The request's grant as written to the journal: with the request's number. */
    PermitGrant told(int number) {
        PermitGrant grant = grant(number);
        return new PermitGrant(grant.number(), number, grant.permits(), grant.slots());
    }

    private PermitGrant grant(int number) {
        PermitGrant grant = grants[number];
        if (grant == null || !held.contains(number)) {
            throw new IllegalArgumentException("request " + number + " holds nothing");
        }
        return grant;
    }

    /** The requests that hold permits, in the order in which they were granted. */
    int[] inside() {
        return IntStream.of(held.sorted())
                .boxed()
                .sorted(Comparator.comparingInt(number -> entries[number]))
                .mapToInt(number -> number)
                .toArray();
    }

    /** The request gives its permits back. */
    PermitGrant leave(int number) {
        PermitGrant grant = grant(number);
        held.remove(number);
        return grant;
    }

    /** The request gives back the upper half of its permits, rounded down; none if it has one. */
    PermitGrant giveBackHalf(int number) {
        PermitGrant grant = grant(number);
        PermitGrant part = grant.part(grant.slots().highest(grant.permits() / 2));
        grants[number] = grant.part(grant.slots().without(part.slots()));
        return part;
    }

    /** The requests in a set that a node made, ascending. */
    int[] of(int node, IndexSet set) {
        return IntStream.of(set.sorted())
                .filter(number -> nodes[number] == node)
                .toArray();
    }

    /** A waiting request in words: {@code request 2 of node 5 (3 permits)}. */
    String describe(int number) {
        return "request " + serials[number] + " of node " + nodes[number] + " (" + permits[number] + " of the permits)";
    }
}
