package io.meshlock.simulator.explore;

import io.meshlock.protocol.Message;
import io.meshlock.protocol.Setup;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Turns graphs of objects into bytes and back. Equal bytes mean equal graphs: same classes, same contents, and the same
 * objects shared in the same places. Nothing is written per class, so no field can be forgotten.
 *
 * <p>Two kinds of objects are told apart. <em>Values</em> never change: numbers, texts, enums, messages, immutable
 * lists of values, and objects all of whose fields are final and hold values or arrays of them. They are numbered once
 * by content and shared. {@link #checkValues} detects if one changed after all. Everything else is copied: objects,
 * arrays, and the collections ArrayList, ArrayDeque and TreeMap. Other things, such as functions, are refused with an
 * error that names them.
 */
final class StateGraph {

    private static final int NULL = 0;
    private static final int VALUE = 1;
    private static final int AGAIN = 2;
    private static final int OBJECT = 3;
    private static final int ARRAY = 4;
    private static final int LIST = 5;
    private static final int DEQUE = 6;
    private static final int MAP = 7;

    private final Shapes shapes;

    private final Interner valueCodes = new Interner();
    private final List<Object> values = new ArrayList<>();
    /** The numbers of {@link #values} themselves: graphs that were decoded share them, so most need no second look. */
    private final Map<Object, Integer> numbers = new IdentityHashMap<>();

    private final ByteSink sink = new ByteSink();

    // One per level of values within values.
    private final List<ByteSink> sinks = new ArrayList<>();
    private int depth;

    // The mutable objects of the graph at hand, in order of appearance. Graphs are small: a scan beats a table.
    private final List<Object> seen = new ArrayList<>();

    StateGraph() {
        this(new Shapes());
    }

    private StateGraph(Shapes shapes) {
        this.shapes = shapes;
    }

    /** One without values, which knows the same classes: learning them takes time. */
    StateGraph fresh() {
        return new StateGraph(shapes);
    }

    /** Writes the graph below {@code root}. The sink is valid until the next call. */
    ByteSink encode(Object root) {
        seen.clear();
        sink.clear();
        put(root, sink, root.getClass().getSimpleName());
        return sink;
    }

    /** A graph equal to the one that was encoded, sharing only values with it. */
    Object decode(byte[] code) {
        seen.clear();
        Object root = get(new ByteSource(code));
        if (root == null) {
            throw new IllegalArgumentException("nothing encoded");
        }
        return root;
    }

    /** The number of a value; equal values have equal numbers. */
    int number(Object value) {
        Integer known = numbers.get(value);
        if (known != null) {
            return known;
        }
        if (!isValue(value)) {
            throw Shapes.refusal("a message or key of " + value.getClass().getName(), "can be changed");
        }
        return numberOf(value);
    }

    private int numberOf(Object value) {
        Integer known = numbers.get(value);
        return known == null ? numberByContent(value) : known;
    }

    private int numberByContent(Object value) {
        if (depth == sinks.size()) {
            sinks.add(new ByteSink());
        }
        ByteSink code = sinks.get(depth);
        code.clear();
        depth++;
        putContent(value, code);
        depth--;
        int id = valueCodes.intern(code);
        if (id == values.size()) {
            values.add(value);
            numbers.put(value, id);
        }
        return id;
    }

    Object value(int number) {
        return values.get(number);
    }

    /** Throws if a value has changed since it was numbered: then the results of the exploration are wrong. */
    void checkValues() {
        for (int id = 0; id < values.size(); id++) {
            if (numberByContent(values.get(id)) != id) {
                throw new IllegalStateException("a " + values.get(id).getClass().getName()
                        + " was changed although all its fields are final;"
                        + " exploration takes such objects for constant");
            }
        }
    }

    // ---- writing ----

    private void put(@Nullable Object object, ByteSink to, String where) {
        if (object == null) {
            to.put(NULL);
            return;
        }
        Integer number = numbers.get(object);
        if (number != null || isValue(object)) {
            to.put(VALUE);
            to.putNumber(number != null ? number : numberOf(object));
            return;
        }
        int known = indexOf(object);
        if (known >= 0) {
            to.put(AGAIN);
            to.putNumber(known);
            return;
        }
        seen.add(object);
        if (object instanceof ArrayList<?> list) {
            to.put(LIST);
            putAll(list, list.size(), to, where);
        } else if (object instanceof ArrayDeque<?> deque) {
            to.put(DEQUE);
            putAll(deque, deque.size(), to, where);
        } else if (object instanceof TreeMap<?, ?> map && map.comparator() == null) {
            to.put(MAP);
            putAll(map.keySet(), map.size(), to, where);
            map.values().forEach(each -> put(each, to, where));
        } else if (object.getClass().isArray()) {
            to.put(ARRAY);
            putArray(object, to, where);
        } else {
            to.put(OBJECT);
            putFields(object, to, where);
        }
    }

    private void putAll(Iterable<?> elements, int size, ByteSink to, String where) {
        to.putNumber(size);
        elements.forEach(each -> put(each, to, where));
    }

    private void putArray(Object array, ByteSink to, String where) {
        Class<?> component = array.getClass().getComponentType();
        to.putNumber(shapes.number(component));
        int length = Array.getLength(array);
        to.putNumber(length);
        for (int i = 0; i < length; i++) {
            Object element = Array.get(array, i);
            if (component.isPrimitive()) {
                to.putNumber(Primitives.bits(element));
            } else {
                put(element, to, where);
            }
        }
    }

    private void putFields(Object object, ByteSink to, String where) {
        Shape shape = shapes.of(object.getClass(), where);
        if (object instanceof Record) {
            throw Shapes.refusal(where, "is a record of things that change (" + shape.type.getName() + ")");
        }
        to.putNumber(shape.id);
        for (int i = 0; i < shape.fields.size(); i++) {
            Field field = shape.fields.get(i);
            Object content = Shape.read(field, object);
            if (content != null && field.getType().isPrimitive()) {
                to.putNumber(Primitives.bits(content));
            } else {
                put(content, to, shape.names.get(i));
            }
        }
    }

    /** The content of a value, which says nothing about identity. */
    private void putContent(Object value, ByteSink to) {
        to.putNumber(shapes.number(value.getClass()));
        if (value instanceof Setup setup) {
            // Within one exploration a node's setups differ by these alone.
            to.putNumber(setup.node());
            to.putNumber(setup.links().peers().length);
            to.putNumber(setup.incarnation());
            putValue(setup.durable(), to);
        } else if (value instanceof Enum<?> constant) {
            constant.name().chars().forEach(to::putNumber);
        } else if (value instanceof String text) {
            text.chars().forEach(to::putNumber);
        } else if (value instanceof Number || value instanceof Boolean || value instanceof Character) {
            to.putNumber(Primitives.bits(value));
        } else if (value instanceof List<?> list) {
            list.forEach(each -> putValue(each, to));
        } else {
            for (Field field : shapes.of(value.getClass(), value.getClass().getName()).fields) {
                putValueField(Shape.read(field, value), field.getType(), to);
            }
        }
    }

    private void putValueField(@Nullable Object content, Class<?> declared, ByteSink to) {
        if (content != null && declared.isPrimitive()) {
            to.putNumber(Primitives.bits(content));
        } else if (content != null && content.getClass().isArray()) {
            int length = Array.getLength(content);
            to.putNumber(length);
            for (int i = 0; i < length; i++) {
                putValueField(Array.get(content, i), content.getClass().getComponentType(), to);
            }
        } else {
            putValue(content, to);
        }
    }

    private void putValue(@Nullable Object value, ByteSink to) {
        to.putNumber(value == null ? -1 : numberOf(value));
    }

    // ---- reading ----

    private @Nullable Object get(ByteSource from) {
        return switch (from.get()) {
            case NULL -> null;
            case VALUE -> values.get(from.getInt());
            case AGAIN -> seen.get(from.getInt());
            case OBJECT -> getObject(from);
            case ARRAY -> getArray(from);
            case LIST -> getList(from);
            case DEQUE -> getDeque(from);
            case MAP -> getMap(from);
            default -> throw new IllegalStateException("not written by this class");
        };
    }

    private Object getObject(ByteSource from) {
        Class<?> type = shapes.type(from.getInt());
        Shape shape = shapes.of(type, type.getName());
        Object made = shape.allocate();
        seen.add(made);
        for (Field field : shape.fields) {
            Class<?> declared = field.getType();
            Shape.write(field, made, declared.isPrimitive() ? Primitives.boxed(declared, from.getNumber()) : get(from));
        }
        return made;
    }

    private Object getArray(ByteSource from) {
        Class<?> component = shapes.type(from.getInt());
        int length = from.getInt();
        Object made = Array.newInstance(component, length);
        seen.add(made);
        for (int i = 0; i < length; i++) {
            Array.set(made, i, component.isPrimitive() ? Primitives.boxed(component, from.getNumber()) : get(from));
        }
        return made;
    }

    private Object getList(ByteSource from) {
        int size = from.getInt();
        List<@Nullable Object> made = new ArrayList<>(size);
        seen.add(made);
        for (int i = 0; i < size; i++) {
            made.add(get(from));
        }
        return made;
    }

    private Object getDeque(ByteSource from) {
        int size = from.getInt();
        ArrayDeque<Object> made = new ArrayDeque<>(size);
        seen.add(made);
        for (int i = 0; i < size; i++) {
            Object element = get(from);
            if (element != null) {
                made.add(element);
            }
        }
        return made;
    }

    private Object getMap(ByteSource from) {
        int size = from.getInt();
        TreeMap<Object, @Nullable Object> made = new TreeMap<>();
        seen.add(made);
        List<Object> keys = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            Object key = get(from);
            if (key != null) {
                keys.add(key);
            }
        }
        for (Object key : keys) {
            made.put(key, get(from));
        }
        return made;
    }

    // ---- what is what ----

    private boolean isValue(Object object) {
        if (object instanceof Number
                || object instanceof String
                || object instanceof Boolean
                || object instanceof Character
                || object instanceof Enum<?>
                || object instanceof Message
                || object instanceof Setup) {
            return true;
        }
        Class<?> type = object.getClass();
        if (type.isArray()) {
            return false;
        }
        if (object instanceof List<?> list && type.getName().startsWith("java.util.ImmutableCollections")) {
            for (int i = 0; i < list.size(); i++) {
                if (!isValue(list.get(i))) {
                    return false;
                }
            }
            return true;
        }
        if (!shapes.isKnown(type) && (type.getName().startsWith("java.") || type.isHidden())) {
            return false;
        }
        Shape shape = shapes.of(type, type.getName());
        if (!shape.allFinal) {
            return false;
        }
        for (Field field : shape.fields) {
            if (!field.getType().isPrimitive() && !holdsValue(Shape.read(field, object))) {
                return false;
            }
        }
        return true;
    }

    private boolean holdsValue(@Nullable Object content) {
        if (content instanceof Object[] array) {
            for (Object each : array) {
                if (!holdsValue(each)) {
                    return false;
                }
            }
            return true;
        }
        return content == null || content.getClass().isArray() || isValue(content);
    }

    private int indexOf(Object object) {
        for (int i = 0; i < seen.size(); i++) {
            if (seen.get(i) == object) {
                return i;
            }
        }
        return -1;
    }
}
