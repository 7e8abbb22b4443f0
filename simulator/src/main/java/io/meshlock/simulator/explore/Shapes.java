package io.meshlock.simulator.explore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The shapes of the classes seen so far. */
final class Shapes {

    // Looked up only, never iterated over.
    private final Map<Class<?>, Shape> shapes = new HashMap<>();
    private final Map<Class<?>, Integer> numbers = new HashMap<>();
    private final List<Class<?>> types = new ArrayList<>();

    boolean isKnown(Class<?> type) {
        return shapes.containsKey(type);
    }

    Class<?> type(int number) {
        return types.get(number);
    }

    /** The shape of a class; {@code where} says for error messages where it was seen. */
    Shape of(Class<?> type, String where) {
        Shape known = shapes.get(type);
        if (known != null) {
            return known;
        }
        if (type.isHidden() || type.isSynthetic()) {
            throw refusal(where, "holds a function");
        }
        if (type.getName().startsWith("java")) {
            throw refusal(where, "holds a " + type.getName());
        }
        Shape shape = new Shape(number(type), type);
        shapes.put(type, shape);
        return shape;
    }

    /** The number of a class, in order of appearance. */
    int number(Class<?> type) {
        Integer known = numbers.get(type);
        if (known != null) {
            return known;
        }
        types.add(type);
        numbers.put(type, types.size() - 1);
        return types.size() - 1;
    }

    static IllegalArgumentException refusal(String where, String what) {
        return new IllegalArgumentException(where + " " + what + "; exploration cannot copy that");
    }
}
