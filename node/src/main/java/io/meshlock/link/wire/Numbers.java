package io.meshlock.link.wire;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.prioritized.GrantNumbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads and writes packed lists of numbers: slots, grant numbers and node numbers. */
final class Numbers {

    private static final long[] NONE = {};

    private Numbers() {}

    static int size(int field, Slots slots) {
        return slots.count() == 0 ? 0 : Fields.sizeDelimited(field, payload(slots));
    }

    static void write(CodedOutputStream out, int field, Slots slots) throws IOException {
        if (slots.count() > 0) {
            Fields.writeDelimited(out, field, payload(slots));
            for (int i = 0; i < slots.count(); i++) {
                out.writeUInt32NoTag(slots.at(i));
            }
        }
    }

    private static int payload(Slots slots) {
        int bytes = 0;
        for (int i = 0; i < slots.count(); i++) {
            bytes += CodedOutputStream.computeUInt32SizeNoTag(slots.at(i));
        }
        return bytes;
    }

    static int size(int field, GrantNumbers numbers) {
        return numbers.isEmpty() ? 0 : Fields.sizeDelimited(field, payload(numbers));
    }

    static void write(CodedOutputStream out, int field, GrantNumbers numbers) throws IOException {
        if (!numbers.isEmpty()) {
            Fields.writeDelimited(out, field, payload(numbers));
            for (int i = 0; i < numbers.size(); i++) {
                out.writeUInt64NoTag(numbers.get(i));
            }
        }
    }

    private static int payload(GrantNumbers numbers) {
        int bytes = 0;
        for (int i = 0; i < numbers.size(); i++) {
            bytes += CodedOutputStream.computeUInt64SizeNoTag(numbers.get(i));
        }
        return bytes;
    }

    static int size(int field, List<? extends Number> numbers) {
        return numbers.isEmpty() ? 0 : Fields.sizeDelimited(field, payload(numbers));
    }

    static void write(CodedOutputStream out, int field, List<? extends Number> numbers) throws IOException {
        if (!numbers.isEmpty()) {
            Fields.writeDelimited(out, field, payload(numbers));
            for (Number number : numbers) {
                out.writeUInt64NoTag(number.longValue());
            }
        }
    }

    private static int payload(List<? extends Number> numbers) {
        int bytes = 0;
        for (Number number : numbers) {
            bytes += CodedOutputStream.computeUInt64SizeNoTag(number.longValue());
        }
        return bytes;
    }

    static Slots readSlots(CodedInputStream in) throws IOException {
        long[] numbers = readPacked(in);
        int[] slots = new int[numbers.length];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = (int) numbers[i];
        }
        return Slots.of(slots);
    }

    static GrantNumbers readGrants(CodedInputStream in) throws IOException {
        return GrantNumbers.of(readPacked(in));
    }

    static List<Long> readList(CodedInputStream in) throws IOException {
        return Arrays.stream(readPacked(in)).boxed().toList();
    }

    /** Node numbers, in any order. */
    static List<Integer> readNodes(CodedInputStream in) throws IOException {
        List<Integer> nodes = new ArrayList<>();
        for (long number : readPacked(in)) {
            if (number != (int) number || number < 0) {
                throw new MalformedFrameException("node " + number + " is none");
            }
            nodes.add((int) number);
        }
        return nodes;
    }

    private static long[] readPacked(CodedInputStream in) throws IOException {
        int outer = Fields.enter(in);
        long[] numbers = NONE;
        int count = 0;
        while (!in.isAtEnd()) {
            Fields.checkElements(count);
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, Math.max(4, 2 * count));
            }
            numbers[count++] = in.readUInt64();
        }
        in.popLimit(outer);
        return count == numbers.length ? numbers : Arrays.copyOf(numbers, count);
    }
}
