package io.meshlock.laboratory.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.laboratory.reproduce.Study.Mode;
import io.meshlock.laboratory.sweep.LocalEngine;
import io.meshlock.laboratory.sweep.SweepException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small reproductions from end to end. */
class ReproductionTest {

    @TempDir
    private Path folder;

    @Test
    void theSameInputsGiveTheSameBytes() throws Exception {
        run(TinyStudies.all(), folder.resolve("one"), 1);
        run(TinyStudies.all(), folder.resolve("two"), 2);
        Set<String> files = files(folder.resolve("one"));
        assertThat(files)
                .contains("report.html", "report.json", "figures/tiny-wait.csv", "figures/tiny-wait-policy-fifo.svg")
                .contains("figures/tiny-wait-policy-fifo.png", "runs/tiny-2/result.json");
        assertThat(files(folder.resolve("two"))).isEqualTo(files);
        for (String file : files) {
            if (!file.endsWith("sweep.jsonl")) { // in the order in which runs ended
                assertThat(folder.resolve("two").resolve(file))
                        .hasSameBinaryContentAs(folder.resolve("one").resolve(file));
            }
        }
    }

    @Test
    void itGoesOnWithWhatIsThere() throws Exception {
        Findings first = run(TinyStudies.all(), folder, 1);
        Findings again = new Reproduction(TinyStudies.all(), Mode.QUICK, 1, "test")
                .engine(work ->
                        assertThat(work.next()).as("nothing is left to do").isNull())
                .run(folder);
        assertThat(again.lines()).isEqualTo(first.lines());
    }

    @Test
    void aFolderOfAnotherReproductionIsRefused() throws Exception {
        run(TinyStudies.all(), folder, 1);
        Reproduction other = new Reproduction(TinyStudies.all(), Mode.QUICK, 7, "test");
        assertThatThrownBy(() -> other.run(folder))
                .isInstanceOf(SweepException.class)
                .hasMessageContaining("holds a sweep with another --seed");
    }

    @Test
    void whatCannotBeRunIsSaid() throws Exception {
        Findings findings = run(List.of(TinyStudies.impossible()), folder, 1);
        assertThat(findings.lines()).singleElement().satisfies(line -> {
            assertThat(line.verdict()).isEqualTo(Verdict.NOT_MEASURED);
            assertThat(line.corrected()).contains("no-such-algorithm");
        });
        assertThat(folder.resolve("report.html")).content().contains("Not measured: ");
    }

    @Test
    void theReportNeedsNothingFromElsewhere() throws Exception {
        run(TinyStudies.all(), folder, 1);
        String page = Files.readString(folder.resolve("report.html"));
        assertThat(page)
                .doesNotContain("{{", "src=", "@import", "url(", "<link")
                .doesNotContainPattern("href=\"(?!#)");
        assertThat(page)
                .contains("id=\"tiny-wait\"", "id=\"tiny-safe\"", "./meshlock sweep scenarios/alone.yaml ")
                .contains("&lt;b&gt; &amp; co")
                .doesNotContain("<b> & co");
    }

    private static Findings run(List<Study> studies, Path place, int threads) throws Exception {
        Findings findings = new Reproduction(studies, Mode.QUICK, 1, "test")
                .engine(new LocalEngine(threads))
                .run(place);
        findings.writeTo(place);
        return findings;
    }

    private static Set<String> files(Path place) throws IOException {
        try (Stream<Path> all = Files.walk(place)) {
            Set<String> names = new TreeSet<>();
            all.filter(Files::isRegularFile)
                    .forEach(file -> names.add(place.relativize(file).toString()));
            return names;
        }
    }
}
