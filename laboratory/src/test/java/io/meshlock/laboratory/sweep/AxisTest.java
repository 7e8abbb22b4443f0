package io.meshlock.laboratory.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.meshlock.laboratory.scenario.ScenarioReader;
import io.meshlock.testing.ApprovedAnswers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AxisTest {

    @Test
    void commasSeparateValuesUnlessSomethingEnclosesThem() {
        assertThat(Axis.parse("nodes=10, 30,100")).isEqualTo(new Axis("nodes", List.of("10", "30", "100")));
        assertThat(Axis.parse("workload.think=exponential 1,uniform 1 3").values())
                .containsExactly("exponential 1", "uniform 1 3");
        assertThat(Axis.parse("network.churn=none,{mean: 50, keepConnected: false},{mean: 9}")
                        .values())
                .containsExactly("none", "{mean: 50, keepConnected: false}", "{mean: 9}");
        assertThat(Axis.parse("workload.only=[1,2],all").values()).containsExactly("[1,2]", "all");
        assertThat(Axis.parse("description=\"a, b\",'c, d'").values()).containsExactly("\"a, b\"", "'c, d'");
    }

    @Test
    void badAxes() throws IOException {
        ApprovedAnswers.check(Path.of("src", "test", "resources", "mistakes", "axes.txt"), written -> {
            String message = catchThrowable(() -> Axis.parse(written)).getMessage();
            assertThat(message).startsWith("--vary " + written + ": ");
            return message;
        });
    }

    @Test
    void axesMustDifferAndBeFew() {
        Axis nodes = Axis.parse("nodes=1,2");
        assertThatThrownBy(() -> sweep(List.of(nodes, nodes)))
                .isInstanceOf(SweepException.class)
                .hasMessage("--vary nodes: is there twice; expected all values of a setting in one --vary");
        String many = IntStream.range(1, 102).mapToObj(Integer::toString).collect(Collectors.joining(","));
        assertThatThrownBy(() -> sweep(List.of(Axis.parse("nodes=" + many), Axis.parse("permits=" + many))))
                .isInstanceOf(SweepException.class)
                .hasMessage(
                        "--vary permits: makes more than 10000 combinations; expected fewer values, or several sweeps");
    }

    private static Sweep sweep(List<Axis> axes) {
        return Sweep.of(ScenarioReader.tree("mesh.yaml", "nodes: 3\n"), axes, 1, Replications.fixed(1), "test");
    }
}
