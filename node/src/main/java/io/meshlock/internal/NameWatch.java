package io.meshlock.internal;

import io.meshlock.spi.Peer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the log say that nodes in reach have one name. Nodes are told apart by their numbers, and nothing breaks; but
 * people could not tell them apart. With keys this cannot be: the authority issues a name once.
 */
final class NameWatch {

    private static final Logger LOG = LoggerFactory.getLogger(NameWatch.class);

    /** Of one look: whoever does without keys may call thousands of nodes the same. */
    private static final int MOST_LINES = 10;

    private final Peer self;
    private Set<String> told = Set.of();

    NameWatch(Peer self) {
        this.self = self;
    }

    /**
     * Looks at the names of the nodes in reach, by number. Called by one thread.
     *
     * @return the lines that were logged
     */
    List<String> look(Map<Integer, String> names) {
        Map<Integer, String> all = new TreeMap<>(names);
        all.put(self.number(), self.name());
        Map<String, List<Integer>> numbers = new TreeMap<>();
        all.forEach((number, name) ->
                numbers.computeIfAbsent(name, any -> new ArrayList<>()).add(number));
        numbers.values().removeIf(same -> same.size() == 1);
        Set<String> lines = new HashSet<>();
        List<String> fresh = new ArrayList<>();
        numbers.forEach((name, same) -> {
            String line =
                    "node " + self + ": nodes " + and(same) + " are called '" + name + "'; give each a name of its own";
            lines.add(line);
            if (!told.contains(line) && fresh.size() < MOST_LINES) {
                fresh.add(line);
                LOG.warn("{}", line);
            }
        });
        told = lines;
        return fresh;
    }

    private static String and(List<Integer> numbers) {
        String last = String.valueOf(numbers.get(numbers.size() - 1));
        return numbers.subList(0, numbers.size() - 1).stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining(", ")) + " and " + last;
    }
}
