package io.meshlock.laboratory.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.journal.Ticks;
import io.meshlock.simulator.mobility.Leg;
import io.meshlock.simulator.mobility.Radio;
import io.meshlock.simulator.mobility.Walker;
import io.meshlock.simulator.network.LinkHistory;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each format means. */
class TraceReaderTest {

    @TempDir
    private Path folder;

    private Path write(String name, String... lines) throws IOException {
        return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
    }

    /** The corners of a node's path, {@code t x y}. */
    private static List<String> path(Trace trace, int node) {
        Walker walker = ((Trace.Movement) trace).movement().walker(node, 0);
        List<String> corners = new ArrayList<>();
        for (Leg leg = walker.next(); ; leg = walker.next()) {
            corners.add(Ticks.toUnits(leg.start()) + " " + leg.fromX() + " " + leg.fromY());
            if (leg.end() == Leg.FOREVER) {
                return corners;
            }
        }
    }

    private static List<String> links(Trace trace) {
        return Histories.tell(((Trace.Links) trace).links().before(LinkHistory.NEVER));
    }

    @Test
    void ns2NodesGoRestAndTurn() throws IOException {
        Path file = write(
                "a.ns_movements",
                "# setdest",
                "$node_(0) set X_ 0.0",
                "$node_(0) set Y_ 0.0",
                "$node_(0) set Z_ 7.0",
                "$node_(1) set Y_ 5",
                "$node_(1) set X_ 1e1",
                "$god_ set-dist 0 1 1",
                "",
                "$ns_ at 2.0 \"$node_(0) setdest 30 40 10\"",
                "# $ns_ at 7.0 \"$node_(0) setdest 30 40 0\"",
                "$ns_ at 5.0 \"$god_ set-dist 0 1 2\"",
                "$ns_ at 10.0 \"$node_(0) setdest 30.0 0.0 4.0\"",
                "$ns_ at 15.0 \"$node_(0) setdest 130.0 20.0 10.0\"",
                "$ns_ at 20.0 \"$node_(0) setdest 0.0 0.0 0.0\"");
        Trace trace = TraceReader.read(TraceSource.of(file, TraceFormat.NS2));
        assertThat(trace.names()).containsExactly("0", "1");
        assertThat(path(trace, 0))
                .containsExactly(
                        "0.0 0.0 0.0",
                        "2.0 0.0 0.0",
                        "7.0 30.0 40.0",
                        "10.0 30.0 40.0",
                        "15.0 30.0 20.0",
                        "20.0 80.0 20.0");
        assertThat(path(trace, 1)).containsExactly("0.0 10.0 5.0");
        assertThat(trace.end()).isEqualTo(Ticks.of(20));
    }

    @Test
    void bonnMotionHasANodePerLine() throws IOException {
        Path file = write("a.movements", "0.0 1 2 5.0 11 2 8.0 11 2", "# nobody", "3.5 7 7");
        Trace trace = TraceReader.read(TraceSource.of(file, TraceFormat.BONNMOTION));
        assertThat(path(trace, 0)).containsExactly("0.0 1.0 2.0", "5.0 11.0 2.0", "8.0 11.0 2.0");
        assertThat(path(trace, 1)).containsExactly("0.0 7.0 7.0", "3.5 7.0 7.0");
        assertThat(trace.end()).isEqualTo(Ticks.of(8));
        assertThat(trace.events()).isEqualTo(4);
    }

    /** The same movement, except that ns-2's has been shifted by (10, 10), which no distance notices. */
    @Test
    void ns2AndBonnMotionGiveTheSameLinks() throws IOException {
        Path bonnMotion = write(
                "a.movements",
                "0.0 0 0 100.0 100 0 120.0 100 0 170.0 100 100",
                "0.0 100 0 100.0 0 0 170.0 0 0",
                "0.0 50 80 40.0 50 80 90.0 50 30 170.0 50 30");
        Path ns2 = write(
                "a.ns_movements",
                "$node_(0) set X_ 10",
                "$node_(0) set Y_ 10",
                "$ns_ at 0.0 \"$node_(0) setdest 110 10 1.0\"",
                "# $ns_ at 100.0 \"$node_(0) setdest 110 10 0.0\"",
                "$ns_ at 120.0 \"$node_(0) setdest 110 110 2.0\"",
                "$node_(1) set X_ 110",
                "$node_(1) set Y_ 10",
                "$ns_ at 0.0 \"$node_(1) setdest 10 10 1.0\"",
                "$node_(2) set X_ 60",
                "$node_(2) set Y_ 90",
                "$ns_ at 40.0 \"$node_(2) setdest 60 40 1.0\"");
        Radio radio = Radio.of(60, 0.1);
        List<String> links = Histories.tell(
                TraceReader.read(TraceSource.of(bonnMotion, TraceFormat.BONNMOTION)), radio, Ticks.of(170));
        assertThat(links).hasSize(5).startsWith("20.0: 0-1 up");
        assertThat(Histories.tell(TraceReader.read(TraceSource.of(ns2, TraceFormat.NS2)), radio, Ticks.of(170)))
                .isEqualTo(links);
    }

    @Test
    void csvHasNamesAndAnyOrderOfNodes() throws IOException {
        Path file =
                write("a.csv", "time,node,x,y", "0,drone b,1,2", "0, drone a ,3,4", "5,drone b,6,2", "4,drone a,3,8");
        Trace trace = TraceReader.read(TraceSource.of(file, TraceFormat.CSV));
        assertThat(trace.names()).containsExactly("drone a", "drone b");
        assertThat(path(trace, 0)).containsExactly("0.0 3.0 4.0", "4.0 3.0 8.0");
        assertThat(path(trace, 1)).containsExactly("0.0 1.0 2.0", "5.0 6.0 2.0");
    }

    @Test
    void connectionsOfTheOne() throws IOException {
        Path file = write("a.one", "0.0 CONN 3 1 up", "2.5\tCONN 1 12 up", "4 CONN 1 3 down");
        Trace trace = TraceReader.read(TraceSource.of(file, TraceFormat.ONE));
        assertThat(trace.names()).as("as numbers, 12 after 3").containsExactly("1", "3", "12");
        assertThat(links(trace)).containsExactly("0.0: 0-1 up", "2.5: 0-2 up", "4.0: 0-1 down");
        assertThat(trace.end()).isEqualTo(Ticks.of(4));
    }

    @Test
    void numbersAreKeptIfThereAreNodesEnough() throws IOException {
        Path file = write("a.one", "0.0 CONN 3 1 up");
        Trace trace = TraceReader.read(new TraceSource(file, TraceFormat.ONE, null, null, 5));
        assertThat(trace.nodes()).isEqualTo(5);
        assertThat(links(trace)).containsExactly("0.0: 1-3 up");
        Trace fewer = TraceReader.read(new TraceSource(file, TraceFormat.ONE, null, null, 3));
        assertThat(links(fewer)).containsExactly("0.0: 0-1 up");
        assertThat(fewer.names()).containsExactly("1", "3");
    }

    @Test
    void contactsInTwoForms() throws IOException {
        Path spans = write("a.contacts", "20 10 100 120 1 0", "10 30 110 115");
        assertThat(links(TraceReader.read(TraceSource.of(spans, TraceFormat.CONTACTS))))
                .as("from the first contact on")
                .containsExactly("0.0: 0-1 up", "10.0: 0-2 up", "15.0: 0-2 down", "20.0: 0-1 down");
        Path instants = write("b.contacts", "40 a b", "60 b a 3A 3B", "100 a b");
        TraceSource source = new TraceSource(instants, TraceFormat.CONTACTS, 20.0, 0.0, null);
        assertThat(links(TraceReader.read(source)))
                .as("those at 40 and 60 touch")
                .containsExactly("40.0: 0-1 up", "80.0: 0-1 down", "100.0: 0-1 up", "120.0: 0-1 down");
    }

    @Test
    void graphsHaveNamesAndQualities() throws IOException {
        Path file = write(
                "a.json",
                "{\"type\": \"NetworkGraph\", \"graph\": {\"nodes\": []},",
                " \"nodes\": [{\"id\": \"hill\", \"at\": [1, 2]}, \"barn\", {\"label\": \"x\", \"id\": \"well\"}],",
                " \"links\": [{\"source\": \"hill\", \"target\": \"barn\", \"quality\": 0.5, \"cost\": {\"a\": 1}},",
                "             {\"source\": \"well\", \"target\": \"barn\"}]}");
        Trace trace = TraceReader.read(TraceSource.of(file, TraceFormat.GRAPH));
        assertThat(trace.names()).containsExactly("barn", "hill", "well");
        assertThat(links(trace)).containsExactly("0.0: 0-1 up", "0.0: 0-2 up");
        assertThat(((Trace.Links) trace).links().linkQuality(1, 0)).isEqualTo(0.5);
        assertThat(((Trace.Links) trace).links().linkQuality(0, 2)).isEqualTo(1);
    }

    @Test
    void mapsOfCommunityNetworksAreReadAsTheyCome() throws IOException {
        // meshviewer: links before nodes, node_id, the quality of both directions; a dead link is none.
        Path meshviewer = write(
                "meshviewer.json",
                "{\"timestamp\": \"2026-11-15T00:00:00+0000\", \"links\": [",
                " {\"type\": \"wifi\", \"source\": \"b1\", \"target\": \"a0\", \"source_tq\": 0.5, \"target_tq\": 0.7},",
                " {\"type\": \"vpn\", \"source\": \"b1\", \"target\": \"c2\", \"source_tq\": 0, \"target_tq\": 0}],",
                " \"nodes\": [{\"is_online\": true, \"node_id\": \"a0\", \"location\": {\"latitude\": 1}},",
                " {\"node_id\": \"b1\"}, {\"node_id\": \"c2\"}]}");
        Trace map = TraceReader.read(TraceSource.of(meshviewer, TraceFormat.GRAPH));
        assertThat(map.names()).containsExactly("a0", "b1", "c2");
        assertThat(links(map)).containsExactly("0.0: 0-1 up");
        assertThat(((Trace.Links) map).links().linkQuality(0, 1)).isEqualTo(0.6);

        // hopglass: below batadv, ends by place in the list, attempts per frame.
        Path hopglass = write(
                "graph.json",
                "{\"version\": 1, \"batadv\": {\"directed\": false, \"graph\": [],",
                " \"links\": [{\"source\": 0, \"target\": 2, \"tq\": 1.25, \"vpn\": false}],",
                " \"nodes\": [{\"id\": \"f4:00:01\", \"node_id\": \"f40001\"}, {\"id\": \"f4:00:02\"}, {\"id\": \"f4:00:03\"}]}}");
        Trace graph = TraceReader.read(TraceSource.of(hopglass, TraceFormat.GRAPH));
        assertThat(graph.names()).containsExactly("f4:00:01", "f4:00:02", "f4:00:03");
        assertThat(links(graph)).containsExactly("0.0: 0-2 up");
        assertThat(((Trace.Links) graph).links().linkQuality(0, 2)).isEqualTo(0.8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NS2 | # a comment~$node_(0) set X_ 1.0",
                "NS2 | $ns_ at 1.0 \"$node_(0) setdest 1 2 3\"",
                "ONE | 0.5 CONN 0 1 up",
                "CSV | time,node,x,y~0,a,1,2",
                "CSV | 0,a,1,2",
                "CONTACTS | a b 0 10~b c 5 6.5",
                "CONTACTS | 20 3 4~40 3 5",
                "BONNMOTION | 0 1.5 2.5 10 3 4~0 5 5",
                "GRAPH | {~\"nodes\": []}",
                " | good morning",
                " | # nothing",
            })
    void formatsAreToldByContentWhereNamesDoNot(@Nullable TraceFormat format, String content) throws IOException {
        assertThat(TraceFormat.ofFile(write("walk.txt", content.split("~", -1))))
                .isEqualTo(format);
    }

    @Test
    void fromALaterInstantOn() throws IOException {
        Path file = write("a.movements", "0.0 0 0 10.0 100 0", "0 5 5");
        Trace trace = TraceReader.read(new TraceSource(file, TraceFormat.BONNMOTION, null, 4.0, null));
        assertThat(path(trace, 0)).containsExactly("0.0 40.0 0.0", "6.0 100.0 0.0");
        assertThat(path(trace, 1)).containsExactly("0.0 5.0 5.0");
        assertThat(trace.end()).isEqualTo(Ticks.of(6));
    }

    @Test
    void packedFilesAreUnpackedAndLineEndsDoNotMatter() throws IOException {
        Path file = folder.resolve("a.one.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("0 CONN 0 1 up\r\n5 CONN 0 1 down".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(TraceFormat.ofFile("a.one.gz")).isEqualTo(TraceFormat.ONE);
        assertThat(links(TraceReader.read(TraceSource.of(file, TraceFormat.ONE))))
                .containsExactly("0.0: 0-1 up", "5.0: 0-1 down");
    }
}
