package io.meshlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.daemon.page.RecordedRun;
import io.meshlock.journal.Journal;
import io.meshlock.journal.RecordedJournal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code meshlock hunt} and {@code meshlock replay} from outside. */
class HuntAndReplayTest {

    @TempDir
    private Path folder;

    private Path good;
    private Path printed;

    @BeforeEach
    void writeScenarios() throws IOException {
        String rest = """
                nodes: 6
                permits: 2
                duration: 100
                network: {topology: ring, churn: {mean: 20}}
                workload: {permits: uniform 1 2, priority: uniform 0 2}
                """;
        good = folder.resolve("good.yaml");
        Files.writeString(good, "algorithm: prioritized\n" + rest);
        printed = folder.resolve("printed.yaml");
        Files.writeString(printed, "algorithm: prioritized-as-printed\n" + rest);
    }

    @Test
    void goodHuntSaysWhatItCovered() {
        Outcome outcome = meshlock("hunt", good.toString(), "--schedules", "300");
        assertThat(outcome.code).isZero();
        assertThat(outcome.err).isEmpty();
        assertThat(outcome.out).contains("violations 0, starved 0", "delivered REQUEST", "longest healing");
        Outcome json = meshlock("hunt", good.toString(), "--schedules", "300", "--threads", "1", "--json");
        assertThat(json.out).contains("\"schedules\" : 300", "\"violations\" : 0");
    }

    /** Pools with recovery are hunted in worlds with time. */
    @Test
    void huntOfMachinesThatFail() throws IOException {
        Path machines = folder.resolve("machines.yaml");
        Files.writeString(machines, """
                algorithm: prioritized
                options: {recovery: 1, drift-ppm: 50000}
                nodes: 4
                permits: 2
                duration: 100
                network: {topology: full}
                workload: {permits: uniform 1 2}
                faults: {loss: 0.2, clockDrift: 0.05, crash: {mean: 50, down: 5, lostDisk: 0.1}, pause: {mean: 50, length: 5}}
                """);
        Outcome outcome = meshlock("hunt", machines.toString(), "--schedules", "40");
        assertThat(outcome.err).isEmpty();
        assertThat(outcome.code).isZero();
        assertThat(outcome.out).contains("loss up to 20.0 %, with recovery", "violations 0, starved 0");
        assertThat(outcome.out).containsPattern("crashes +[1-9]").containsPattern("recoveries +[1-9]");
        Outcome json = meshlock("hunt", machines.toString(), "--schedules", "40", "--json");
        assertThat(json.out).contains("\"resumed\" : {", "\"violations\" : 0");
        Outcome hard = meshlock(
                "hunt", machines.toString(), "--schedules", "20", "--nodes", "8", "--hardships", "restarts,mobility");
        assertThat(hard.code).isZero();
        Outcome lost = meshlock("hunt", machines.toString(), "--schedules", "10", "--token-losses", "0.05");
        assertThat(lost.code).isZero();
        assertThat(lost.out).containsPattern("bounded outages +[1-9]");
        Outcome unknown = meshlock("hunt", machines.toString(), "--schedules", "1", "--hardships", "rain");
        assertThat(unknown.code).isEqualTo(2);
        assertThat(unknown.err).startsWith("--hardships: unknown name 'rain'; expected some of [all, restarts,");
        Outcome calm = meshlock("hunt", good.toString(), "--schedules", "1", "--token-losses", "0.05");
        assertThat(calm.code).isEqualTo(2);
        assertThat(calm.err).startsWith("--token-losses: expected a share");
    }

    /** Of an algorithm that writes to anybody, what happens to messages and hosts counts. */
    @Test
    void huntOfHostsThatWriteToAnybody() throws IOException {
        Path hosts = folder.resolve("hosts.yaml");
        Files.writeString(hosts, """
                algorithm: lookahead
                nodes: 4
                permits: 2
                duration: 100
                network: {topology: full}
                workload: {permits: uniform 1 2}
                faults: {loss: 0.2, duplicate: 0.1, reorder: 0.5, reboot: {mean: 50, length: 5}}
                """);
        Outcome outcome = meshlock("hunt", hosts.toString(), "--schedules", "300");
        assertThat(outcome.err).isEmpty();
        assertThat(outcome.code).isZero();
        assertThat(outcome.out).contains("loss up to 20.0 %", "lost FORK", "violations 0, starved 0");
        assertThat(outcome.out).containsPattern("copies +[1-9]").containsPattern("overtakings +[1-9]");
        assertThat(outcome.out).containsPattern("reboots +[1-9]").containsPattern("absences +[1-9]");
    }

    /** From a finding to its picture and its replay, by what is printed. */
    @Test
    void aFindingSaysHowToLookAtIt() throws IOException {
        Path story = folder.resolve("found.txt");
        Path picture = folder.resolve("found.svg");
        Outcome outcome = meshlock(
                "hunt", printed.toString(), "--schedules", "1000", "--threads", "1", "--save", story.toString());
        assertThat(outcome.code).isEqualTo(1);
        String draw = "./meshlock replay " + story + " --svg " + picture;
        assertThat(outcome.out)
                .endsWith("kept in " + story + ": './meshlock replay " + story + " --playground' plays it, '" + draw
                        + "' draws it\n");
        Outcome drawn = meshlock(draw.substring("./meshlock ".length()).split(" ", -1));
        assertThat(drawn.code).as(drawn.err).isZero();
        assertThat(Files.readString(picture)).startsWith("<svg").contains("Found by a hunt: seed ");
        Outcome refused = meshlock("replay", printed.toString(), "--svg", picture.toString());
        assertThat(refused.err)
                .isEqualTo(
                        "'" + printed + "' cannot be drawn (no narrative: no line of it begins with 'mesh'); expected a"
                                + " narrative, as 'hunt --save' keeps it\n");
        assertThat(refused.code).isEqualTo(2);
    }

    /** The printed command gives the same failure, shrunk to the same narrative, byte for byte. */
    @Test
    void failureIsSeenAgain() {
        Outcome outcome = meshlock("hunt", printed.toString(), "--schedules", "1000");
        assertThat(outcome.code).isEqualTo(1);
        List<String> words =
                List.of(outcome.out.split("see it again with: ./meshlock ", 2)[1].split("\n", 2)[0].split(" "));
        Outcome again = meshlock(words.toArray(String[]::new));
        assertThat(again.code).isEqualTo(1);
        assertThat(story(again.out)).isEqualTo(story(outcome.out)).contains("\nmesh links a b", "\nend\n----\n");
        assertThat(outcome.out)
                .as("the story comes first")
                .startsWith("seed ")
                .containsPattern("\n(it was the first schedule|the .* before it went well)\n");
    }

    @Test
    void huntGoesOnFromItsState() throws IOException {
        String state = folder.resolve("state.txt").toString();
        assertThat(meshlock("hunt", good.toString(), "--schedules", "100", "--state", state).code)
                .isZero();
        Outcome rest = meshlock("hunt", good.toString(), "--schedules", "250", "--state", state);
        assertThat(rest.out).isEqualTo(meshlock("hunt", good.toString(), "--schedules", "250").out);
        Outcome other = meshlock("hunt", printed.toString(), "--schedules", "250", "--state", state);
        assertThat(other.code).isEqualTo(2);
        assertThat(other.err).contains("state.txt:4:", "expected").hasLineCount(1);
        Files.writeString(Path.of(state), Files.readString(Path.of(state)) + "count many GRANTS\n");
        assertThat(meshlock("hunt", good.toString(), "--schedules", "250", "--state", state).err)
                .contains("count many GRANTS", "expected")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({"--schedules 0", "--schedules many", "--schedules 1 --steps 0", "--schedules 1 --threads 0", "--seed 1"
    })
    void badArgumentsGetOneLine(String flags) {
        Outcome outcome = meshlock(("hunt " + good + " " + flags).split(" "));
        assertThat(outcome.code).isEqualTo(2);
        assertThat(outcome.out).isEmpty();
        assertThat(outcome.err).hasLineCount(1);
    }

    @Test
    void journalIsTold() {
        Path run = folder.resolve("run");
        meshlock("sim", good.toString(), "--out", run.toString());
        Outcome all = meshlock("replay", run.toString(), "--text");
        assertThat(all.code).isZero();
        assertThat(all.out)
                .as("its signs are explained first")
                .startsWith("# ")
                .contains("# 1#2x3@4 is a request in the queue: ", "# 1 -> 2 GRANT: node 1 sends it; 2 receives ")
                .contains(" wants ", " waits as ", " enters: ", " leaves: ", " receives ", " is down", "the end");
        String some = meshlock("replay", run.toString(), "--request", "3", "--text").out;
        assertThat(some)
                .contains("request 3 enters")
                .doesNotContain("request 4 ")
                .hasLineCount((int)
                        some.lines().filter(line -> all.out.contains(line)).count());
        assertThat(meshlock("replay", run.toString(), "--node", "2", "--from", "10", "--to", "20")
                        .out
                        .lines()
                        .filter(line -> !line.startsWith("#")))
                .isNotEmpty()
                .allMatch(line -> line.startsWith("1") || line.startsWith("20 "))
                .allMatch(line -> line.contains("2"));
        Outcome checked = meshlock("replay", run.toString(), "--until-violation");
        assertThat(checked.code).isZero();
        assertThat(checked.out).startsWith("no rule was broken in ");
    }

    /** The page can show every kind of event that journals have. */
    @Test
    void everyEventCanBeShown() throws Exception {
        Set<String> events = Stream.of(Journal.class.getMethods())
                .filter(Method::isDefault)
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(events).hasSizeGreaterThan(20);
        Path journal = folder.resolve("journal.jsonl");
        Files.write(
                journal,
                events.stream()
                        .map(
                                event -> "{\"t\":1,\"e\":\"" + event
                                        + "\",\"n\":1,\"to\":2,\"r\":1,\"h\":1,\"p\":0,\"g\":1,\"m\":\"X\",\"k\":3,"
                                        + "\"bytes\":1,\"text\":\"\",\"key\":[0,0,1,1],\"held\":1,\"why\":\"LESS_THAN_ONE_PERMIT\","
                                        + "\"version\":1,\"by\":1,\"until\":2,\"incarnation\":1,\"round\":1,\"maker\":1,\"how\":\"\"}")
                        .toList());
        RecordedRun.Facts facts = new RecordedRun.Facts("all", "", pool -> 0, null);
        try (RecordedRun run = RecordedRun.open(RecordedJournal.find(journal), facts)) {
            assertThat(run.awaitEnd(Duration.ofMinutes(2))).isNull();
        }
    }

    @Test
    void replayStopsAtTheViolation() throws IOException {
        Path run = Files.createDirectory(folder.resolve("broken"));
        Files.copy(good, run.resolve("scenario.yaml"));
        Files.writeString(run.resolve("journal-1.jsonl"), """
                {"t":0,"e":"requested","n":0,"r":1,"h":2,"p":0}
                {"t":0,"e":"decided","n":0,"g":1,"key":[0,0,1,2]}
                {"t":0,"e":"granted","n":0,"r":1,"g":1,"h":2,"slots":[1,2]}
                {"t":1.5,"e":"requested","n":1,"r":2,"h":1,"p":0}
                {"t":1.5,"e":"decided","n":0,"g":2,"key":[0,0,4294967297,1]}
                {"t":1.5,"e":"granted","n":1,"r":2,"g":2,"h":1,"slots":[1]}
                {"t":2,"e":"ended"}
                """);
        Outcome outcome = meshlock("replay", run.toString(), "--until-violation");
        assertThat(outcome.code).isEqualTo(1);
        assertThat(outcome.out)
                .contains("1.5 request 2 enters", "broken at event 6: ")
                .doesNotContain("the end");
    }

    @Test
    void wrongFilesGetOneLine() throws IOException {
        Path journal = folder.resolve("journal.jsonl");
        Files.writeString(journal, "{\"t\":0,\"e\":\"healed\"}\n{\"t\":1,\"e\":\n");
        Outcome broken = meshlock("replay", journal.toString());
        assertThat(broken.code).isEqualTo(2);
        assertThat(broken.err).contains("journal.jsonl:2: ", "expected").hasLineCount(1);
        Files.writeString(journal, "{\"t\":0,\"e\":\"jumped\"}\n");
        assertThat(meshlock("replay", journal.toString()).err).contains("journal.jsonl:1: unknown event 'jumped'");
        assertThat(meshlock("replay", journal.toString(), "--until-violation").err)
                .contains("no scenario.yaml beside it");
        assertThat(meshlock("replay", folder.resolve("none").toString()).code).isEqualTo(2);
        Path gz = Files.writeString(folder.resolve("plain.jsonl.gz"), "{}\n");
        assertThat(meshlock("replay", gz.toString()).err)
                .contains("plain.jsonl.gz:1: ")
                .hasLineCount(1);
    }

    private static String story(String out) {
        String told = out.substring(out.indexOf("seed "), out.indexOf(", from seed "));
        return told.substring(0, told.lastIndexOf('\n'));
    }

    private record Outcome(int code, String out, String err) {}

    private static Outcome meshlock(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(new PrintWriter(out), new PrintWriter(err), args);
        return new Outcome(code, out.toString(), err.toString());
    }
}
