package io.meshlock.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.spi.Peer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Later words of a node than it has said")
class LaterSelfTest {

    private long now = -5;
    private final LaterSelf laterSelf = new LaterSelf(new Peer(3, "c", 1), () -> now);

    @Test
    void areAProblemForAWhile() {
        laterSelf.look(0, List.of());
        assertThat(laterSelf.problem()).isEmpty();
        laterSelf.look(2, List.of());
        assertThat(laterSelf.problem().orElseThrow())
                .startsWith("others heard more from node c(3) than this process has said: ");
        now += LaterSelf.PROBLEM_NANOS;
        laterSelf.look(2, List.of());
        assertThat(laterSelf.problem()).isPresent();
        laterSelf.look(3, List.of());
        now += LaterSelf.PROBLEM_NANOS;
        laterSelf.look(1, List.of()); // a pool has gone
        assertThat(laterSelf.problem()).isPresent();
        now++;
        assertThat(laterSelf.problem()).isEmpty();
        laterSelf.look(2, List.of());
        assertThat(laterSelf.problem()).isPresent();
    }
}
