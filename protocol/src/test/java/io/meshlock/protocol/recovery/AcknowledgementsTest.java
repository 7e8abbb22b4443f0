package io.meshlock.protocol.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.recovery.Heartbeat.Ack;
import io.meshlock.protocol.token.LeasedGrant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What heartbeats tell of renewals, and how often. */
class AcknowledgementsTest {

    private static final int MOST = 16;
    private static final Epoch EPOCH = new Epoch(0, 0);

    private final Acknowledgements acks = new Acknowledgements();
    private final LedgerLeases leases = new LedgerLeases();
    private final Map<Integer, Integer> told = new TreeMap<>();

    /** Node n holds grant n, whose lease ends the sooner the larger n is. */
    private void renew(int node) {
        leases.set(node, 1_000);
        LeasedGrant grant = new LeasedGrant(node, new Key(0, 0, node, 1), 0, Slots.of(node), 500 - node);
        PeerState peerState = new PeerState(
                node, 0, Seat.NONE, 1, 0, EPOCH, EPOCH, 1, true, false, List.of(grant), List.of(), null, null, null);
        acks.note(peerState, List.of((long) node), 0);
    }

    private List<Integer> tell() {
        List<Integer> nodes =
                acks.tell(MOST, leases).stream().map(Ack::node).sorted().toList();
        nodes.forEach(node -> told.merge(node, 1, Integer::sum));
        return nodes;
    }

    @Test
    void oneIsToldFourTimes() {
        renew(7);
        for (int i = 0; i < 4; i++) {
            assertThat(tell()).containsExactly(7);
        }
        assertThat(tell()).isEmpty();
    }

    @Test
    void thoseWhoseLeasesEndFirstAreToldFirst() {
        for (int node = 1; node <= 20; node++) {
            renew(node);
        }
        assertThat(tell()).hasSize(MOST).doesNotContain(1, 2, 3, 4).contains(5, 20);
    }

    @Test
    void eachIsToldTwiceBeforeAnyIsToldOftener() {
        for (int node = 1; node <= 40; node++) {
            renew(node);
        }
        for (int i = 0; i < 5; i++) {
            assertThat(tell()).hasSize(MOST);
        }
        assertThat(told).hasSize(40);
        assertThat(told.values()).containsOnly(2);
    }

    @Test
    void whatIsOverIsNotTold() {
        renew(1);
        renew(2);
        leases.remove(1);
        assertThat(tell()).containsExactly(2);
    }

    @Test
    void thereIsRoomForAllPermits() {
        Map<String, Long> times = Map.of("recovery", 1L, "beacon", 500L, "election-timeout", 5_000L, "lease", 10_000L);
        RecoverySettings settings = RecoverySettings.of(Options.of(times));
        assertThat(settings.acksPerHeartbeat(1)).isEqualTo(MOST);
        assertThat(settings.acksPerHeartbeat(53)).isEqualTo(MOST);
        assertThat(settings.acksPerHeartbeat(1_000)).isEqualTo(300);
    }
}
