package io.meshlock.laboratory.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.laboratory.reproduce.Claim.Never;
import io.meshlock.laboratory.reproduce.Claim.Ratio;
import io.meshlock.laboratory.reproduce.Study.Dimension;
import io.meshlock.laboratory.reproduce.Study.Mode;
import io.meshlock.laboratory.scenario.Setting;
import io.meshlock.laboratory.sweep.Replications;
import io.meshlock.laboratory.sweep.Sweep;
import io.meshlock.laboratory.sweep.SweepException;
import io.meshlock.simulator.metrics.Metric;
import io.meshlock.yaml.Value.Section;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every description is whole: its scenarios resolve, and its claims speak of what is measured. */
class StudiesTest {

    static List<Study> studies() {
        return Studies.all();
    }

    @Test
    void everyFigureOfThePapersIsThere() {
        List<String> names = new ArrayList<>();
        studies().forEach(study -> study.figures().forEach(figure -> names.add(figure.name())));
        assertThat(names)
                .contains("krl-fig6", "krl-fig7", "krl-fig8", "krl-fig9")
                .contains("wu-fig4", "wu-fig5", "wu-fig6", "wu-fig7")
                .contains("jiang-exclusion", "jiang-priority", "jiang-delay", "jiang-concurrency")
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("studies")
    void everyCellCanBeRun(Study study) {
        for (Mode mode : Mode.values()) {
            for (Part part : Part.of(study, mode)) {
                Section scenario = Studies.scenario(study);
                for (Map.Entry<String, String> setting : part.settings().entrySet()) {
                    scenario = new Setting("--set", setting.getKey(), setting.getValue()).applyTo(scenario);
                }
                Sweep sweep = Sweep.of(scenario, part.axes(), 1, Replications.fixed(part.runs()), "test");
                assertThat(sweep.plan().cells()).hasSameSizeAs(part.cells().values());
                assertThat(sweep.plan().cells()).allSatisfy(cell -> {
                    assertThat(cell.impossible()).as(cell.label()).isNull();
                    assertThat(part.cells())
                            .containsKey(List.copyOf(cell.values().values()));
                });
            }
        }
    }

    @ParameterizedTest
    @MethodSource("studies")
    void claimsSpeakOfWhatIsMeasured(Study study) {
        for (Figure figure : study.figures()) {
            assertThat(figure.claims()).isNotEmpty();
            study.dimension(figure.x());
            figure.panels().forEach(study::dimension);
            isKnownMetric(figure.metric());
            Set<String> names = new HashSet<>();
            for (Claim claim : figure.claims()) {
                assertThat(names.add(claim.name())).as(claim.name()).isTrue();
                claim.at().forEach((dimension, levels) -> levels.forEach(level -> isKnown(study, dimension, level)));
                if (claim.test() instanceof Ratio ratio) {
                    isKnownMetric(ratio.metric());
                    ratio.of().forEach((dimension, level) -> isKnown(study, dimension, level));
                    ratio.to().forEach((dimension, level) -> isKnown(study, dimension, level));
                    assertThat(ratio.of().keySet()).isEqualTo(ratio.to().keySet());
                } else if (claim.test() instanceof Never never) {
                    isKnownMetric(never.metric());
                }
            }
        }
    }

    /** The quick reproduction must be able to judge every claim. */
    @ParameterizedTest
    @MethodSource("studies")
    void everyClaimHasAQuickLevel(Study study) {
        for (Figure figure : study.figures()) {
            for (Claim claim : figure.claims()) {
                claim.at().forEach((dimension, levels) -> {
                    if (!dimension.equals("algorithm")) {
                        Dimension quick = study.dimensions(Mode.QUICK).stream()
                                .filter(each -> each.name().equals(dimension))
                                .findFirst()
                                .orElseThrow();
                        assertThat(quick.levels()).as(claim.name()).anyMatch(level -> levels.contains(level.label()));
                    }
                });
            }
        }
    }

    private static void isKnown(Study study, String dimension, String level) {
        if (dimension.equals("algorithm")) {
            assertThat(study.variants()).anyMatch(variant -> variant.role().equals(level));
        } else {
            assertThat(study.dimension(dimension).levels())
                    .anyMatch(each -> each.label().equals(level));
        }
    }

    private static void isKnownMetric(String metric) {
        for (String part : metric.split(" / ", -1)) {
            if (!part.startsWith("waitOfPriority")) {
                assertThat(Metric.labels()).contains(part);
            }
        }
    }

    @Test
    void figuresAreChosenByNamePaperOrNumber() {
        assertThat(figures("krl-fig6")).containsExactly("krl-fig6");
        assertThat(figures("fig7")).containsExactly("krl-fig7", "wu-fig7");
        assertThat(figures("wu")).contains("wu-fig4", "wu-fig7").doesNotContain("krl-fig7");
        assertThat(figures()).hasSizeGreaterThan(11);
    }

    @Test
    void anUnknownFigureIsNamed() {
        assertThatThrownBy(() -> Studies.select(List.of("fig66")))
                .isInstanceOf(SweepException.class)
                .hasMessageStartingWith(
                        "'fig66': there is no such figure (did you mean 'fig6'?); expected some of krl-fig6, krl, fig6, ");
    }

    private static List<String> figures(String... names) {
        return Studies.select(List.of(names)).stream()
                .flatMap(study -> study.figures().stream())
                .map(Figure::name)
                .toList();
    }

    @Test
    void theCommandOfAPartIsTheSweep() {
        Study study = Studies.select(List.of("krl-fig8")).get(0);
        assertThat(Part.of(study, Mode.QUICK).get(0).command(1))
                .startsWith("./meshlock sweep scenarios/krl-static.yaml --set 'workload.think=exponential 10' --set ")
                .contains(" --vary 'network.churn=none,{mean: 500},{mean: 50}' --vary network.density=0.1,0.2,0.4,0.8"
                        + " --vary algorithm=krl-as-printed,krlf-as-printed,krl,krlf")
                .endsWith(" --runs 5 --seed 1");
    }
}
