package io.meshlock.link.tcp;

import static io.meshlock.TestTimeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.spi.HostPort;
import io.meshlock.spi.LinkCounter;
import io.meshlock.spi.LinkEnd;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two processes with the keys of one node, and a third that both dial. */
@DisplayName("Twins")
class TwinLinksTest {

    private static final int DIALS = 10;

    @TempDir
    Path folder;

    private TestMesh mesh;

    @BeforeEach
    void start() {
        mesh = new TestMesh(folder);
    }

    @AfterEach
    void stop() {
        mesh.close();
    }

    /** The node with the smaller number is the arbiter of a link. */
    @ParameterizedTest
    @CsvSource({"1, 3", "3, 1"})
    void doNotFlipTheirNeighbourAndAllThreeAreTold(int twins, int neighbour) {
        Recorder third = mesh.node(neighbour);
        Recorder older = mesh.node(anywhere(twins, neighbour));
        await().until(() -> third.isUp(twins));
        Recorder later = mesh.node(anywhere(twins, neighbour));
        await().until(() -> third.isUp(twins)
                && third.link(twins).peer().incarnation()
                        == later.transport().self().incarnation());
        long failed = older.count(LinkCounter.DIALS_FAILED);
        await().until(() -> older.count(LinkCounter.DIALS_FAILED) >= failed + DIALS);
        assertThat(third.link(twins).peer()).isEqualTo(later.transport().self());
        assertThat(third.ends()).as("one link replaced another once").containsExactly(LinkEnd.REPLACED);
        assertThat(later.ends()).isEmpty();

        String node = "node n" + twins + "(" + twins + ")";
        await().until(() -> !later.transport().problems().isEmpty());
        assertThat(third.transport().problems())
                .singleElement()
                .asString()
                .startsWith("two processes are " + node + ", one at ");
        assertThat(older.transport().problems())
                .singleElement()
                .asString()
                .startsWith("another process is " + node + ", too: it was started later, and the node at ");
        assertThat(later.transport().problems())
                .singleElement()
                .asString()
                .startsWith("another process is " + node + ", too: it was started earlier, and n" + neighbour);
        assertThat(third.broken()).isEmpty();
    }

    private TcpSettings anywhere(int node, int dialled) {
        return mesh.settings(node, dialled).withListen(new HostPort("127.0.0.1", 0));
    }
}
