package io.meshlock.simulator.hunt;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One safeguard of the prioritized algorithm less; see {@code src/test/resources/mutants.txt}.
 *
 * @param name what the mutant does
 * @param killer what notices
 * @param seed of the first schedule, for hunts
 * @param file which source is changed
 * @param removes the safeguard that is gone
 * @param text what is replaced; it must be there exactly once
 * @param replacement by what
 */
record Mutant(String name, Killer killer, long seed, String file, String removes, String text, String replacement) {

    /** What notices that something is wrong. */
    enum Killer {
        /** Hunts: random schedules from a seed on. */
        ANCHORED_LOSSY,
        ANCHORED_RELIABLE,
        MOVING_LOSSY,
        MOVING_RELIABLE,
        /** Hunts in which operators change the pool's size and nodes leave. */
        OPERATED_LOSSY,
        OPERATED_RELIABLE,
        /** {@link Probes}: what hunts do not judge. */
        CALM,
        ORDER,
        LATE_CLOCK,
        GROWS_OLD,
        ALONE,
        OVERTAKING,
        CUT_OFF,
        EFFORT,
        CHECKED,
        EXPLORED,
        /** {@link DirectedProbes}: what hunts seldom need. */
        AWAY,
        COPIES,
        IN_DOUBT,
        REPAIR,
        SERVED_SINCE,
        SHORTCUT,
        TRAIL,
        /** {@link OperatedProbes}: the same about operators. */
        TOO_LARGE,
        BEHIND,
        NEWS,
        LAST_WORD,
        OPERATED_EFFORT
    }

    static List<Mutant> all() {
        return blocks("mutants.txt").stream().map(Mutant::parse).toList();
    }

    /** The blocks of a table of mutants, line by line. */
    static List<List<String>> blocks(String file) {
        List<List<String>> all = new ArrayList<>();
        try {
            String text = Files.readString(Path.of("src", "test", "resources", file));
            for (String block : text.split("\\n\\n", -1)) {
                if (!block.isBlank() && !block.startsWith("#")) {
                    all.add(block.lines().toList());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    private static Mutant parse(List<String> lines) {
        String[] killer = lines(lines, "killer ").split(" ", 2);
        return new Mutant(
                lines.get(0),
                Killer.valueOf(killer[0]),
                killer.length > 1 ? Long.parseLong(killer[1]) : 0,
                lines(lines, "file "),
                lines(lines, "removes "),
                lines(lines, "-"),
                lines(lines, "+"));
    }

    /** The rest of the lines that begin like this. */
    static String lines(List<String> lines, String beginning) {
        return lines.stream()
                .skip(1)
                .filter(line -> line.startsWith(beginning))
                .map(line -> line.substring(beginning.length()))
                .collect(Collectors.joining("\n"));
    }

    @Override
    public String toString() {
        return name;
    }
}
