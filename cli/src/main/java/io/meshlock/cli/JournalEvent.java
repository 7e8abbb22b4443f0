package io.meshlock.cli;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Grant;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Request;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.recovery.Epoch;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One line of a journal; see {@link io.meshlock.journal.JournalWriter} for its fields. */
final class JournalEvent {

    /** A message of which only the journal is left. */
    private record Recorded(
            String type,
            int bytes,
            int tokens,
            boolean toAll,
            @Nullable Keys registers,
            String text) implements Message {
        @Override
        public String toString() {
            return text;
        }
    }

    private final JsonNode line;

    JournalEvent(JsonNode line) {
        this.line = line;
    }

    String kind() {
        return text("e");
    }

    BigDecimal time() {
        return field("t").decimalValue();
    }

    boolean concerns(int node) {
        return has("n", node) || has("to", node);
    }

    boolean hasRequest(long request) {
        return has("r", request);
    }

    /** The key of a waiting request, as messages write it without its score: {@code 3#1x}. */
    @Nullable
    String keyName() {
        return line.has("key") ? name(key(field("key"))) : null;
    }

    /** True if the event is about this key. */
    boolean mentions(String keyName) {
        return keyName.equals(keyName()) || (line.has("text") && text("text").contains(keyName));
    }

    private static String name(Key key) {
        return key.node() + "#" + (int) key.request() + "x";
    }

    // ---- in words ----

    /** The event in plain words; empty for what is of no interest to people. */
    String words() {
        return switch (kind()) {
            case "stepped" -> "";
            case "requested" ->
                text("n") + " wants " + permits() + ": request " + text("r") + " of priority " + text("p")
                        + (line.has("d") ? " by " + text("d") : "");
            case "waiting" -> "request " + text("r") + " waits as " + key(field("key"));
            case "rejected" ->
                "request " + text("r") + " is rejected: "
                        + Rejection.valueOf(text("why")).reason();
            case "cancelled" -> "request " + text("r") + " is cancelled";
            case "withdrawn" -> "request " + text("r") + " is withdrawn";
            case "decided" -> text("n") + " decides: grant " + text("g") + " for " + key(field("key"));
            case "granted" ->
                "request " + text("r") + " enters: " + text("n") + " holds " + permits() + " (grant " + text("g")
                        + (line.has("slots") ? ", slots " + slots() : "") + ")";
            case "released" -> "request " + text("r") + " leaves: " + text("n") + " gives back " + permits();
            case "tokens" -> integer("held") > 0 ? "token at " + text("n") : "token leaves " + text("n");
            case "resized" ->
                text("n") + " takes the pool to have " + text("k") + (integer("k") == 1 ? " permit" : " permits")
                        + " (version " + text("version") + " by " + text("by") + ")";
            case "dispensable" -> text("n") + " may leave";
            case "sent" -> text("n") + " -> " + text("to") + " " + text("text");
            case "delivered" -> text("to") + " receives " + text("text") + " from " + text("n");
            case "hopped" -> text("n") + " forwards " + text("text") + " to " + text("to");
            case "routed" -> ""; // told for the count; what routes a table holds is a story of its own
            case "lost" -> "lost: " + text("n") + " -> " + text("to") + " " + text("text");
            case "linkUp" -> "link " + text("n") + "-" + text("to") + " is up";
            case "linkDown" -> "link " + text("n") + "-" + text("to") + " is down";
            case "leased" -> "grant " + text("g") + " lasts until " + text("until") + " at " + text("n");
            case "grantLost" -> "request " + text("r") + " loses grant " + text("g") + " at " + text("n");
            case "crashed" -> text("n") + " crashes";
            case "restarted" -> text("n") + " starts again, life " + text("life");
            case "paused" -> text("n") + " stands still";
            case "resumed" -> text("n") + " goes on";
            case "recovered" ->
                text("n") + " makes the token of epoch " + text("round") + "/" + text("maker") + ": " + text("how");
            case "healed" -> "no more requests and faults: from here on everybody must be served";
            case "ended" -> "the end";
            default -> throw new IllegalArgumentException("unknown event '" + kind() + "'");
        };
    }

    private String permits() {
        return text("h") + (integer("h") == 1 ? " permit" : " permits");
    }

    // ---- as a call ----

    /** Tells a journal what it would have been told then. */
    void tell(Journal journal) {
        long t = ticks("t");
        switch (kind()) {
            case "stepped" -> journal.stepped(t, integer("n"));
            case "requested" ->
                journal.requested(
                        t,
                        integer("n"),
                        new Request(
                                number("r"),
                                integer("h"),
                                integer("p"),
                                line.has("d") ? ticks("d") : Request.NO_DEADLINE));
            case "waiting" -> journal.waiting(t, integer("n"), number("r"), key(field("key")));
            case "rejected" -> journal.rejected(t, integer("n"), number("r"), Rejection.valueOf(text("why")));
            case "cancelled" -> journal.cancelled(t, integer("n"), number("r"));
            case "withdrawn" -> journal.withdrawn(t, integer("n"), number("r"));
            case "decided" -> journal.decided(t, integer("n"), number("g"), key(field("key")));
            case "granted" -> journal.granted(t, integer("n"), grant());
            case "released" -> journal.released(t, integer("n"), grant());
            case "tokens" -> journal.tokens(t, integer("n"), integer("held"));
            case "resized" ->
                journal.resized(t, integer("n"), new PoolSize(integer("k"), number("version"), integer("by")));
            case "dispensable" -> journal.dispensable(t, integer("n"));
            case "sent" -> journal.sent(t, integer("n"), integer("to"), message());
            case "delivered" -> journal.delivered(t, integer("n"), integer("to"), message());
            case "hopped" -> journal.hopped(t, integer("n"), integer("to"), message());
            case "routed" -> journal.routed(t, integer("n"), integer("to"), message());
            case "lost" -> journal.lost(t, integer("n"), integer("to"), message());
            case "linkUp" -> journal.linkUp(t, integer("n"), integer("to"));
            case "linkDown" -> journal.linkDown(t, integer("n"), integer("to"));
            case "leased" -> journal.leased(t, integer("n"), number("g"), ticks("until"));
            case "grantLost" -> journal.grantLost(t, integer("n"), grant());
            case "crashed" -> journal.crashed(t, integer("n"));
            case "restarted" -> journal.restarted(t, integer("n"), number("life"));
            case "paused" -> journal.paused(t, integer("n"));
            case "resumed" -> journal.resumed(t, integer("n"));
            case "recovered" ->
                journal.recovered(t, integer("n"), new Epoch(integer("round"), integer("maker")), text("how"));
            case "healed" -> journal.healed(t);
            case "ended" -> journal.ended(t);
            default -> throw new IllegalArgumentException("unknown event '" + kind() + "'");
        }
    }

    /** Tells a journal that this message, which was sent, has got lost. */
    void tellLost(Journal journal) {
        journal.lost(ticks("t"), integer("n"), integer("to"), message());
    }

    private Grant grant() {
        return new Grant(number("g"), number("r"), integer("h"), line.has("slots") ? slots() : Slots.NONE);
    }

    private Slots slots() {
        JsonNode list = field("slots");
        int[] slots = new int[list.size()];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = list.get(i).asInt();
        }
        return Slots.of(slots);
    }

    private Message message() {
        return new Recorded(
                text("m"),
                integer("bytes"),
                line.has("tokens") ? integer("tokens") : 0,
                line.has("all"),
                line.has("keys") ? keys() : null,
                text("text"));
    }

    private Keys keys() {
        List<Key> keys = new ArrayList<>();
        for (JsonNode each : field("keys")) {
            keys.add(key(each));
        }
        return Keys.ofSorted(keys.toArray(Key[]::new));
    }

    private static Key key(JsonNode list) {
        if (list.size() != 4) {
            throw new IllegalArgumentException("a key has four numbers");
        }
        return new Key(
                list.get(0).asLong(),
                list.get(1).asLong(),
                list.get(2).asLong(),
                list.get(3).asInt());
    }

    // ---- fields ----

    private JsonNode field(String name) {
        JsonNode value = line.get(name);
        if (value == null) {
            throw new IllegalArgumentException("field '" + name + "' is missing");
        }
        return value;
    }

    private boolean has(String name, long number) {
        JsonNode value = line.get(name);
        return value != null && value.isNumber() && value.asLong() == number;
    }

    private String text(String name) {
        return field(name).asString();
    }

    private long number(String name) {
        return field(name).asLong();
    }

    private int integer(String name) {
        return field(name).asInt();
    }

    private long ticks(String name) {
        BigDecimal units = field(name).decimalValue();
        return units.multiply(new BigDecimal(BigInteger.valueOf(Ticks.PER_UNIT)))
                .longValueExact();
    }
}
