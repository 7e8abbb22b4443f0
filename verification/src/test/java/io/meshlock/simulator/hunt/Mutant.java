package io.meshlock.simulator.hunt;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An algorithm with one safeguard less; see {@code src/test/resources/mutants*.txt}.
 *
 * @param <K> the killers of the algorithm
 * @param name what the mutant does
 * @param killer the test that notices
 * @param seed the first schedule, for hunts
 * @param file the source file that is changed
 * @param removes the safeguard that is removed
 * @param text the text to replace; it must be there exactly once
 * @param replacement the new text
 */
record Mutant<K extends Enum<K>>(
        String name, K killer, long seed, String file, String removes, String text, String replacement) {

    /** All mutants of a table in the tests' resources, whose killers are the constants of an enum. */
    static <K extends Enum<K>> List<Mutant<K>> all(String table, Class<K> killers) {
        List<Mutant<K>> all = new ArrayList<>();
        try {
            String text = Files.readString(Path.of("src", "test", "resources", table));
            for (String block : text.split("\\n\\n", -1)) {
                if (!block.isBlank() && !block.startsWith("#")) {
                    all.add(parse(block.lines().toList(), killers));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    private static <K extends Enum<K>> Mutant<K> parse(List<String> lines, Class<K> killers) {
        String[] killer = rest(lines, "killer ").split(" ", 2);
        return new Mutant<>(
                lines.get(0),
                Enum.valueOf(killers, killer[0]),
                killer.length > 1 ? Long.parseLong(killer[1]) : 1,
                rest(lines, "file "),
                rest(lines, "removes "),
                rest(lines, "-"),
                rest(lines, "+"));
    }

    /** The rest of the lines that begin like this. */
    private static String rest(List<String> lines, String beginning) {
        return lines.stream()
                .skip(1)
                .filter(line -> line.startsWith(beginning))
                .map(line -> line.substring(beginning.length()))
                .collect(Collectors.joining("\n"));
    }

    /** The failure of the first failing schedule among {@code schedules} from a seed on; null if none fails. */
    static @Nullable String hunt(HuntSettings settings, long seed, int schedules) {
        for (long each = seed; each < seed + schedules; each++) {
            Failure failure = new Schedule(settings, each, new Tally()).run();
            if (failure != null) {
                return failure.toString();
            }
        }
        return null;
    }

    /** What a killer reports, or the invariant that broke before it could. */
    static @Nullable String noticed(Supplier<@Nullable String> judge) {
        try {
            return judge.get();
        } catch (IllegalStateException broken) {
            String message = broken.getMessage();
            if (message == null || !message.startsWith("invariant broken")) {
                throw broken;
            }
            return message;
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
