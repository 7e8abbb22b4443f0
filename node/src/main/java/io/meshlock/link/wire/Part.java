package io.meshlock.link.wire;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one kind of message inside messages is written: a part says which fields it has; lengths, lists and what may be
 * missing are the same for all. Stateless.
 *
 * @param <T> the record that is written
 */
abstract class Part<T> {

    /** How many bytes {@link #writeFields} will write. */
    abstract int payload(T value);

    abstract void writeFields(CodedOutputStream out, T value) throws IOException;

    /** Reads fields up to the limit that is pushed on {@code in}, and skips those that it does not know. */
    abstract T readFields(CodedInputStream in) throws IOException;

    // ---- one --------------------------------------------------------------------------------------------------------

    /** The size of a field with this value; of none, if it is null. */
    final int size(int field, @Nullable T value) {
        return value == null ? 0 : Fields.sizeDelimited(field, payload(value));
    }

    final void write(CodedOutputStream out, int field, @Nullable T value) throws IOException {
        if (value != null) {
            Fields.writeDelimited(out, field, payload(value));
            writeFields(out, value);
        }
    }

    final T read(CodedInputStream in) throws IOException {
        int outer = Fields.enter(in);
        T value = readFields(in);
        Fields.leave(in, outer);
        return value;
    }

    // ---- several ----------------------------------------------------------------------------------------------------

    final int size(int field, List<T> values) {
        int bytes = 0;
        for (int i = 0; i < values.size(); i++) {
            bytes += size(field, values.get(i));
        }
        return bytes;
    }

    final void write(CodedOutputStream out, int field, List<T> values) throws IOException {
        for (int i = 0; i < values.size(); i++) {
            write(out, field, values.get(i));
        }
    }

    /** Adds one more to a list that is being read; {@link List#of()} before the first. */
    final List<T> readInto(List<T> values, CodedInputStream in) throws IOException {
        Fields.checkElements(values.size());
        List<T> list = values.isEmpty() ? new ArrayList<>(4) : values;
        list.add(read(in));
        return list;
    }
}
