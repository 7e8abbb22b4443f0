package io.meshlock.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByPriorityTest {

    @Test
    void tellsSixtyFourPrioritiesApart() {
        assertThat(ranges(upTo(64))).hasSize(64).startsWith("0..0 x1").endsWith("63..63 x1");
    }

    @Test
    void theSixtyFifthMakesRangesOfTwo() {
        assertThat(ranges(upTo(65))).hasSize(33).startsWith("0..1 x2").endsWith("64..65 x1");
    }

    @Test
    void theOrderOfAppearanceDoesNotShow() {
        List<Integer> priorities = new ArrayList<>(upTo(1000));
        priorities.add(Integer.MIN_VALUE);
        priorities.add(Integer.MAX_VALUE);
        List<String> ascending = ranges(priorities);
        Collections.shuffle(priorities, new Random(3));
        assertThat(ranges(priorities)).isEqualTo(ascending);
    }

    @Test
    void theWholeRangeOfPrioritiesFits() {
        List<Integer> priorities = new ArrayList<>();
        for (long p = Integer.MIN_VALUE; p <= Integer.MAX_VALUE; p += 1 << 20) {
            priorities.add((int) p);
        }
        assertThat(ranges(priorities))
                .hasSize(64)
                .startsWith("-2147483648..-2080374785 x64")
                .endsWith("2080374784..2147483647 x64");
    }

    private static List<Integer> upTo(int end) {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < end; i++) {
            all.add(i);
        }
        return all;
    }

    private static List<String> ranges(List<Integer> priorities) {
        ByPriority<int[]> counts = new ByPriority<>(() -> new int[1], (a, b) -> a[0] += b[0]);
        for (int priority : priorities) {
            counts.at(priority)[0]++;
        }
        List<String> lines = new ArrayList<>();
        counts.forEach((from, to, count) -> lines.add(from + ".." + to + " x" + count[0]));
        return lines;
    }
}
