package io.meshlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Policies")
class PolicyTest {

    /** The runtime converts policies by name. */
    @Test
    void areThoseOfTheProtocol() {
        assertThat(Arrays.stream(Policy.values()).map(Policy::name).toList())
                .isEqualTo(Arrays.stream(io.meshlock.protocol.Policy.values())
                        .map(Enum::name)
                        .toList());
        assertThat(Arrays.stream(Policy.values()).map(Policy::label).toList())
                .isEqualTo(Arrays.stream(io.meshlock.protocol.Policy.values())
                        .map(io.meshlock.protocol.Policy::label)
                        .toList());
    }

    @Test
    void areFoundByTheirLabels() {
        for (Policy policy : Policy.values()) {
            assertThat(Policy.named(policy.label())).isEqualTo(policy);
        }
        assertThatThrownBy(() -> Policy.named("luck")).hasMessageContaining("unknown policy 'luck'");
    }
}
