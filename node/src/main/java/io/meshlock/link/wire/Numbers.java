package io.meshlock.link.wire;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.prioritized.GrantNumbers;
import io.meshlock.protocol.prioritized.NodeList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads and writes packed lists of numbers: slots, grant numbers and node numbers. */
final class Numbers {

    private static final long[] NONE = {};

    /** Larger than any slot; sums of two do not overflow. */
    private static final int MAX_SLOT = 1 << 29;

    private Numbers() {}

    // ---- slots: ranges ----------------------------------------------------------------------------------------------

    // A range is the distance of its first slot from the last one before, doubled. A range of more than one slot adds
    // one to that, and its length follows.

    static int size(int field, Slots slots) {
        return slots.isEmpty() ? 0 : Fields.sizeDelimited(field, payload(slots));
    }

    static void write(CodedOutputStream out, int field, Slots slots) throws IOException {
        if (slots.isEmpty()) {
            return;
        }
        Fields.writeDelimited(out, field, payload(slots));
        int before = 0;
        for (int i = 0; i < slots.ranges(); i++) {
            int length = slots.lastOf(i) - slots.firstOf(i) + 1;
            out.writeUInt32NoTag(distance(slots.firstOf(i) - before, length));
            if (length > 1) {
                out.writeUInt32NoTag(length);
            }
            before = slots.lastOf(i);
        }
    }

    private static int distance(int from, int length) {
        return from << 1 | (length > 1 ? 1 : 0);
    }

    private static int payload(Slots slots) {
        int bytes = 0;
        int before = 0;
        for (int i = 0; i < slots.ranges(); i++) {
            int length = slots.lastOf(i) - slots.firstOf(i) + 1;
            bytes += CodedOutputStream.computeUInt32SizeNoTag(distance(slots.firstOf(i) - before, length));
            bytes += length > 1 ? CodedOutputStream.computeUInt32SizeNoTag(length) : 0;
            before = slots.lastOf(i);
        }
        return bytes;
    }

    static Slots readSlots(CodedInputStream in) throws IOException {
        int outer = Fields.enter(in);
        Slots.Builder slots = new Slots.Builder();
        int before = 0;
        for (int ranges = 0; !in.isAtEnd(); ranges++) {
            Fields.checkElements(ranges);
            int distance = in.readUInt32();
            int length = (distance & 1) == 0 ? 1 : in.readUInt32();
            int first = before + (distance >>> 1);
            boolean fits = distance >>> 1 <= MAX_SLOT && length > 0 && length <= MAX_SLOT && first > before;
            if (!fits || first > MAX_SLOT - length + 1 || (length == 1 && (distance & 1) == 1)) {
                throw new MalformedFrameException("no slots: " + Integer.toUnsignedString(length) + " from "
                        + Integer.toUnsignedString(first) + " on");
            }
            before = first + length - 1;
            slots.add(first, before);
        }
        in.popLimit(outer);
        return slots.build();
    }

    // ---- other numbers ----------------------------------------------------------------------------------------------

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

    static int size(int field, NodeList nodes) {
        return nodes.isEmpty() ? 0 : Fields.sizeDelimited(field, payload(nodes));
    }

    static void write(CodedOutputStream out, int field, NodeList nodes) throws IOException {
        if (!nodes.isEmpty()) {
            Fields.writeDelimited(out, field, payload(nodes));
            for (int i = 0; i < nodes.size(); i++) {
                out.writeUInt32NoTag(nodes.get(i));
            }
        }
    }

    private static int payload(NodeList nodes) {
        int bytes = 0;
        for (int i = 0; i < nodes.size(); i++) {
            bytes += CodedOutputStream.computeUInt32SizeNoTag(nodes.get(i));
        }
        return bytes;
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
            nodes.add(node(number));
        }
        return nodes;
    }

    static NodeList readNodeList(CodedInputStream in) throws IOException {
        long[] numbers = readPacked(in);
        int[] nodes = new int[numbers.length];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = node(numbers[i]);
        }
        return NodeList.of(nodes);
    }

    private static int node(long number) throws MalformedFrameException {
        if (number != (int) number || number < 0) {
            throw new MalformedFrameException("node " + number + " is none");
        }
        return (int) number;
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
