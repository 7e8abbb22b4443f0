package io.meshlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.cli.command.ExitCodes;
import io.meshlock.simulator.narrative.Narrative;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code meshlock explore} from outside. */
class ExploreCommandTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int explore(String flags) {
        String[] arguments = ("explore " + flags).trim().split(" ", -1);
        return Main.run(new PrintWriter(out), new PrintWriter(err), arguments);
    }

    @Test
    void aSmallMeshIsExploredToTheEnd() {
        assertThat(explore("--graph ring:3 --changes 1")).isEqualTo(ExitCodes.OK);
        assertThat(out.toString()).contains("a-b,a-c,b-c").endsWith("everybody can be and in the end is served\n");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aViolationIsToldDrawnAndKept() throws IOException {
        Path story = folder.resolve("found.txt");
        Path picture = folder.resolve("found.svg");
        int code = explore(
                "--algorithm prioritized-as-printed --permits 2 --sizes 1,2,1 --save " + story + " --svg " + picture);
        assertThat(code).isEqualTo(ExitCodes.FOUND_SOMETHING);
        assertThat(out.toString()).contains("never served: c1").contains("violation after 20 steps");
        String kept = Files.readString(story);
        assertThat(out.toString()).contains(kept);
        assertThat(Narrative.run(kept)).isEqualTo(kept);
        assertThat(Files.readString(picture)).startsWith("<svg");
        assertThat(out.toString())
                .endsWith("kept in " + story + ": './meshlock replay " + story
                        + " --playground' plays it, and it is drawn in " + picture + "\n");
    }

    @Test
    void jsonIsOneDocumentAndTheSameEveryTime() {
        String flags = "--all-graphs 3 --json";
        assertThat(explore(flags)).isEqualTo(ExitCodes.OK);
        String first = out.toString();
        JsonNode document = JsonMapper.shared().readTree(first);
        assertThat(document.get("explorations")).hasSize(3);
        assertThat(document.get("explorations").get(0).get("complete").asBoolean())
                .isTrue();
        assertThat(document.get("explorations").get(0).has("elapsedSeconds")).isFalse();
        out.getBuffer().setLength(0);
        explore(flags);
        assertThat(out.toString()).isEqualTo(first);
    }

    @Test
    void aLimitIsNamed() {
        assertThat(explore("--requests 2 --max-states 50")).isEqualTo(ExitCodes.OK);
        assertThat(out.toString()).contains("not everything was explored").contains("--max-states");
    }

    @Test
    void recoveryIsExploredOverInterleavings() {
        String flags = "--option recovery=1 --graph full:3 --interleavings --faults 1,1 --horizon 5";
        assertThat(explore(flags)).isEqualTo(ExitCodes.OK);
        assertThat(out.toString()).contains("3 nodes, k = 1").endsWith("complete: no violation\n");
        out.getBuffer().setLength(0);
        assertThat(explore(flags + " --max-states 50")).isEqualTo(ExitCodes.OK);
        assertThat(out.toString()).contains("not everything was explored: --max-states was reached");
        out.getBuffer().setLength(0);
        assertThat(explore(flags + " --json")).isEqualTo(ExitCodes.OK);
        assertThat(JsonMapper.shared().readTree(out.toString()).get("complete").booleanValue())
                .isTrue();
    }

    @Test
    void poolsWithRecoveryAreExploredByTimetables() {
        String flags = "--option recovery=1 --graph full:3 --horizon 4 --grid 2 --stride 97";
        assertThat(explore(flags)).isEqualTo(ExitCodes.OK);
        assertThat(out.toString()).contains("14 of 1,296 timetables").contains("not all: no violation");
        assertThat(explore(flags + " --json")).isEqualTo(ExitCodes.OK);
        assertThat(out.toString()).contains("\"timetables\" : 1296", "\"played\" : 14", "\"violations\" : 0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--option recovery=1 | --graph: with recovery, expected full:3 or more nodes, not line:3",
                "--option recovery=1 --graph full:5 --interleavings | explore: 1 to 4 nodes can be explored, not 5",
                "--option recovery=1 --graph full:3 --interleavings --faults 3 | --faults: expected two instants",
                "--option recovery=1 --graph full:3 --grid 0 | --grid, --horizon, --seeds, --stride: expected",
                "--graph a-b,c-d | explore: the graph is not connected",
                "--permits 1 --h 2 | explore: a request of 2 permits cannot be served by a pool of 1",
                "--permits 0 | explore: a pool needs at least 1 permit, not 0",
                "--requests 0 | --requests: 0 is out of range",
                "--requests 9 | --requests: 9 is out of range",
                "--algorithm nope | explore: unknown algorithm 'nope'",
                "--graph line:9 | explore: '9' nodes cannot be explored; expected 1 to 8",
                "--graph blob:3 | explore: unknown graph 'blob:3'",
                "--graph a-a | explore: 'a-a' is no link",
                "--all-graphs 6 | --all-graphs: 6 is out of range",
                "--changes -1 | explore: link changes must be 0 to 100, not -1",
                "--ignore luck | --ignore: unknown rule 'luck'",
                "--option x=1 | explore: algorithm 'prioritized' has no option 'x'",
                "--policy none | explore: unknown policy 'none'",
                "--sizes x | meshlock explore: Invalid value for option '--sizes'",
            })
    void badFlagsGetOneLine(String flags, String message) {
        assertThat(explore(flags)).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).startsWith(message).hasLineCount(1);
        assertThat(out.toString()).isEmpty();
    }
}
