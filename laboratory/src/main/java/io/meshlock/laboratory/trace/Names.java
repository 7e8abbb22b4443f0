package io.meshlock.laboratory.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The names that a trace has for its nodes, and the numbers that they get: in ascending order of the names, as numbers
 * if all are whole numbers, otherwise as texts. So nodes called 0 to n − 1 keep their numbers.
 */
final class Names {

    private static final int MOST = 10_000_000;
    private static final Pattern WHOLE = Pattern.compile("\\d{1,15}");

    private final Map<String, Integer> places = new HashMap<>();
    private final List<String> names = new ArrayList<>();

    /** The place of a name in the order of first appearance, or -1 if it never appeared. */
    int find(String name) {
        return places.getOrDefault(name, -1);
    }

    /** The same, for a name that may be new. */
    int place(String name, Lines lines) {
        int known = find(name);
        if (known >= 0) {
            return known;
        }
        if (names.size() == MOST) {
            throw lines.wrong("is the line of node number " + (MOST + 1), "at most " + MOST + " nodes");
        }
        return add(name);
    }

    int add(String name) {
        places.put(name, names.size());
        names.add(name);
        return names.size() - 1;
    }

    int size() {
        return names.size();
    }

    private boolean areNumbers() {
        return names.stream().allMatch(name -> WHOLE.matcher(name).matches());
    }

    /** True if a name is a whole number. */
    boolean hasNumber() {
        return names.stream().anyMatch(name -> WHOLE.matcher(name).matches());
    }

    /** The places of the names, in the order of the numbers that they get. */
    int[] order() {
        Comparator<Integer> asTexts = Comparator.comparing(names::get);
        Comparator<Integer> asNumbers = Comparator.comparingLong(place -> Long.parseLong(names.get(place)));
        return IntStream.range(0, names.size())
                .boxed()
                .sorted(areNumbers() ? asNumbers.thenComparing(asTexts) : asTexts)
                .mapToInt(place -> place)
                .toArray();
    }

    /** By number: the name. */
    List<String> ordered() {
        return IntStream.of(order()).mapToObj(names::get).toList();
    }

    /**
     * True if there are to be so many nodes that every name is the number of one, so that they can keep their numbers
     * and nodes that do not appear have numbers, too.
     */
    boolean areNumbersBelow(int nodes) {
        return areNumbers() && names.stream().allMatch(name -> Long.parseLong(name) < nodes && isPlain(name));
    }

    private static boolean isPlain(String name) {
        return name.equals(Long.toString(Long.parseLong(name)));
    }

    String name(int place) {
        return names.get(place);
    }
}
