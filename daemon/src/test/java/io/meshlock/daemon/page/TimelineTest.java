package io.meshlock.daemon.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.daemon.page.Event.Kind;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

class TimelineTest {

    @Test
    void countsPerSpan() {
        Timeline timeline = Timeline.recent(1, 10);
        timeline.add(event(0.1, Kind.SENT), Double.NaN, 0);
        timeline.add(event(0.2, Kind.LINK_UP), Double.NaN, 0);
        timeline.add(event(2.5, Kind.GRANTED), 1.5, 7);
        timeline.add(event(2.6, Kind.GRANTED), 0.5, 7);
        timeline.count(2.7, 100);
        assertThat(json(timeline, 0))
                .isEqualTo("{\"from\":0,\"width\":1,\"spans\":[[2,1,1,0,0,0],[0,0,0,0,0,0],[102,100,0,2,2,1.5]],"
                        + "\"byPriority\":[[7,2,2]]}");
        assertThat(json(timeline, timeline.latest())).startsWith("{\"from\":2,\"width\":1,\"spans\":[[102,");
    }

    @Test
    void theRecentPastMovesOn() {
        Timeline timeline = Timeline.recent(1, 3);
        for (int t = 0; t < 10; t++) {
            timeline.add(event(t, Kind.SENT), Double.NaN, 0);
        }
        assertThat(json(timeline, 0)).startsWith("{\"from\":7,\"width\":1,\"spans\":[[1,1,0,0,0,0],[1,1,");
        timeline.add(event(1_000_000, Kind.SENT), Double.NaN, 0);
        assertThat(json(timeline, 0))
                .isEqualTo("{\"from\":1000000,\"width\":1,\"spans\":[[1,1,0,0,0,0]],\"byPriority\":[]}");
    }

    @Test
    void aWholeRunGetsCoarserButLosesNothing() {
        Timeline timeline = Timeline.whole(1, 4);
        for (int t = 0; t < 15; t++) {
            timeline.add(event(t, Kind.GRANTED), t, 0);
        }
        assertThat(json(timeline, 0))
                .startsWith("{\"from\":0,\"width\":4,\"spans\":"
                        + "[[4,0,0,4,6,3],[4,0,0,4,22,7],[4,0,0,4,38,11],[3,0,0,3,39,14]]");
    }

    private static Event event(double time, Kind kind) {
        return new Event(time, kind, 0, 1, 2, 1, 1, 0, 1, new int[0], "M", 0);
    }

    private static String json(Timeline timeline, long from) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = JsonMapper.shared().createGenerator(out)) {
            timeline.write(json, from);
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
