package io.meshlock.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.Test;

class WorldSpecTest {

    @Test
    void aBuilderThatIsToldNothingBuildsTheSame() {
        WorldSpec spec = new Toy.Spec()
                .build()
                .withFailures(Failures.NONE.withClockDrift(0.1).withClosing());
        assertThat(spec.toBuilder().build()).isEqualTo(spec);
    }

    @Test
    void oneThingChangesAndNothingElse() {
        WorldSpec spec = new Toy.Spec().build();
        WorldSpec larger = spec.withNodes(spec.nodes() + 1);
        assertThat(larger.nodes()).isEqualTo(spec.nodes() + 1);
        assertThat(larger.withNodes(spec.nodes())).isEqualTo(spec);
    }

    @Test
    void whatIsMissingIsNamed() {
        WorldSpec spec = new Toy.Spec().build();
        WorldSpec.Builder builder = WorldSpec.builder(spec.algorithm()).pool(spec.pool());
        assertThatNullPointerException()
                .isThrownBy(() -> builder.workload(spec.workload()).build())
                .withMessage("network");
    }
}
