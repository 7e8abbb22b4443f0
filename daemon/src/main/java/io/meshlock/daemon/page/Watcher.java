package io.meshlock.daemon.page;

import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/** One page that watches a live feed, and how far it has come. Used by one thread. */
final class Watcher implements AutoCloseable {

    /** Time between two batches. */
    static final long MILLIS = 100;

    /** The most events of a batch: with ten batches a second, more than anybody can follow. */
    static final int MOST_EVENTS = 400;

    private final LiveFeed feed;
    private final Runnable farewell;
    private long cursor = -1;
    private long span;
    private long leftOut;

    Watcher(LiveFeed feed, Runnable farewell) {
        this.feed = feed;
        this.farewell = farewell;
        this.leftOut = feed.leftOut();
    }

    /** Everything new, as JSON; null when the feed has ended. Waits for a moment unless it is the first. */
    byte @Nullable [] next() throws InterruptedException {
        if (cursor >= 0) {
            feed.pause(MILLIS);
        }
        if (feed.isClosed()) {
            return null;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = JsonMapper.shared().createGenerator(bytes)) {
            out.writeStartObject();
            if (cursor < 0) {
                out.writeStringProperty("title", feed.title());
                out.writeNumberProperty("self", feed.self());
            }
            feed.look((picture, ring, timeline) -> write(out, picture, ring, timeline));
            out.writeNumberProperty("missed", feed.missed());
            out.writeArrayPropertyStart("problems");
            feed.problems().forEach(out::writeString);
            out.writeEndArray();
            writeVoters(out);
            out.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private void writeVoters(JsonGenerator out) {
        out.writeObjectPropertyStart("voters");
        feed.voters().forEach((pool, nodes) -> {
            out.writeArrayPropertyStart(pool);
            nodes.forEach(out::writeNumber);
            out.writeEndArray();
        });
        out.writeEndObject();
    }

    private void write(JsonGenerator out, Picture picture, EventRing ring, Timeline timeline) {
        List<Event> events = cursor >= 0 && ring.has(cursor) ? ring.sample(cursor, MOST_EVENTS) : null;
        if (events == null) {
            out.writeName("picture");
            picture.write(out);
        }
        long happened = cursor < 0 ? 0 : ring.next() - cursor;
        out.writeArrayPropertyStart("events");
        if (events != null) {
            events.forEach(event -> event.write(out));
        }
        out.writeEndArray();
        long before = feed.leftOut();
        out.writeNumberProperty("left", happened - (events == null ? 0 : events.size()) + before - leftOut);
        out.writeNumberProperty("now", Numerals.micros(feed.now()));
        out.writeName("timeline");
        timeline.write(out, span);
        leftOut = before;
        span = timeline.latest();
        cursor = ring.next();
    }

    @Override
    public void close() {
        farewell.run();
    }
}
