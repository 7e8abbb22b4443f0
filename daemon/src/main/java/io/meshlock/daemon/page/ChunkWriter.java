package io.meshlock.daemon.page;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/** A stretch of a recorded run: the picture that it begins with, the events that follow, and the paths of moving nodes. */
final class ChunkWriter {

    private final double from;
    private double to;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final JsonGenerator out = JsonMapper.shared().createGenerator(bytes);
    private final int pictureBytes;
    private int events;

    ChunkWriter(double from, Picture picture) {
        this.from = from;
        this.to = from;
        out.writeStartObject();
        out.writeNumberProperty("from", Numerals.micros(from));
        out.writeName("picture");
        picture.write(out);
        out.flush();
        pictureBytes = bytes.size();
        out.writeArrayPropertyStart("events");
    }

    double from() {
        return from;
    }

    void add(Event event) {
        event.write(out);
        to = Math.max(to, event.time());
        events++;
    }

    /** True if the events outweigh the picture at its beginning. */
    boolean isLongEnough(int leastEvents, int leastBytes, int timesPicture) {
        return events >= leastEvents && bytes.size() >= Math.max(leastBytes, timesPicture * pictureBytes);
    }

    /** The chunk, compressed. */
    byte[] finish(@Nullable Movement movement) {
        out.writeEndArray();
        out.writeNumberProperty("to", Numerals.micros(to));
        if (movement != null) {
            out.writeArrayPropertyStart("paths");
            for (int node = 0; node < movement.nodes(); node++) {
                writePath(movement, node);
            }
            out.writeEndArray();
        }
        out.writeEndObject();
        out.close();
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            bytes.writeTo(gzip);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    private void writePath(Movement movement, int node) {
        out.writeStartArray();
        out.writeNumber(node);
        out.writeStartArray();
        movement.path(node, from, to, (time, x, y) -> {
            out.writeStartArray();
            out.writeNumber(Numerals.micros(time));
            out.writeNumber(Numerals.tenths(x));
            out.writeNumber(Numerals.tenths(y));
            out.writeEndArray();
        });
        out.writeEndArray();
        out.writeEndArray();
    }
}
