package io.meshlock.simulator.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Taking objects apart and putting them together again. */
@SuppressWarnings("UnusedVariable") // fields are read by reflection
class StateGraphTest {

    private enum Mood {
        CALM,
        STORMY
    }

    private static final class Leaf {
        int number;

        Leaf(int number) {
            this.number = number;
        }
    }

    private record Pair(long a, String b) {}

    private record Holder(Leaf leaf) {}

    /** Has a field of every kind. */
    private static final class Tree {
        final Leaf[] leaves = {new Leaf(1), new Leaf(2)};
        final List<Object> list = new ArrayList<>(List.of(7L, "x"));
        final TreeMap<Integer, Leaf> map = new TreeMap<>();
        final ArrayDeque<Pair> deque = new ArrayDeque<>(List.of(new Pair(3, "y")));
        List<Pair> fixed = List.of();
        Keys keys = Keys.EMPTY;
        Mood mood = Mood.CALM;
        boolean flag;
        long[] longs = {1, -2, Long.MIN_VALUE};
        char letter = 'q';
        double real = 0.5;

        @Nullable
        Leaf favourite;

        @Nullable
        Object anything;
    }

    /** All fields are final, so it is taken for a value, but it can change. */
    private static final class Impostor {
        final int[] numbers = {1};
    }

    private final StateGraph graph = new StateGraph();

    private byte[] encode(Object object) {
        ByteSink sink = graph.encode(object);
        return Arrays.copyOf(sink.bytes(), sink.size());
    }

    private Tree copy(Tree tree) {
        return (Tree) graph.decode(encode(tree));
    }

    @Test
    void aCopyIsEqualAndIndependent() {
        Tree tree = new Tree();
        tree.map.put(5, new Leaf(9));
        tree.keys = Keys.ofSorted(new Key(1, 2, 3, 4));
        byte[] before = encode(tree);
        Tree copy = copy(tree);
        assertThat(encode(copy)).isEqualTo(before);
        assertThat(copy.longs).containsExactly(1, -2, Long.MIN_VALUE);
        assertThat(copy.real).isEqualTo(0.5);
        assertThat(copy.letter).isEqualTo('q');
        assertThat(copy.keys).isSameAs(tree.keys);
        copy.leaves[0].number = 8;
        copy.list.clear();
        copy.map.clear();
        copy.deque.clear();
        copy.longs[0] = 4;
        assertThat(encode(tree)).isEqualTo(before);
        assertThat(encode(copy)).isNotEqualTo(before);
    }

    @Test
    void everyFieldCounts() {
        byte[] before = encode(new Tree());
        Tree other = new Tree();
        other.mood = Mood.STORMY;
        assertThat(encode(other)).isNotEqualTo(before);
        other = new Tree();
        other.flag = true;
        assertThat(encode(other)).isNotEqualTo(before);
        other = new Tree();
        other.fixed = List.of(new Pair(1, "z"));
        assertThat(encode(other)).isNotEqualTo(before);
        other = new Tree();
        other.longs = new long[] {1, -2};
        assertThat(encode(other)).isNotEqualTo(before);
        other = new Tree();
        other.leaves[1].number = 3;
        assertThat(encode(other)).isNotEqualTo(before);
        assertThat(encode(new Tree())).isEqualTo(before);
    }

    @Test
    void sharedObjectsStaySharedAndAreToldFromEqualOnes() {
        Tree shared = new Tree();
        shared.favourite = shared.leaves[1];
        Tree equal = new Tree();
        equal.favourite = new Leaf(2);
        assertThat(encode(shared)).isNotEqualTo(encode(equal));
        Tree copy = copy(shared);
        assertThat(copy.favourite).isSameAs(copy.leaves[1]).isNotSameAs(shared.leaves[1]);
        assertThat(copy(equal).favourite).isNotSameAs(equal.leaves[1]);
    }

    @Test
    void cyclesAreFine() {
        Tree tree = new Tree();
        tree.anything = tree;
        Tree copy = copy(tree);
        assertThat(copy.anything).isSameAs(copy);
    }

    @Test
    void aListThatCanChangeIsNotOneThatCannot() {
        Tree fixed = new Tree();
        fixed.anything = List.of();
        Tree changeable = new Tree();
        changeable.anything = new ArrayList<>();
        assertThat(encode(fixed)).isNotEqualTo(encode(changeable));
    }

    @Test
    void whatItDoesNotKnowItRefusesByName() {
        Tree tree = new Tree();
        tree.anything = (Runnable) () -> {};
        assertThatThrownBy(() -> encode(tree))
                .hasMessageContaining("Tree.anything")
                .hasMessageContaining("function");
        Map<Integer, Integer> unordered = new HashMap<>();
        tree.anything = unordered;
        assertThatThrownBy(() -> encode(tree))
                .hasMessageContaining("Tree.anything")
                .hasMessageContaining("HashMap");
        tree.anything = new Holder(new Leaf(1));
        assertThatThrownBy(() -> encode(tree))
                .hasMessageContaining("Tree.anything")
                .hasMessageContaining("record");
    }

    @Test
    void equalValuesHaveOneNumber() {
        int number = graph.number(new Pair(1, "a"));
        assertThat(graph.number(new Pair(1, "a"))).isEqualTo(number);
        assertThat(graph.number(new Pair(1, "b"))).isNotEqualTo(number);
        assertThat(graph.value(number)).isEqualTo(new Pair(1, "a"));
    }

    @Test
    void aValueThatChangesIsFound() {
        Tree tree = new Tree();
        Impostor impostor = new Impostor();
        tree.anything = impostor;
        encode(tree);
        graph.checkValues();
        impostor.numbers[0] = 2;
        assertThatThrownBy(graph::checkValues).hasMessageContaining("Impostor");
    }
}
