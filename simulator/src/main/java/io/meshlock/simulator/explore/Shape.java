package io.meshlock.simulator.explore;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fields of one class, by which its objects are taken apart and put together. */
final class Shape {

    /** Makes objects without running their constructors, as deserialization does. */
    private static final Object ALLOCATORS = allocators();

    final int id;
    final Class<?> type;
    final List<Field> fields;

    /** The names of the fields, for error messages. */
    final List<String> names;

    final boolean allFinal;
    private final Constructor<?> allocator;

    Shape(int id, Class<?> type) {
        this.id = id;
        this.type = type;
        this.fields = fieldsOf(type);
        this.names = fields.stream()
                .map(field -> field.getDeclaringClass().getSimpleName() + "." + field.getName())
                .toList();
        this.allFinal = fields.stream().allMatch(field -> Modifier.isFinal(field.getModifiers()));
        this.allocator = allocator(type);
    }

    private static List<Field> fieldsOf(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> part = type; part != null && part != Object.class; part = part.getSuperclass()) {
            for (Field field : part.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    fields.add(field);
                }
            }
        }
        return List.copyOf(fields);
    }

    Object allocate() {
        try {
            return allocator.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make a " + type.getName(), e);
        }
    }

    static @Nullable Object read(Field field, Object from) {
        try {
            return field.get(from);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot read " + field, e);
        }
    }

    static void write(Field field, Object to, @Nullable Object value) {
        try {
            field.set(to, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot write " + field, e);
        }
    }

    // Named by text: the compiler warns of this class, although the JDK keeps it for exactly this purpose (JEP 260).
    private static Object allocators() {
        try {
            Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
            return factory.getMethod("getReflectionFactory").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JDK has no jdk.unsupported module, which exploration needs", e);
        }
    }

    private static Constructor<?> allocator(Class<?> type) {
        try {
            Object made = ALLOCATORS
                    .getClass()
                    .getMethod("newConstructorForSerialization", Class.class, Constructor.class)
                    .invoke(ALLOCATORS, type, Object.class.getDeclaredConstructor());
            return (Constructor<?>) made;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make objects of " + type.getName(), e);
        }
    }
}
