package io.meshlock.simulator.explore;

/** Primitive values as numbers and back. */
final class Primitives {

    private Primitives() {}

    /** Any number, character or truth value as a number. */
    static long bits(Object primitive) {
        if (primitive instanceof Boolean bool) {
            return bool ? 1 : 0;
        }
        if (primitive instanceof Character character) {
            return character;
        }
        if (primitive instanceof Double || primitive instanceof Float) {
            return Double.doubleToLongBits(((Number) primitive).doubleValue());
        }
        return ((Number) primitive).longValue();
    }

    /** The inverse of {@link #bits}. */
    static Object boxed(Class<?> type, long bits) {
        if (type == int.class) {
            return (int) bits;
        } else if (type == long.class) {
            return bits;
        } else if (type == boolean.class) {
            return bits != 0;
        } else if (type == byte.class) {
            return (byte) bits;
        } else if (type == short.class) {
            return (short) bits;
        } else if (type == char.class) {
            return (char) bits;
        } else if (type == float.class) {
            return (float) Double.longBitsToDouble(bits);
        }
        return Double.longBitsToDouble(bits);
    }
}
