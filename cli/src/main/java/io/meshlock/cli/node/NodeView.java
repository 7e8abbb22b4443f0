package io.meshlock.cli.node;

import io.meshlock.cli.terminal.Table;
import io.meshlock.cli.terminal.Words;
import io.meshlock.daemon.client.DaemonClient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * A snapshot of a running node, from its HTTP API.
 *
 * @param node its identity and state
 * @param pools its pools
 * @param requests requests over HTTP that wait or hold permits
 */
record NodeView(JsonNode node, JsonNode pools, JsonNode requests) {

    static NodeView of(DaemonClient client) throws InterruptedException {
        return new NodeView(
                client.get("/api/v1/node"),
                client.get("/api/v1/pools").get("pools"),
                client.get("/api/v1/requests").get("requests"));
    }

    Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("node", node);
        document.put("pools", pools);
        document.put("requests", requests);
        return document;
    }

    /** For people. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("node " + text(node, "node") + ", number " + number(node, "number") + ", version "
                + text(node, "version") + ", up " + Words.time(number(node, "uptimeMillis"))
                + (node.get("draining").asBoolean() ? ", draining" : ""));
        List<String> neighbours = new ArrayList<>();
        node.get("neighbours").forEach(name -> neighbours.add(name.asString()));
        lines.add(neighbours.isEmpty() ? "no neighbours" : "neighbours: " + String.join(", ", neighbours));
        node.path("problems").forEach(problem -> lines.add("problem: " + problem.asString()));
        lines.add("");
        lines.addAll(poolLines(pools));
        pools.forEach(pool -> {
            if (isVoterThatDoesNotCount(pool.path("status"))) {
                lines.add("this node's vote in pool '" + text(pool, "name")
                        + "' counts again an election timeout after its"
                        + " start; wait for that before you stop another voter");
            }
        });
        if (!requests.isEmpty()) {
            lines.add("");
            lines.addAll(requestLines());
        }
        return lines;
    }

    private boolean isVoterThatDoesNotCount(JsonNode status) {
        boolean listed = false;
        for (JsonNode voter : status.path("voters")) {
            listed |= voter.asInt() == number(node, "number");
        }
        return listed && !status.path("votes").asBoolean();
    }

    static List<String> poolLines(JsonNode pools) {
        if (pools.isEmpty()) {
            return List.of("no pools");
        }
        Table table = new Table(
                        "pool",
                        "permits",
                        "held here",
                        "waiting here",
                        "grants",
                        "mean wait",
                        "epoch",
                        "policy",
                        "algorithm")
                .left(6)
                .left(7)
                .left(8);
        pools.forEach(pool -> {
            JsonNode counts = pool.get("counts");
            long grants = number(counts, "grants");
            table.row(
                    text(pool, "name"),
                    permits(pool),
                    "" + number(pool, "heldHere"),
                    "" + number(pool, "waitingHere"),
                    "" + grants,
                    grants == 0 ? "-" : Words.time(number(counts, "waitMillis") / grants),
                    pool.path("status").path("epoch").asString("-"),
                    text(pool, "policy"),
                    text(pool, "algorithm"));
        });
        List<String> lines = new ArrayList<>(table.lines());
        pools.forEach(pool -> {
            if (pool.has("problem")) {
                lines.add("problem: " + text(pool, "problem"));
            }
        });
        return lines;
    }

    /** How many there are; and how many an operator wants, while that is not in force. */
    private static String permits(JsonNode pool) {
        String wanted = pool.has("wantedPermits") ? " (" + number(pool, "wantedPermits") + " wanted)" : "";
        return number(pool, "permits") + wanted;
    }

    private List<String> requestLines() {
        Table table = new Table("request", "pool", "permits", "priority", "state", "waited", "fencing", "client")
                .left(1)
                .left(4)
                .left(7);
        requests.forEach(request -> table.row(
                text(request, "id").substring(0, 8),
                text(request, "pool"),
                "" + number(request, "permits"),
                "" + number(request, "priority"),
                text(request, "state"),
                Words.time(number(request, "waitedMillis")),
                request.has("fencingToken") ? "" + number(request, "fencingToken") : "-",
                request.path("client").asString("-")));
        return table.lines();
    }

    private static String text(JsonNode node, String key) {
        return node.get(key).asString();
    }

    private static long number(JsonNode node, String key) {
        return node.get(key).asLong();
    }
}
