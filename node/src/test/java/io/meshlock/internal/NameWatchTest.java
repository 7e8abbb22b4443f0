package io.meshlock.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.spi.Peer;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Nodes with the same name")
class NameWatchTest {

    private final NameWatch watch = new NameWatch(new Peer(1, "a", 1));

    @Test
    void areToldOnceUntilItChanges() {
        assertThat(watch.look(Map.of(2, "b", 3, "c"))).isEmpty();
        assertThat(watch.look(Map.of(2, "b", 4, "a")))
                .containsExactly("node a(1): nodes 1 and 4 are called 'a'; give each a name of its own");
        assertThat(watch.look(Map.of(2, "b", 4, "a"))).isEmpty();
        assertThat(watch.look(Map.of(2, "a", 4, "a")))
                .containsExactly("node a(1): nodes 1, 2 and 4 are called 'a'; give each a name of its own");
        assertThat(watch.look(Map.of(2, "b"))).isEmpty();
        assertThat(watch.look(Map.of(4, "a"))).hasSize(1);
    }
}
