package io.meshlock.testbed.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Judges what processes wrote down, by the clock that they share. A grant that was valid at two moments was valid in
 * between. So of two grants of a slot the later one must begin after the last moment of the earlier one, and have the
 * larger number.
 */
final class Witness {

    /** What is known of one grant. */
    record Sworn(long number, int node, List<Integer> slots, long from, long until) {

        /** The epoch's round, which stands in the upper bits of a number. */
        long round() {
            return number >>> 38;
        }
    }

    private final Path file;
    private final Map<Long, Sworn> grants = new HashMap<>();
    private final List<Sworn> heard = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private long losses;
    private long read;

    Witness(Path file) {
        this.file = file;
    }

    /** Reads what was added since the last time. */
    void catchUp() throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(Math.min(1 << 24, channel.size() - read)));
            channel.position(read);
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {}
            String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
            int end = text.lastIndexOf('\n') + 1;
            text.substring(0, end).lines().forEach(line -> hear(line.split(" ", -1)));
            read += end;
        }
    }

    /** The first matching grant that begins after that moment; null if there is none yet. */
    @Nullable
    Sworn firstAfter(long moment, Predicate<Sworn> wanted) {
        return heard.stream()
                .filter(grant -> grant.from() > moment && wanted.test(grant))
                .min(Comparator.comparingLong(Sworn::from))
                .orElse(null);
    }

    private void hear(String[] word) {
        long time = Long.parseLong(word[1]);
        long number = Long.parseLong(word[3]);
        Sworn known = grants.get(number);
        switch (word[0]) {
            case "G" -> {
                if (known != null) {
                    complaints.add("grant " + number + " was given twice, by " + known + " and at node " + word[2]);
                }
                List<Integer> slots = Arrays.stream(word[4].split(",", -1))
                        .map(Integer::valueOf)
                        .toList();
                Sworn sworn = new Sworn(number, Integer.parseInt(word[2]), slots, time, time);
                grants.put(number, sworn);
                heard.add(sworn);
            }
            case "V" -> {
                if (known != null) {
                    grants.put(number, new Sworn(number, known.node(), known.slots(), known.from(), time));
                }
            }
            case "L" -> losses++;
            default -> complaints.add("an unknown line: " + String.join(" ", word));
        }
    }

    /** All grants, by the moment at which they were first seen. */
    List<Sworn> grants() {
        return grants.values().stream()
                .sorted(Comparator.comparingLong(Sworn::from))
                .toList();
    }

    /** Grants that ran out before they were given back. */
    long losses() {
        return losses;
    }

    /** What is wrong; empty if nothing is. */
    List<String> judge(int permits) {
        List<String> findings = new ArrayList<>(complaints);
        Map<Integer, Sworn> lastOfSlot = new HashMap<>();
        for (Sworn grant : grants()) {
            for (int slot : grant.slots()) {
                if (slot < 1 || slot > permits) {
                    findings.add("slot " + slot + " of " + grant + " is none");
                }
                Sworn before = lastOfSlot.put(slot, grant);
                if (before == null) {
                    continue;
                }
                if (before.until() >= grant.from()) {
                    findings.add("slot " + slot + " was held twice: " + before + " and " + grant);
                    lastOfSlot.put(slot, before.until() > grant.until() ? before : grant);
                }
                if (before.number() >= grant.number()) {
                    findings.add("the number of slot " + slot + " fell: " + before + " and then " + grant);
                }
            }
        }
        return findings;
    }
}
