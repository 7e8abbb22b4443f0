package io.meshlock.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpellingTest {

    private static final List<String> KNOWN = List.of("density", "delay", "churn", "linkDeath");

    @Test
    void namesNearMisses() {
        assertThat(Spelling.hint("densty", KNOWN)).isEqualTo(" (did you mean 'density'?)");
        assertThat(Spelling.hint("linkdeath", KNOWN)).isEqualTo(" (did you mean 'linkDeath'?)");
        assertThat(Spelling.hint("latency", KNOWN)).isEmpty();
    }

    @Test
    void countsEdits() {
        assertThat(Spelling.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(Spelling.distance("", "abc")).isEqualTo(3);
        assertThat(Spelling.distance("same", "same")).isZero();
    }
}
