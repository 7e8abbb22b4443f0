package io.meshlock.simulator.hunt;

import io.meshlock.protocol.Message;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Counts of events in some schedules. Tallies can be added. */
@SuppressWarnings("EnumOrdinal") // counting happens at every event: an array, not a map
public final class Tally {

    /** The events that are counted. */
    public enum Event {
        SCHEDULES,
        /** Every call of a protocol. */
        INPUTS,
        REQUESTS,
        DECISIONS,
        GRANTS,
        RELEASES,
        /** Parts of grants that were given back. */
        PARTS,
        CANCELS,
        DELIVERIES,
        LOSSES,
        CUTS,
        FORMS,
        PARTITIONS,
        /** Messages that arrived twice. */
        COPIES,
        /** Messages that overtook another. */
        OVERTAKINGS,
        TIMERS,
        LEAVES,
        /** Nodes that could not be reached for a while. */
        ABSENCES,
        REBOOTS,
        CRASHES,
        /** Restarts after a crash, with the disk. */
        RESTARTS,
        /** Restarts after a crash in which the disk was lost. */
        LOST_DISKS,
        /** Restarts with a disk that was put back to an earlier state, unless another was lost since. */
        RESTORED_DISKS,
        PAUSES,
        /** Starts of a second process with the number of a node. */
        TWINS,
        /** Messages that a liar made up. */
        LIES,
        /** Tokens that were reconstructed. */
        RECOVERIES,
        /** Grants that their clients lost. */
        LOST_GRANTS,
        /** Schedules whose settings are outside of what the service bound requires: only safety is judged. */
        UNJUDGED_SERVICE,
        /** Those of them in which a request was not served in time. */
        UNSERVED,
        /** Schedules in which a majority of the voters lost its disks, and a request was not served. */
        FORGOTTEN_VOTERS,
        /** Schedules in which a node that believed a liar is many rounds ahead, and a request was not served. */
        FAR_AHEAD,
        /** Crashes of the token holder after which the next grant must come within the documented bound. */
        BOUNDED_OUTAGES,
        /** Those of them after which the grant came later. */
        LATE_GRANTS,
        /** Changes of the pool's size. */
        RESIZES,
        /** Requests that became too large for the pool while they waited. */
        REJECTIONS,
        /** Nodes that were told that they may leave. */
        FAREWELLS,
        /** Requests that were registered again under another key. */
        RENAMED,
        /** Decisions whose permits came back without having been held. */
        BOUNCED_GRANTS,
        /** Tokens that their receiver did not accept. */
        REFUSED_TOKENS;

        /** As in reports: {@code refused tokens}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    private static final Event[] EVENTS = Event.values();
    private static final Pattern NO_LETTERS = Pattern.compile("[^A-Za-z]+");
    private static final Pattern LONE_LETTER = Pattern.compile("\\b[a-z]\\b ?");

    private final long[] counts = new long[EVENTS.length];
    private final SortedMap<String, Long> delivered = new TreeMap<>();
    private final SortedMap<String, Long> lost = new TreeMap<>();
    private final SortedMap<String, Long> shapes = new TreeMap<>();
    private long longestHealing;

    /** Parts of the time unit in which outages are counted. */
    static final int RESUMED_PARTS = 10;

    /** Outages by length, in parts of the time unit, rounded up. */
    private final SortedMap<Integer, Long> resumed = new TreeMap<>();

    // There are few types: comparing references is faster than any map.
    private String[] types = new String[32];
    private long[] deliveredByType = new long[32];
    private int knownTypes;

    void count(Event event) {
        counts[event.ordinal()]++;
    }

    void add(Event event, long more) {
        counts[event.ordinal()] += more;
    }

    void delivered(Message message) {
        counts[Event.DELIVERIES.ordinal()]++;
        String type = message.type();
        for (int i = 0; i < knownTypes; i++) {
            if (types[i].equals(type)) {
                deliveredByType[i]++;
                return;
            }
        }
        if (knownTypes == types.length) {
            throw new IllegalStateException("more types of messages than any algorithm has");
        }
        types[knownTypes] = type;
        deliveredByType[knownTypes++] = 1;
    }

    void lost(Message message) {
        counts[Event.LOSSES.ordinal()]++;
        lost.merge(message.type(), 1L, Long::sum);
    }

    /**
     * Counts a message by its words without its numbers, as {@code INQUIRY hop to REFUSED}: this distinguishes variants
     * of one type. It is slow, so only some schedules are sampled.
     */
    void shape(Message message) {
        String words = NO_LETTERS.matcher(message.toString()).replaceAll(" ");
        shapes.merge(LONE_LETTER.matcher(words).replaceAll("").strip(), 1L, Long::sum);
    }

    void healedAfter(long steps) {
        longestHealing = Math.max(longestHealing, steps);
    }

    /** An outage lasted this many parts of an election timeout plus a ledger lease. */
    void resumedAfter(int parts) {
        resumed.merge(parts, 1L, Long::sum);
    }

    /**
     * How long crashes of the token holder interrupted service: counts by length, in tenths of an election timeout plus
     * a ledger lease, rounded up. Empty for pools without recovery.
     */
    public SortedMap<Integer, Long> resumed() {
        return Collections.unmodifiableSortedMap(resumed);
    }

    /** Adds another tally to this one. */
    public void merge(Tally other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        other.delivered().forEach((type, count) -> delivered.merge(type, count, Long::sum));
        other.lost.forEach((type, count) -> lost.merge(type, count, Long::sum));
        other.shapes.forEach((shape, count) -> shapes.merge(shape, count, Long::sum));
        other.resumed.forEach((parts, count) -> resumed.merge(parts, count, Long::sum));
        longestHealing = Math.max(longestHealing, other.longestHealing);
    }

    public long of(Event event) {
        return counts[event.ordinal()];
    }

    /** Messages delivered, by type. */
    public SortedMap<String, Long> delivered() {
        SortedMap<String, Long> all = new TreeMap<>(delivered);
        for (int i = 0; i < knownTypes; i++) {
            all.merge(types[i], deliveredByType[i], Long::sum);
        }
        return all;
    }

    /** Messages lost with their link, by type. */
    public SortedMap<String, Long> lost() {
        return Collections.unmodifiableSortedMap(lost);
    }

    /** Messages delivered, by their words, in one schedule of {@value Schedule#SAMPLED}. */
    public SortedMap<String, Long> shapes() {
        return Collections.unmodifiableSortedMap(shapes);
    }

    /** The most deliveries and releases that a healed mesh took to serve everybody and fall silent. */
    public long longestHealing() {
        return longestHealing;
    }

    /** Reads one line of {@link #lines}. */
    public void read(String line) {
        String[] words = line.split(" ", 3);
        if (words.length < 3) {
            throw new IllegalArgumentException("expected three words");
        }
        long count = Long.parseLong(words[1]);
        switch (words[0]) {
            case "count" -> add(Event.valueOf(words[2]), count);
            case "delivered" -> delivered.merge(words[2], count, Long::sum);
            case "lost" -> lost.merge(words[2], count, Long::sum);
            case "words" -> shapes.merge(words[2], count, Long::sum);
            case "resumed" -> resumed.merge(Integer.parseInt(words[2]), count, Long::sum);
            case "longest" -> healedAfter(count);
            default -> throw new IllegalArgumentException("unknown word '" + words[0] + "'");
        }
    }

    /** Everything as lines of text, for {@link #read}. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Event event : EVENTS) {
            lines.add("count " + of(event) + " " + event.name());
        }
        delivered().forEach((type, count) -> lines.add("delivered " + count + " " + type));
        lost.forEach((type, count) -> lines.add("lost " + count + " " + type));
        shapes.forEach((shape, count) -> lines.add("words " + count + " " + shape));
        resumed.forEach((parts, count) -> lines.add("resumed " + count + " " + parts));
        lines.add("longest " + longestHealing + " healing");
        return lines;
    }
}
