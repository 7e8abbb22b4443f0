package io.meshlock.journal;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/** Writes flat JSON objects, one per line, in plain ASCII, through one buffer and without allocation. */
final class JsonLines {

    private static final String HEX = "0123456789abcdef";

    private static final int MANY_LINES = 1 << 16;
    private static final int ONE_LINE = 256;

    private final OutputStream stream;
    private final boolean lineByLine;
    private byte[] buffer;
    private final byte[] digits = new byte[20];
    private int size;
    private boolean first;

    /** @param lineByLine whether every line is written to the stream at once, in one write */
    JsonLines(OutputStream stream, boolean lineByLine) {
        this.stream = stream;
        this.lineByLine = lineByLine;
        this.buffer = new byte[lineByLine ? ONE_LINE : MANY_LINES];
    }

    void begin() {
        put('{');
        first = true;
    }

    void end() {
        put('}');
        put('\n');
        if (lineByLine) {
            flushBuffer();
        }
    }

    void number(Field field, long value) {
        field(field);
        digits(value);
    }

    /** A time in units, with as many decimals as it takes to be exact. */
    void time(Field field, long ticks) {
        field(field);
        digits(ticks / Ticks.PER_UNIT);
        long fraction = ticks % Ticks.PER_UNIT;
        if (fraction == 0) {
            return;
        }
        put('.');
        for (long place = Ticks.PER_UNIT / 10; fraction != 0; place /= 10) {
            put((char) ('0' + fraction / place));
            fraction %= place;
        }
    }

    void text(Field field, String value) {
        field(field);
        put('"');
        for (int i = 0; i < value.length(); i++) {
            character(value.charAt(i));
        }
        put('"');
    }

    void beginList(Field field) {
        field(field);
        put('[');
        first = true;
    }

    /** A list inside a list. */
    void beginItem() {
        separate();
        put('[');
        first = true;
    }

    void item(long value) {
        separate();
        digits(value);
    }

    void endList() {
        put(']');
        first = false;
    }

    void flush() {
        flushBuffer();
        try {
            stream.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void close() {
        flush();
        try {
            stream.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void field(Field field) {
        String name = field.label();
        separate();
        put('"');
        for (int i = 0; i < name.length(); i++) {
            put(name.charAt(i));
        }
        put('"');
        put(':');
    }

    private void separate() {
        if (!first) {
            put(',');
        }
        first = false;
    }

    private void character(char c) {
        if (c == '"' || c == '\\') {
            put('\\');
            put(c);
        } else if (c >= ' ' && c < 127) {
            put(c);
        } else {
            put('\\');
            put('u');
            for (int shift = 12; shift >= 0; shift -= 4) {
                put(HEX.charAt(c >> shift & 15));
            }
        }
    }

    private void digits(long value) {
        if (value < 0) {
            put('-');
        }
        int at = digits.length;
        long rest = value;
        do {
            // Remainders of negative numbers are negative, so that the smallest number needs no special case.
            digits[--at] = (byte) ('0' + Math.abs(rest % 10));
            rest /= 10;
        } while (rest != 0);
        while (at < digits.length) {
            put((char) digits[at++]);
        }
    }

    private void put(char c) {
        if (size == buffer.length) {
            makeRoom();
        }
        buffer[size++] = (byte) c;
    }

    private void makeRoom() {
        if (lineByLine) {
            buffer = Arrays.copyOf(buffer, 2 * size);
        } else {
            flushBuffer();
        }
    }

    private void flushBuffer() {
        try {
            stream.write(buffer, 0, size);
            size = 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
