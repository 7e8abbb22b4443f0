package io.meshlock.link.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.keys.MeshIdentity;
import io.meshlock.spi.LinkEnd;
import io.meshlock.spi.LinkTimings;
import io.meshlock.spi.Peer;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a node remembers of peers that are gone. Without TLS anybody can claim any number, one after another. */
@DisplayName("Peers that are gone")
class LinkTableTest {

    private static final int MOST = 4_096;
    private static final int SELF = 10_000;

    /** The node itself has the largest number, so that every peer decides and has to be told of lost links. */
    @Test
    void areRememberedUpToABound() {
        LinkTable table = new LinkTable(SELF, 1, LinkTimings.DEFAULTS, 1);
        TcpSettings settings = TcpSettings.plain(new MeshIdentity("test", SELF, "self"), 1);
        EmbeddedChannel channel = new EmbeddedChannel();
        try (TcpTransport transport = new TcpTransport(settings)) {
            for (int number = 1; number <= 2 * MOST; number++) {
                TcpLink link = new TcpLink(transport, channel, new Peer(number, "n", 5), number, 7, 0);
                table.raise(link, 0);
                assertThat(table.lower(link, LinkEnd.BROKEN, 1)).isTrue();
            }
        }
        assertThat(table.lost(2 * MOST)).isEqualTo(new LinkTable.Lost(7, 5));
        assertThat(IntStream.rangeClosed(1, 2 * MOST)
                        .filter(number -> !table.lost(number).equals(LinkTable.Lost.NONE))
                        .toArray())
                .as("the newest")
                .hasSize(MOST)
                .contains(MOST + 1)
                .doesNotContain(MOST);
        assertThat(table.heldMillis(2 * MOST, 1)).as("its link flapped").isPositive();
        table.prune(1_000_000);
        assertThat(table.heldMillis(2 * MOST, 1)).as("forgotten").isZero();
    }

    /** A twin is told by a larger incarnation that was heard before. */
    @Test
    void areCountedAsPossibleTwinsUpToABound() {
        Twins twins = new Twins();
        for (int number = 1; number <= MOST + 1; number++) {
            assertThat(twins.heard(new Peer(number, "n", 7), "10.0.0.7:7400", 0))
                    .isNull();
        }
        assertThat(hearsOlderTwice(twins, MOST + 1)).isNotNull();
        assertThat(hearsOlderTwice(twins, 1)).as("forgotten").isNull();
        for (int number = 100; number < 200; number++) {
            assertThat(hearsOlderTwice(twins, number)).isNotNull();
        }
        assertThat(twins.problems(0)).hasSize(16);
    }

    private static String hearsOlderTwice(Twins twins, int number) {
        twins.heard(new Peer(number, "n", 5), "10.0.0.5:7400", 0);
        return twins.heard(new Peer(number, "n", 5), "10.0.0.5:7400", 0);
    }
}
