package io.meshlock.internal;

import io.meshlock.protocol.Key;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** One flat JSON object on one line, in plain ASCII; used again for every line. */
final class JsonLine {

    private static final long MICROS = TimeUnit.SECONDS.toMicros(1);

    private final StringBuilder text = new StringBuilder(256);

    /** Begins a line: what happened when at which node. */
    JsonLine begin(long micros, String event, int node) {
        text.setLength(0);
        text.append("{\"t\":");
        seconds(micros);
        text.append(",\"e\":\"").append(event).append('"');
        return number("n", node);
    }

    JsonLine time(String field, long micros) {
        field(field);
        seconds(micros);
        return this;
    }

    /** As many decimals as it takes to be exact. */
    private void seconds(long micros) {
        text.append(micros / MICROS);
        long fraction = micros % MICROS;
        if (fraction != 0) {
            text.append('.');
            for (long place = MICROS / 10; fraction != 0; place /= 10) {
                text.append((char) ('0' + fraction / place));
                fraction %= place;
            }
        }
    }

    JsonLine number(String field, long value) {
        field(field).append(value);
        return this;
    }

    JsonLine text(String field, String value) {
        field(field).append('"');
        for (int i = 0; i < value.length(); i++) {
            character(value.charAt(i));
        }
        text.append('"');
        return this;
    }

    JsonLine key(Key key) {
        field("key");
        append(key);
        return this;
    }

    /** What follows the name of a field, for values of other shapes. */
    StringBuilder field(String name) {
        return text.append(",\"").append(name).append("\":");
    }

    void append(Key key) {
        text.append('[').append(key.score()).append(',').append(key.birth()).append(',');
        text.append(key.request()).append(',').append(key.permits()).append(']');
    }

    private void character(char c) {
        if (c == '"' || c == '\\') {
            text.append('\\').append(c);
        } else if (c >= ' ' && c < 127) {
            text.append(c);
        } else {
            text.append(String.format("\\u%04x", (int) c));
        }
    }

    byte[] end() {
        return text.append("}\n").toString().getBytes(StandardCharsets.US_ASCII);
    }
}
