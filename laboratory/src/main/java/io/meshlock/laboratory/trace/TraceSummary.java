package io.meshlock.laboratory.trace;

import io.meshlock.journal.Ticks;
import io.meshlock.simulator.network.LinkHistory;
import it.unimi.dsi.fastutil.ints.IntIterator;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Statistics of a history of links, to judge whether it makes a good experiment. Times are in time units.
 *
 * @param contacts how many times a link came up
 * @param contactMean how long a link stays up on average; those that are up at the end count until then
 * @param degreeMean neighbours of a node on average, over the whole time
 * @param connected the share of the time that the whole mesh is connected
 * @param lonely the share of the time that a node has no neighbour, on average
 */
public record TraceSummary(
        int nodes,
        double duration,
        long contacts,
        double contactMean,
        double degreeMean,
        double connected,
        double lonely) {

    /** Reads a history to the duration, in ticks. */
    public static TraceSummary of(int nodes, LinkHistory history, long duration) {
        return new Reading(nodes).read(history, duration);
    }

    /** The figures by name. */
    public Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("nodes", nodes);
        values.put("duration", duration);
        values.put("contacts", contacts);
        values.put("contactMean", contactMean);
        values.put("degreeMean", degreeMean);
        values.put("connected", connected);
        values.put("lonely", lonely);
        return values;
    }

    private static final class Reading {

        private final List<IntOpenHashSet> neighbours = new ArrayList<>();
        private final boolean[] seen;
        private final int[] reached;
        private long contacts;
        private long links;
        private int lonelyNodes;
        private boolean whole;
        private boolean uncertain = true;

        /** Sums over time of links, of lonely nodes and of being connected. */
        private double linkTicks;

        private double lonelyTicks;
        private double wholeTicks;

        Reading(int nodes) {
            for (int node = 0; node < nodes; node++) {
                neighbours.add(new IntOpenHashSet());
            }
            seen = new boolean[nodes];
            reached = new int[nodes];
            lonelyNodes = nodes;
        }

        TraceSummary read(LinkHistory history, long duration) {
            long now = 0;
            while (history.next() && history.time() < duration) {
                pass(history.time() - now);
                now = history.time();
                change(history.low(), history.high(), history.isUp());
            }
            pass(duration - now);
            int nodes = neighbours.size();
            double time = Math.max(1, duration);
            return new TraceSummary(
                    nodes,
                    Ticks.toUnits(duration),
                    contacts,
                    contacts == 0 ? 0 : linkTicks / contacts / Ticks.PER_UNIT,
                    2 * linkTicks / (nodes * time),
                    wholeTicks / time,
                    lonelyTicks / (nodes * time));
        }

        private void pass(long ticks) {
            if (ticks == 0) {
                return;
            }
            if (uncertain) {
                whole = isWhole();
                uncertain = false;
            }
            linkTicks += (double) links * ticks;
            lonelyTicks += (double) lonelyNodes * ticks;
            wholeTicks += whole ? ticks : 0;
        }

        private void change(int low, int high, boolean up) {
            links += up ? 1 : -1;
            contacts += up ? 1 : 0;
            // A link more does not part a mesh, and a link less does not join one.
            uncertain |= up != whole;
            changeAt(low, high, up);
            changeAt(high, low, up);
        }

        private void changeAt(int node, int peer, boolean up) {
            IntOpenHashSet peers = neighbours.get(node);
            if (up) {
                lonelyNodes -= peers.isEmpty() ? 1 : 0;
                peers.add(peer);
            } else {
                peers.remove(peer);
                lonelyNodes += peers.isEmpty() ? 1 : 0;
            }
        }

        private boolean isWhole() {
            if (lonelyNodes > 0) {
                return neighbours.size() == 1;
            }
            Arrays.fill(seen, false);
            int size = 1;
            reached[0] = 0;
            seen[0] = true;
            for (int at = 0; at < size; at++) {
                for (IntIterator peers = neighbours.get(reached[at]).iterator(); peers.hasNext(); ) {
                    int peer = peers.nextInt();
                    if (!seen[peer]) {
                        seen[peer] = true;
                        reached[size++] = peer;
                    }
                }
            }
            return size == reached.length;
        }
    }
}
