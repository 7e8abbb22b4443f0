package io.meshlock.cli.node;

import io.meshlock.cli.terminal.Words;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * How far a change of a pool's size has come, as one node knows it.
 *
 * @param asked the size that the operator asked for
 * @param pool the node's document about the pool
 * @param out permits that are out, as far as nodes have reported
 */
record PoolResizing(int asked, JsonNode pool, int out) {

    /** @param map the mesh as the node knows it */
    static PoolResizing of(int asked, JsonNode pool, JsonNode map) {
        int out = pool.get("heldHere").asInt();
        for (JsonNode node : map.get("nodes")) {
            boolean another = node.get("hops").asInt() != 0; // the map of the node itself may be a second old
            for (JsonNode report : node.get("pools")) {
                if (another
                        && report.get("name").asString().equals(pool.get("name").asString())) {
                    out += report.get("held").asInt();
                }
            }
        }
        return new PoolResizing(asked, pool, out);
    }

    private int permits() {
        return pool.get("permits").asInt();
    }

    private boolean isUnderWay() {
        return pool.has("wantedPermits");
    }

    boolean isInForce() {
        return !isUnderWay() && permits() == asked;
    }

    /** Another operator's change came later. */
    boolean isOverruled() {
        return isUnderWay() ? pool.get("wantedPermits").asInt() != asked : permits() != asked;
    }

    /** How many permits too many are out. */
    int surplus() {
        return Math.max(0, out - permits());
    }

    Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("pool", pool.get("name").asString());
        document.put("permits", permits());
        document.put("wantedPermits", isUnderWay() ? pool.get("wantedPermits").asInt() : permits());
        document.put("inForce", isInForce());
        document.put("out", out);
        document.put("surplus", surplus());
        return document;
    }

    /** For people. */
    String text() {
        String name = "pool '" + pool.get("name").asString() + "' ";
        if (isOverruled()) {
            int wanted = isUnderWay() ? pool.get("wantedPermits").asInt() : permits();
            return name + "is not to have " + count(asked) + ": a later change says " + wanted;
        }
        if (!isInForce()) {
            return name + "has " + count(permits()) + " until a majority of its voters has heard of " + asked + "; "
                    + missing() + "; it goes on without this command";
        }
        String has = name + "has " + count(asked);
        return surplus() == 0
                ? has
                : has + "; " + out + " are still out, " + surplus() + " too many, which retire as they come back";
    }

    private String missing() {
        JsonNode status = pool.path("status");
        int voters = status.path("voters").size();
        return voters == 0
                ? "this node has not heard of any voter yet"
                : "of " + voters + " voters, " + status.path("heard").asInt() + " were heard of here lately";
    }

    private static String count(int permits) {
        return Words.count(permits, "permit");
    }
}
