package io.meshlock.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.PoolConfig;
import io.meshlock.journal.Journals;
import io.meshlock.journal.RecordedJournal;
import io.meshlock.journal.check.JournalJudge;
import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.registry.Algorithms;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A short flight: real nodes, real links. */
class DemoTest {

    @TempDir
    private Path folder;

    @Test
    void aFlightIsToldAndJudged() throws Exception {
        StringWriter told = new StringWriter();
        DemoResult result;
        try (Demo demo = new Demo(4, 1, folder, new PrintWriter(told), System::nanoTime)) {
            result = demo.run(3);
        }
        assertThat(result.conclusion()).hasSize(1);
        assertThat(result.violations()).isZero();
        assertThat(result.starved()).isZero();
        assertThat(result.pools())
                .allSatisfy(
                        pool -> assertThat(pool.judge().lines()).as(pool.pool()).isPositive());
        assertThat(told.toString()).contains("all links are mended");
        theJudgeSeesWhatIsWrong(folder);
    }

    /** The same journals, in which somebody is granted what somebody else holds. */
    private static void theJudgeSeesWhatIsWrong(Path flight) throws IOException {
        Guarantees promises = Algorithms.named(PoolConfig.DEFAULT_ALGORITHM).guarantees();
        assertThat(violations(flight, promises)).isZero();
        Path journal = firstGrantIn(flight);
        List<String> lines = Files.readAllLines(journal);
        lines.removeIf(line -> line.contains("\"e\":\"released\""));
        Files.write(journal, lines);
        assertThat(violations(flight, promises)).isPositive();
    }

    private static long violations(Path flight, Guarantees promises) throws IOException {
        RecordedJournal docks = RecordedJournal.find(flight).of(Demo.DOCKS);
        return JournalJudge.judge(docks.merged(), 2, promises, 1, Journals.none())
                .checkers()
                .violations();
    }

    private static Path firstGrantIn(Path flight) throws IOException {
        try (Stream<Path> files = Files.list(flight)) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith("docks."))
                    .sorted()
                    .toList()) {
                if (Files.readString(file).contains("\"e\":\"released\"")) {
                    return file;
                }
            }
        }
        throw new AssertionError("nobody gave anything back");
    }
}
