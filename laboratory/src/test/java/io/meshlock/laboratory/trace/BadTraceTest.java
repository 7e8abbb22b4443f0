package io.meshlock.laboratory.trace;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A wrong line is named with file, number and reason, in one line. */
class BadTraceTest {

    private static final String MOVEMENT =
            "'$node_(i) set X_ x' or '$ns_ at t \"$node_(i) setdest x y speed\"', or a comment";

    @TempDir
    private Path folder;

    /** {@code ~} ends a line. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ns2 | $node_(0) set X_ 1~$node_(0) put Y_ 1 | :2: '$node_(0) put Y_ 1' is no movement; expected "
                        + MOVEMENT,
                "ns2 | $node_(0) set X_ one | :1: 'one' is not a number; expected a number",
                "ns2 | $node_(0) set X_ NaN | :1: 'NaN' is not finite; expected a number",
                "ns2 | $node_(0) set W_ 1 | :1: 'W_' is no coordinate; expected X_, Y_ or Z_",
                "ns2 | $node(0) set X_ 1 | :1: '$node(0)' is no node; expected $node_(i)",
                "ns2 | ~$node_(7) set X_ 1~ | :2: node 7 has no Y_; expected both X_ and Y_ of every node",
                "ns2 | $ns_ at 1.0 \"$node_(0) setdest 1 1 1\" | :1: node 0 moves without a place; expected its X_ and Y_ before",
                "ns2 | $node_(0) set X_ 1~$node_(0) set Y_ 1~$ns_ at 5 \"$node_(0) setdest 1 1 1\"~$ns_ at 4 \"$node_(0) setdest 1 2 1\" | :4: time 4 of node 0 comes after 5.0; expected times in order",
                "ns2 | $node_(0) set X_ 1~$node_(0) set Y_ 1~$ns_ at 5 \"$node_(0) setdest 1 1 -1\" | :3: speed -1 is negative; expected a speed from 0 on",
                "ns2 | $node_(0) set X_ 1~$node_(0) set Y_ 1~$ns_ at 5 \"$node_(0) setdest 9 1 1e-30\" | :3: speed 1e-30 takes too long to arrive; expected at most 10000000000 time units",
                "ns2 | $node_(0) set X_ 1~$node_(0) set Y_ 1~$ns_ at 5 \"$node_(0) setdest 9 1 1\"~$node_(0) set X_ 4 | :4: node 0 jumps after it began to move; expected its place before",
                "ns2 | # nothing | : has no nodes; expected a ns2 trace",
                "bonnmotion | 0 1 2~0 1 2 3 | :2: has 4 numbers; expected t x y for every waypoint",
                "bonnmotion | 0 1 2 5 1 2 4 1 2 | :1: time 4 of node 0 comes after 5.0; expected times in order",
                "bonnmotion | 0 1 x | :1: 'x' is not a number; expected a number",
                "bonnmotion | -1 1 2 | :1: time -1 is out of range; expected a time from 0 to 10000000000",
                "csv | time,node,x,y~0,a,1 | :2: '0,a,1' has 3 fields; expected time,node,x,y",
                "csv | 0,a,1,2~zero,a,1,2 | :2: 'zero' is not a number; expected a number",
                "csv | 5,a,1,2~4,a,1,2 | :2: time 4 of node a comes after 5.0; expected times in order",
                "one | 0 CONN 0 1 up~1 CONN 0 1 open | :2: '1 CONN 0 1 open' is no connection event; expected t CONN a b up, or down",
                "one | 0 C M1 0 1 100 | :1: '0 C M1 0 1 100' is no connection event; expected t CONN a b up, or down",
                "one | 5 CONN 0 1 up~4 CONN 0 2 up | :2: time 4 comes after 5.0; expected times in order",
                "one | 5 CONN 0 1 up~6 CONN 1 0 up | :2: link 1-0 is up already; expected up and down in turn",
                "one | 5 CONN 0 1 down | :1: link 0-1 is not up; expected up and down in turn",
                "one | 5 CONN 3 3 up | :1: '5 CONN 3 3 up' links a node with itself; expected two different nodes",
                "contacts | 0 1 5 9~0 1 5 | :2: '0 1 5' is no contact; expected a b start end",
                "contacts | 0 1 5 4 | :1: ends at 4, before it begins at 5; expected start ≤ end",
                "contacts | 1 1 5 9 | :1: '1 1 5 9' links a node with itself; expected two different nodes",
                "graph | [] | :1: is no object; expected {\"nodes\": […], \"links\": […]}",
                "graph | {\"nodes\": 3} | :1: nodes is no list; expected […]",
                "graph | {\"links\": []} | :1: links stands before nodes; expected nodes first",
                "graph | {\"nodes\": [\"a\",~{\"name\": \"b\"}]} | :2: is a node without an id; expected a name, or {\"id\": name}",
                "graph | {\"nodes\": [\"a\",~\"a\"]} | :2: node 'a' is there twice; expected each node once",
                "graph | {\"nodes\": [\"a\"],~\"links\": [{\"source\": \"a\", \"target\": \"b\"}]} | :2: the target 'b' is no node; expected the name of one of the nodes",
                "graph | {\"nodes\": [\"a\"],~\"links\": [{\"source\": \"a\"}]} | :2: is a link without a target; expected the name of one of the nodes",
                "graph | {\"nodes\": [\"a\", \"b\"],~\"links\": [{\"source\": \"a\", \"target\": \"b\", \"quality\": 1.5}]} | :2: is a link with a wrong quality; expected a number from 0.01 to 1",
                "graph | {} | : has no nodes; expected a graph trace",
            })
    void wrongLines(String format, String text, String expected) throws IOException {
        Path file = Files.writeString(folder.resolve("bad"), text.replace('~', '\n'));
        TraceFormat chosen = TraceFormat.valueOf(format.toUpperCase(Locale.ROOT));
        assertThatThrownBy(() -> TraceReader.read(TraceSource.of(file, chosen)))
                .isInstanceOf(TraceException.class)
                .hasMessage(file + expected);
    }

    @Test
    void instantsNeedThreeColumns() throws IOException {
        Path file = Files.writeString(folder.resolve("bad"), "20 a b\n40 a\n");
        TraceSource source = new TraceSource(file, TraceFormat.CONTACTS, 20.0, null, null);
        assertThatThrownBy(() -> TraceReader.read(source))
                .hasMessage(file + ":2: '40 a' is no contact; expected t i j");
    }

    @Test
    void brokenJsonHasItsLine() throws IOException {
        Path file = Files.writeString(folder.resolve("bad.json"), "{\"nodes\": [\n\"a\" \"b\"]}");
        assertThatThrownBy(() -> TraceReader.read(TraceSource.of(file, TraceFormat.GRAPH)))
                .isInstanceOf(TraceException.class)
                .hasMessageMatching(".*bad\\.json:2: .*; expected valid JSON");
    }

    @Test
    void filesThatCannotBeRead() throws IOException {
        Path missing = folder.resolve("missing.one");
        assertThatThrownBy(() -> TraceReader.read(TraceSource.of(missing, TraceFormat.ONE)))
                .hasMessage(missing + ": does not exist; expected an existing file");
        assertThatThrownBy(() -> TraceReader.read(TraceSource.of(folder, TraceFormat.ONE)))
                .hasMessage(folder + ": is a folder; expected a file");
        Path notPacked = Files.writeString(folder.resolve("plain.one.gz"), "0 CONN 0 1 up\n");
        assertThatThrownBy(() -> TraceReader.read(TraceSource.of(notPacked, TraceFormat.ONE)))
                .hasMessage(notPacked + ": is not compressed with gzip; expected gzip, or a name without .gz");
    }

    @Test
    void aPackedFileThatEndsTooSoon() throws IOException {
        Path whole = folder.resolve("whole.one.gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(whole))) {
            for (int i = 0; i < 10_000; i++) {
                out.write((i + " CONN 0 " + (i + 1) + " up\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        byte[] bytes = Files.readAllBytes(whole);
        Path half = Files.write(folder.resolve("half.one.gz"), Arrays.copyOf(bytes, bytes.length / 2));
        assertThatThrownBy(() -> TraceReader.read(TraceSource.of(half, TraceFormat.ONE)))
                .isInstanceOf(TraceException.class)
                .hasMessageMatching(
                        ".*half\\.one\\.gz:\\d+: cannot be read further \\(.*\\); expected a complete file");
    }
}
