package io.meshlock.daemon.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.daemon.Timeouts;
import io.meshlock.journal.RecordedJournal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A run, cut into chunks. */
class RecordedRunTest {

    @TempDir
    private Path folder;

    /** A page that begins at any chunk shows the same as one that has seen everything from the beginning. */
    @Test
    void everyChunkBeginsWithWhatLedToIt() throws Exception {
        List<String> lines = SampleRun.journal(20, 3_000, 1);
        Path journal = Files.write(folder.resolve("journal-1.jsonl"), lines);
        try (RecordedRun run = open(journal, null)) {
            assertThat(run.awaitEnd(Timeouts.LONG)).isNull();
            JsonNode about = about(run);
            int chunks = about.get("chunks").size();
            assertThat(chunks).isGreaterThan(5);
            Picture whole = new Picture(pool -> 3);
            int pool = whole.pool("permits");
            EventParser parser = new EventParser();
            int next = 0;
            for (int i = 0; i < chunks; i++) {
                JsonNode chunk = chunk(run, i);
                assertThat(chunk.get("picture")).isEqualTo(json(whole));
                for (JsonNode event : chunk.get("events")) {
                    Event expected = null;
                    while (expected == null) {
                        expected = parser.parse(lines.get(next++).getBytes(StandardCharsets.UTF_8), pool, 0);
                    }
                    assertThat(event.get("t").asDouble()).isEqualTo(expected.time());
                    assertThat(event.get("e").asString())
                            .isEqualTo(expected.kind().label());
                    whole.apply(expected);
                }
            }
            assertThat(next).isEqualTo(lines.size());
            assertThat(about.get("complete").asBoolean()).isTrue();
            assertThat(run.chunk(chunks)).isNull();
            assertThat(run.chunk(-1)).isNull();
        }
    }

    @Test
    void journalsOfNodesBeginAtZeroAndHaveNames() throws Exception {
        Files.writeString(folder.resolve("docks.drone-1.jsonl"), """
                {"t":1700000000.5,"e":"tokens","n":1,"held":1}
                {"t":1700000002,"e":"delivered","n":7,"to":1,"m":"REQUEST","bytes":1,"text":""}
                """);
        Files.writeString(folder.resolve("docks.drone-7.jsonl"), """
                {"t":1700000001.5,"e":"requested","n":7,"r":1,"h":1,"p":4}
                """);
        Files.writeString(folder.resolve("lanes.drone-7.jsonl"), """
                {"t":1700000003,"e":"requested","n":7,"r":1,"h":1,"p":4}
                """);
        try (RecordedRun run = open(folder, null)) {
            assertThat(run.awaitEnd(Timeouts.LONG)).isNull();
            JsonNode chunk = chunk(run, 0);
            assertThat(chunk.get("picture").get("nodes")).hasToString("[[1,\"drone-1\"],[7,\"drone-7\"]]");
            assertThat(chunk.get("events").get(1).get("t").asDouble()).isEqualTo(1);
            assertThat(chunk.get("picture").get("pools").get(0).get("name").asString())
                    .isEqualTo("docks");
            assertThat(chunk.get("picture").get("pools").get(1).get("name").asString())
                    .isEqualTo("lanes");
        }
    }

    @Test
    void aBrokenJournalIsShownAsFarAsItGoes() throws Exception {
        List<String> lines = SampleRun.journal(5, 10, 1);
        lines.set(40, "nonsense");
        Path journal = Files.write(folder.resolve("journal-1.jsonl"), lines);
        try (RecordedRun run = open(journal, null)) {
            assertThat(run.awaitEnd(Timeouts.LONG)).contains("journal-1.jsonl:41: is not JSON");
            assertThat(about(run).get("problem").asString()).contains(":41:");
            assertThat(chunk(run, 0).get("events").size()).isGreaterThan(20);
        }
    }

    @Test
    void movingNodesHavePaths() throws Exception {
        Path journal = Files.write(folder.resolve("journal-1.jsonl"), SampleRun.journal(3, 5, 1));
        Movement movement = new Movement() {
            @Override
            public void path(int node, double from, double to, Points points) {
                points.add(from, node, 1.23456);
                points.add(to, node + 10, 2);
            }

            @Override
            public int nodes() {
                return 2;
            }
        };
        try (RecordedRun run = open(journal, movement)) {
            assertThat(run.awaitEnd(Timeouts.LONG)).isNull();
            JsonNode chunk = chunk(run, 0);
            assertThat(chunk.get("paths").get(1))
                    .hasToString("[1,[[0,1,1.2],[" + chunk.get("to").asString() + ",11,2]]]");
        }
    }

    private static RecordedRun open(Path path, Movement movement) throws IOException {
        return RecordedRun.open(RecordedJournal.find(path), new RecordedRun.Facts("test", "", pool -> 3, movement));
    }

    private static JsonNode about(RecordedRun run) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = JsonMapper.shared().createGenerator(out)) {
            run.writeAbout(json);
        }
        return JsonMapper.shared().readTree(out.toByteArray());
    }

    private static JsonNode chunk(RecordedRun run, int number) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(run.chunk(number)))) {
            return JsonMapper.shared().readTree(in.readAllBytes());
        }
    }

    private static JsonNode json(Picture picture) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = JsonMapper.shared().createGenerator(out)) {
            picture.write(json);
        }
        return JsonMapper.shared().readTree(out.toByteArray());
    }
}
