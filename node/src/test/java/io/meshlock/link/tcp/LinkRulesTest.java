package io.meshlock.link.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.spi.HostPort;
import io.meshlock.spi.LinkTimings;
import io.meshlock.spi.Peer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The timing rules of links, with a clock that the test controls. */
@DisplayName("Rules of links")
class LinkRulesTest {

    private static final LinkTimings TIMINGS = LinkTimings.DEFAULTS;

    // ---- flapping ---------------------------------------------------------------------------------------------------

    @Test
    void aNewPeerIsNotHeldDown() {
        FlapDamping damping = new FlapDamping(TIMINGS);
        assertThat(damping.heldMillis(0)).isZero();
        assertThat(damping.heldMillis(Long.MIN_VALUE / 4)).isZero();
        assertThat(damping.heldMillis(Long.MAX_VALUE / 4)).isZero();
    }

    @Test
    void aLinkThatFlapsIsHeldDownLongerAndLonger() {
        FlapDamping damping = new FlapDamping(TIMINGS);
        long now = 0;
        long[] expected = {200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000, 30_000};
        for (long held : expected) {
            damping.up(now);
            now += 10;
            damping.down(now, false);
            assertThat(damping.heldMillis(now)).isEqualTo(held);
            now += held;
            assertThat(damping.heldMillis(now)).isZero();
        }
    }

    /** A radio link that flaps every 10 ms for an hour. */
    @Test
    void anHourOfFlappingCostsFewChanges() {
        FlapDamping damping = new FlapDamping(TIMINGS);
        int changes = 0;
        boolean up = false;
        for (long now = 0; now < 3_600_000; now += 10) {
            if (up) {
                damping.down(now, false);
                up = false;
            } else if (damping.heldMillis(now) == 0) {
                damping.up(now);
                up = true;
                changes++;
            }
        }
        assertThat(changes).isBetween(120, 140);
    }

    @Test
    void aLinkThatWasSteadyOrEndedInGoodOrderComesBackAtOnce() {
        FlapDamping damping = new FlapDamping(TIMINGS);
        damping.up(0);
        damping.down(5, false);
        damping.up(1_000);
        damping.down(1_000 + TIMINGS.steadyMillis(), false);
        assertThat(damping.heldMillis(1_000 + TIMINGS.steadyMillis())).isZero();
        damping.up(50_000);
        damping.down(50_001, true);
        assertThat(damping.heldMillis(50_001)).isZero();
        damping.up(60_000);
        damping.down(60_001, false);
        assertThat(damping.heldMillis(60_001)).as("the count began anew").isEqualTo(200);
        assertThat(damping.isForgettable(60_001)).isFalse();
        assertThat(damping.isForgettable(200_000)).isTrue();
    }

    // ---- heartbeats -------------------------------------------------------------------------------------------------

    @Test
    void noKeepAliveWhileDataFlows() {
        KeepAlive keepAlive = new KeepAlive(TIMINGS, 0);
        for (long now = 0; now < 100_000; now += 400) {
            keepAlive.said(now);
            keepAlive.heard(now);
            assertThat(keepAlive.check(now + 399)).isEqualTo(KeepAlive.Finding.FINE);
        }
    }

    @Test
    void aQuietLinkNeedsAKeepAliveAndASilentOneIsDead() {
        KeepAlive keepAlive = new KeepAlive(TIMINGS, 0);
        assertThat(keepAlive.check(499)).isEqualTo(KeepAlive.Finding.FINE);
        assertThat(keepAlive.check(500)).isEqualTo(KeepAlive.Finding.SEND_KEEP_ALIVE);
        keepAlive.said(2_400);
        assertThat(keepAlive.check(2_499)).isEqualTo(KeepAlive.Finding.FINE);
        assertThat(keepAlive.check(2_500)).isEqualTo(KeepAlive.Finding.SILENT);
        keepAlive.heard(2_499);
        assertThat(keepAlive.check(2_500)).isEqualTo(KeepAlive.Finding.FINE);
    }

    @Test
    void aNodeThatWasPausedDoesNotBlameItsPeer() {
        KeepAlive keepAlive = new KeepAlive(TIMINGS, 0);
        keepAlive.excuse(60_000);
        assertThat(keepAlive.check(60_100)).isEqualTo(KeepAlive.Finding.SEND_KEEP_ALIVE);
        assertThat(keepAlive.check(62_500)).isEqualTo(KeepAlive.Finding.SILENT);
    }

    @Test
    void aPatientNodeSendsKeepAlivesAsOftenAsItsNeighboursExpect() {
        KeepAlive patient = new KeepAlive(TIMINGS.withSilence(60_000), 0);
        assertThat(patient.check(500)).isEqualTo(KeepAlive.Finding.SEND_KEEP_ALIVE);
        patient.said(59_900);
        assertThat(patient.check(59_999)).isEqualTo(KeepAlive.Finding.FINE);
        assertThat(patient.check(60_000)).isEqualTo(KeepAlive.Finding.SILENT);
        assertThat(TIMINGS.withSilence(60_000).handshakeMillis()).isEqualTo(60_000);
        assertThat(TIMINGS.withSilence(1_000).keepAliveMillis()).isEqualTo(200);
    }

    @Test
    void silenceMustOutlastKeepAlives() {
        assertThatThrownBy(() -> TIMINGS.withKeepAlive(500, 999))
                .hasMessage("silence (999 ms) must last at least two keep-alives (500 ms)");
    }

    // ---- dialling ---------------------------------------------------------------------------------------------------

    @Test
    void dialsComeMoreSeldomAndSpread() {
        Backoff backoff = new Backoff(100, 10_000, new SplittableRandom(1));
        long nominal = 100;
        for (int i = 0; i < 100; i++) {
            assertThat(backoff.failed(0)).isBetween(nominal / 2, nominal);
            nominal = Math.min(10_000, 2 * nominal);
        }
        backoff.succeeded(0);
        assertThat(backoff.failed(0)).isBetween(50L, 100L);
    }

    /** It restarts, probably: whoever waits for it should not wait for the next dial as well. */
    @Test
    void aPeerThatWasLinkedIsDialledOftenForAMinute() {
        Backoff backoff = new Backoff(100, 10_000, new SplittableRandom(1));
        backoff.succeeded(5);
        for (int i = 0; i < 20; i++) {
            assertThat(backoff.failed(60_004)).isLessThanOrEqualTo(1_000);
        }
        assertThat(backoff.failed(60_005)).isGreaterThanOrEqualTo(5_000);
    }

    // ---- twins ------------------------------------------------------------------------------------------------------

    @Test
    void twoProcessesWithTheKeysOfOneNodeAreNamed() {
        Twins twins = new Twins();
        assertThat(twins.heard(n1(5), "10.0.0.5:7400", 0)).isNull();
        assertThat(twins.heard(n1(7), "10.0.0.7:7400", 0)).as("a restart").isNull();
        assertThat(twins.heard(n1(5), "10.0.0.5:7400", 0)).as("late").isNull();
        assertThat(twins.heard(n1(7), "10.0.0.7:7400", 10)).isNull();
        assertThat(twins.heard(n1(5), "10.0.0.5:7400", 20))
                .startsWith(
                        "two processes are node n1(1), one at 10.0.0.7:7400 and an older one at 10.0.0.5:7400, which is refused. ");
        assertThat(twins.heard(n1(5), "10.0.0.5:7400", 60_019))
                .as("not all the time")
                .isNull();
        assertThat(twins.heard(n1(5), "10.0.0.5:7400", 60_020)).isNotNull();
    }

    @Test
    void restartsAreNoTwins() {
        Twins twins = new Twins();
        for (int i = 0; i < 100; i++) {
            assertThat(twins.heard(n1(i), "10.0.0.5:" + (40_000 + i), i)).isNull();
            assertThat(twins.heard(n1(i), "10.0.0.5:7400", i)).isNull();
        }
    }

    private static Peer n1(long incarnation) {
        return new Peer(1, "n1", incarnation);
    }

    @Test
    void placesAreReadOrRefused() {
        assertThat(HostPort.parse("10.0.0.7:7400")).isEqualTo(new HostPort("10.0.0.7", 7400));
        assertThat(HostPort.parse("[fe80::7%wlan0]:7400")).isEqualTo(new HostPort("fe80::7%wlan0", 7400));
        assertThat(HostPort.parse("[fe80::7%wlan0]:7400")).hasToString("[fe80::7%wlan0]:7400");
        for (String bad : List.of("", "7400", "host", "host:", "host:x", "fe80::7:7400", "host:99999", "host:123456")) {
            assertThatThrownBy(() -> HostPort.parse(bad)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    // ---- announcements
    // ----------------------------------------------------------------------------------------------------

    private static final InetSocketAddress HERE = address(1, 7400);

    @Test
    void twoAnnouncementsMakeANeighbourAndOneDoesNot() {
        DiscoveredPeers candidates = new DiscoveredPeers(1, 1_000, new SplittableRandom(1));
        candidates.heard(2, HERE, 0);
        assertThat(candidates.near(10)).isEmpty();
        candidates.heard(2, HERE, 3_000);
        assertThat(candidates.near(3_000)).containsExactly(new DiscoveredPeers.Sighting(2, HERE));
        assertThat(candidates.near(6_000)).hasSize(1);
        assertThat(candidates.near(6_001)).as("not heard for three intervals").isEmpty();
        candidates.heard(2, HERE, 10_000);
        assertThat(candidates.near(10_000)).isEmpty();
    }

    @Test
    void theLargerNumberLetsTheOtherDialFirst() {
        DiscoveredPeers candidates = new DiscoveredPeers(5, 1_000, new SplittableRandom(1));
        candidates.heard(2, HERE, 0);
        candidates.heard(2, HERE, 1_000);
        assertThat(candidates.near(2_999)).isEmpty();
        assertThat(candidates.near(3_000)).hasSize(1);
    }

    private static InetSocketAddress address(int host, int port) {
        try {
            return new InetSocketAddress(
                    InetAddress.getByAddress(new byte[] {10, 0, (byte) (host >> 8), (byte) host}), port);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aFloodOfForgedAnnouncementsIsBounded() {
        DiscoveredPeers candidates = new DiscoveredPeers(1, 1_000, new SplittableRandom(1));
        for (int i = 0; i < DiscoveredPeers.MAX_PER_ADDRESS; i++) {
            assertThat(candidates.heard(10 + i, HERE, 0)).isTrue();
        }
        assertThat(candidates.heard(2, HERE, 0))
                .as("one more with the same address")
                .isFalse();
        assertThat(candidates.heard(2, address(2, 7400), 0)).isTrue();
        assertThat(candidates.near(5_000)).isEmpty();
        assertThat(candidates.heard(2, HERE, 5_000)).as("room again").isTrue();
    }

    @Test
    void aFloodOfForgedAddressesTakesBoundedMemory() {
        DiscoveredPeers candidates = new DiscoveredPeers(1, 1_000, new SplittableRandom(1));
        for (int i = 0; i < 3 * DiscoveredPeers.MAX; i++) {
            candidates.heard(10 + i, address(256 + i, 7400), 0);
            candidates.heard(10 + i, address(256 + i, 7400), 1);
        }
        assertThat(candidates.near(1)).hasSize(DiscoveredPeers.MAX);
    }

    /** A thousand forged ones a second, with as many addresses: the real neighbour is near within seconds. */
    @Test
    void aFloodOfForgedAddressesDoesNotHideANeighbour() {
        DiscoveredPeers candidates = new DiscoveredPeers(1, 1_000, new SplittableRandom(1));
        int forged = 0;
        boolean near = false;
        for (int second = 0; second < 30 && !near; second++) {
            candidates.heard(2, HERE, second * 1_000L);
            for (int i = 0; i < 1_000; i++) {
                forged++;
                candidates.heard(10 + forged, address(256 + forged, 7400), second * 1_000L + i);
            }
            near = candidates.near(second * 1_000L + 999).contains(new DiscoveredPeers.Sighting(2, HERE));
        }
        assertThat(near).isTrue();
    }

    @Test
    void announcementsFromAfarAreIgnored() throws Exception {
        NetworkInterface loopback = NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress());
        assertThat(Discovery.isOnLink(loopback, InetAddress.getByName("127.0.1.7")))
                .isTrue();
        assertThat(Discovery.isOnLink(loopback, InetAddress.getByName("203.0.113.9")))
                .isFalse();
    }

    // ---- strangers --------------------------------------------------------------------------------------------------

    private static InetAddress host(int host) {
        return address(host, 1).getAddress();
    }

    @Test
    void silentCallersPushOutEachOther() {
        Strangers<Integer> strangers = new Strangers<>(256);
        for (int i = 0; i < Strangers.MOST_PER_ADDRESS; i++) {
            assertThat(strangers.arrived(i, host(1))).isNull();
        }
        assertThat(strangers.arrived(100, host(1)))
                .as("the oldest of its address")
                .isZero();
        assertThat(strangers.arrived(200, host(2)))
                .as("another address has places of its own")
                .isNull();
        strangers.left(100);
        assertThat(strangers.arrived(101, host(1))).as("room again").isNull();
        assertThat(strangers.size()).isEqualTo(Strangers.MOST_PER_ADDRESS + 1);
    }

    @Test
    void ofManyAddressesTheOneWithMostCallersGivesWay() {
        Strangers<Integer> strangers = new Strangers<>(256);
        strangers.linked(host(1));
        for (int i = 0; i < Strangers.MOST - 1; i++) {
            assertThat(strangers.arrived(i, host(10 + i))).isNull();
        }
        strangers.arrived(1_000, host(10));
        assertThat(strangers.arrived(2_000, host(5)))
                .as("the first of host 10, which has two")
                .isZero();
        assertThat(strangers.arrived(3_000, host(1))).as("known from before").isNull();
        assertThat(strangers.size()).isEqualTo(Strangers.MOST + 1);
    }
}
