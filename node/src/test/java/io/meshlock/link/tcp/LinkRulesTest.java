package io.meshlock.link.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.spi.HostPort;
import io.meshlock.spi.LinkTimings;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The rules about time, on a clock of our own. */
@DisplayName("Rules of links")
class LinkRulesTest {

    private static final LinkTimings TIMINGS = LinkTimings.DEFAULTS;

    // ---- flapping ---------------------------------------------------------------------------------------------------

    @Test
    void aNewPeerIsNotHeldDown() {
        Steadiness steadiness = new Steadiness(TIMINGS);
        assertThat(steadiness.heldMillis(0)).isZero();
        assertThat(steadiness.heldMillis(Long.MIN_VALUE / 4)).isZero();
        assertThat(steadiness.heldMillis(Long.MAX_VALUE / 4)).isZero();
    }

    @Test
    void aLinkThatFlapsIsHeldDownLongerAndLonger() {
        Steadiness steadiness = new Steadiness(TIMINGS);
        long now = 0;
        long[] expected = {200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000, 30_000};
        for (long held : expected) {
            steadiness.up(now);
            now += 10;
            steadiness.down(now, false);
            assertThat(steadiness.heldMillis(now)).isEqualTo(held);
            now += held;
            assertThat(steadiness.heldMillis(now)).isZero();
        }
    }

    /** The storm: a radio that changes its mind every 10 ms for an hour. */
    @Test
    void anHourOfFlappingCostsFewChanges() {
        Steadiness steadiness = new Steadiness(TIMINGS);
        int changes = 0;
        boolean up = false;
        for (long now = 0; now < 3_600_000; now += 10) {
            if (up) {
                steadiness.down(now, false);
                up = false;
            } else if (steadiness.heldMillis(now) == 0) {
                steadiness.up(now);
                up = true;
                changes++;
            }
        }
        assertThat(changes).isBetween(120, 140);
    }

    @Test
    void aLinkThatWasSteadyOrEndedInGoodOrderComesBackAtOnce() {
        Steadiness steadiness = new Steadiness(TIMINGS);
        steadiness.up(0);
        steadiness.down(5, false);
        steadiness.up(1_000);
        steadiness.down(1_000 + TIMINGS.steadyMillis(), false);
        assertThat(steadiness.heldMillis(1_000 + TIMINGS.steadyMillis())).isZero();
        steadiness.up(50_000);
        steadiness.down(50_001, true);
        assertThat(steadiness.heldMillis(50_001)).isZero();
        steadiness.up(60_000);
        steadiness.down(60_001, false);
        assertThat(steadiness.heldMillis(60_001)).as("the count began anew").isEqualTo(200);
        assertThat(steadiness.isForgettable(60_001)).isFalse();
        assertThat(steadiness.isForgettable(200_000)).isTrue();
    }

    // ---- heartbeats -------------------------------------------------------------------------------------------------

    @Test
    void noHeartbeatWhileDataFlows() {
        Pulse pulse = new Pulse(TIMINGS, 0);
        for (long now = 0; now < 100_000; now += 400) {
            pulse.said(now);
            pulse.heard(now);
            assertThat(pulse.check(now + 399)).isEqualTo(Pulse.Finding.FINE);
        }
    }

    @Test
    void aQuietLinkIsToldToSaySomethingAndASilentOneIsDead() {
        Pulse pulse = new Pulse(TIMINGS, 0);
        assertThat(pulse.check(499)).isEqualTo(Pulse.Finding.FINE);
        assertThat(pulse.check(500)).isEqualTo(Pulse.Finding.SAY_SOMETHING);
        pulse.said(2_400);
        assertThat(pulse.check(2_499)).isEqualTo(Pulse.Finding.FINE);
        assertThat(pulse.check(2_500)).isEqualTo(Pulse.Finding.SILENT);
        pulse.heard(2_499);
        assertThat(pulse.check(2_500)).isEqualTo(Pulse.Finding.FINE);
    }

    @Test
    void aNodeThatStoodStillItselfDoesNotBlameItsPeer() {
        Pulse pulse = new Pulse(TIMINGS, 0);
        pulse.excuse(60_000);
        assertThat(pulse.check(60_100)).isEqualTo(Pulse.Finding.SAY_SOMETHING);
        assertThat(pulse.check(62_500)).isEqualTo(Pulse.Finding.SILENT);
    }

    @Test
    void silenceMustOutlastHeartbeats() {
        assertThatThrownBy(() -> TIMINGS.withHeartbeat(500, 999))
                .hasMessage("silence (999 ms) must last at least two heartbeats (500 ms)");
    }

    // ---- dialling ---------------------------------------------------------------------------------------------------

    @Test
    void dialsComeMoreSeldomAndSpread() {
        Backoff backoff = new Backoff(100, 10_000, new SplittableRandom(1));
        long nominal = 100;
        for (int i = 0; i < 100; i++) {
            assertThat(backoff.failed()).isBetween(nominal / 2, nominal);
            nominal = Math.min(10_000, 2 * nominal);
        }
        backoff.succeeded();
        assertThat(backoff.failed()).isBetween(50L, 100L);
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

    // ---- beacons ----------------------------------------------------------------------------------------------------

    private static final InetSocketAddress HERE = InetSocketAddress.createUnresolved("here", 7400);

    @Test
    void oneBeaconIsLuckAndTwoAreANeighbour() {
        Sightings sightings = new Sightings(1, 1_000);
        sightings.heard(2, HERE, 0);
        assertThat(sightings.near(10)).isEmpty();
        sightings.heard(2, HERE, 3_000);
        assertThat(sightings.near(3_000)).containsExactly(new Sightings.Sighting(2, HERE));
        assertThat(sightings.near(6_000)).hasSize(1);
        assertThat(sightings.near(6_001)).as("not heard for three intervals").isEmpty();
        sightings.heard(2, HERE, 10_000);
        assertThat(sightings.near(10_000)).isEmpty();
    }

    @Test
    void theLargerNumberLetsTheOtherDialFirst() {
        Sightings sightings = new Sightings(5, 1_000);
        sightings.heard(2, HERE, 0);
        sightings.heard(2, HERE, 1_000);
        assertThat(sightings.near(2_999)).isEmpty();
        assertThat(sightings.near(3_000)).hasSize(1);
    }

    @Test
    void aFloodOfForgedBeaconsIsBounded() {
        Sightings sightings = new Sightings(1, 1_000);
        for (int i = 0; i < Sightings.MAX; i++) {
            assertThat(sightings.heard(10 + i, HERE, 0)).isTrue();
        }
        assertThat(sightings.heard(2, HERE, 0)).isFalse();
        assertThat(sightings.near(5_000)).isEmpty();
        assertThat(sightings.heard(2, HERE, 5_000)).as("room again").isTrue();
    }
}
