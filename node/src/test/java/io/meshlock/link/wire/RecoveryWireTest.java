package io.meshlock.link.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.link.wire.proto.PoolMessage;
import io.meshlock.link.wire.proto.PoolsFrame;
import io.meshlock.link.wire.proto.Recovery;
import io.meshlock.link.wire.proto.RecoveryBeacon;
import io.meshlock.link.wire.proto.RecoveryEpoch;
import io.meshlock.link.wire.proto.RecoveryHandoff;
import io.meshlock.link.wire.proto.RecoveryHeartbeat;
import io.meshlock.link.wire.proto.RecoveryPeerState;
import io.meshlock.link.wire.proto.RecoverySize;
import io.meshlock.link.wire.proto.RecoveryView;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.Seat;
import io.meshlock.protocol.View;
import io.meshlock.protocol.recovery.Heartbeat;
import io.meshlock.protocol.recovery.PeerState;
import io.meshlock.protocol.recovery.RecoveryMessage;
import io.meshlock.protocol.recovery.RecoveryMessage.Beacon;
import io.meshlock.protocol.recovery.RecoveryMessage.Enclosed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Additional tests of messages of pools with recovery; {@link WireFormatTest} has the common ones. */
@DisplayName("Wire format of recovery")
class RecoveryWireTest {

    private static final int MANY = 10_000;
    private static final RecoveryCodec CODEC = new RecoveryCodec();

    private static byte[] write(int number, long instance, RecoveryMessage message) {
        FrameBuffer buffer = FrameBuffer.ofThisThread();
        PoolFrames.writeMessage(buffer, number, instance, CODEC, message);
        return Arrays.copyOf(buffer.bytes(), buffer.length());
    }

    private static PoolFrame read(byte[] bytes) throws MalformedFrameException {
        return PoolFrames.read(bytes, 0, bytes.length);
    }

    @Test
    void simulatedSizesAreAboutRight() {
        RandomRecovery messages = new RandomRecovery(3);
        long simulated = 0;
        long real = 0;
        for (int i = 0; i < MANY; i++) {
            RecoveryMessage message = i % 2 == 0 ? messages.beacon() : messages.enclosed();
            simulated += message.bytes();
            real += CODEC.size(message);
        }
        assertThat((double) real / simulated).isBetween(0.8, 1.2);
    }

    @Test
    void poolsWithRecoverySpeakIt() {
        assertThat(MessageCodecs.of(terms("prioritized", Map.of())).family()).isNotEqualTo(RecoveryMessage.class);
        assertThat(MessageCodecs.of(terms("prioritized", Map.of("recovery", 0L)))
                        .family())
                .isNotEqualTo(RecoveryMessage.class);
        assertThat(MessageCodecs.of(terms("prioritized", Map.of("recovery", 1L)))
                        .family())
                .isEqualTo(RecoveryMessage.class);
        assertThatThrownBy(() -> MessageCodecs.of(terms("tokenring", Map.of("recovery", 1L))))
                .hasMessageContaining("does not run on real links");
    }

    private static PoolTerms terms(String algorithm, Map<String, Long> options) {
        return PoolTerms.of("docks", algorithm, PoolSettings.permits(3), Options.of(options));
    }

    // ---- long beacons -----------------------------------------------------------------------------------------------

    @Test
    void aBeaconThatIsTooLongComesInParts() {
        RandomRecovery random = new RandomRecovery(4);
        Heartbeat heartbeat = random.heartbeat();
        List<PeerState> states =
                IntStream.range(0, 500).mapToObj(random::peerState).toList();
        int limit = 2_000;
        List<RecoveryMessage> parts = CODEC.split(new Beacon(1L << 60, -5, heartbeat, -1, List.of(), states), limit);
        assertThat(parts).hasSizeGreaterThan(10);
        List<Heartbeat> heartbeats = new ArrayList<>();
        List<PeerState> arrived = new ArrayList<>();
        for (RecoveryMessage part : parts) {
            assertThat(write(Integer.MAX_VALUE, Long.MAX_VALUE, part).length).isLessThanOrEqualTo(limit);
            Beacon beacon = (Beacon) part;
            if (beacon.heartbeat() != null) {
                heartbeats.add(beacon.heartbeat());
            }
            arrived.addAll(beacon.peerStates());
        }
        assertThat(heartbeats).containsExactly(heartbeat);
        assertThat(arrived).containsExactlyElementsOf(states);
    }

    @Test
    void whatIsTooLongByItselfIsLeftOut() {
        RandomRecovery random = new RandomRecovery(5);
        List<PeerState> states =
                IntStream.range(0, 50).mapToObj(random::peerState).toList();
        int limit = 300;
        List<RecoveryMessage> parts = CODEC.split(new Beacon(1L << 60, 1L << 50, null, -1, List.of(), states), limit);
        List<PeerState> arrived = parts.stream()
                .flatMap(part -> ((Beacon) part).peerStates().stream())
                .toList();
        assertThat(arrived).isNotEmpty().hasSizeLessThan(states.size());
        assertThat(states).containsAll(arrived);
    }

    /** An ask goes round also where no heartbeat is known, and a view of very many voters does not hold it up. */
    @Test
    void anAskAndAViewArriveOnceInParts() {
        RandomRecovery random = new RandomRecovery(8);
        List<PeerState> states =
                IntStream.range(0, 50).mapToObj(random::peerState).toList();
        View few = random.view();
        List<Seat> seats = IntStream.range(0, 1_000)
                .mapToObj(node -> new Seat(node, 1L << 40))
                .toList();
        View many = new View(few.epoch(), few.version(), seats, few.size());
        for (View view : List.of(few, many)) {
            int limit = 2_000;
            List<Beacon> told = CODEC.split(new Beacon(1, 2, null, 7, List.of(), states, view), limit).stream()
                    .map(Beacon.class::cast)
                    .filter(part -> part.ask() >= 0 || part.view() != null)
                    .toList();
            assertThat(told)
                    .containsExactly(new Beacon(1, 2, null, 7, List.of(), List.of(), view.equals(few) ? few : null));
        }
    }

    @Test
    void otherMessagesAreNotTakenApart() {
        assertThat(CODEC.split(new RandomRecovery(6).enclosed(), 10)).isEmpty();
    }

    // ---- what makes no sense ----------------------------------------------------------------------------------------

    @Test
    void whatMakesNoSenseIsRefusedInWords() {
        expectRefusal(Recovery.newBuilder(), "the body of a message is missing");
        expectRefusal(beacon(RecoveryHeartbeat.newBuilder()), "the epoch of a heartbeat is missing");
        expectRefusal(
                beacon(RecoveryHeartbeat.newBuilder().setEpoch(RecoveryEpoch.newBuilder())),
                "the view of a heartbeat is missing");
        RecoveryView.Builder doubled = RecoveryView.newBuilder()
                .setEpoch(RecoveryEpoch.newBuilder())
                .setSize(RecoverySize.newBuilder().setPermits(1))
                .addNodes(3)
                .addNodes(3)
                .addSeats(1)
                .addSeats(1);
        expectRefusal(
                beacon(RecoveryHeartbeat.newBuilder()
                        .setEpoch(RecoveryEpoch.newBuilder())
                        .setView(doubled)),
                "node 3 after node 3");
        expectRefusal(
                beacon(RecoveryHeartbeat.newBuilder()
                        .setEpoch(RecoveryEpoch.newBuilder())
                        .setView(doubled.addSeats(1))),
                "2 voters with 3 seats");
        RecoveryPeerState.Builder state = RecoveryPeerState.newBuilder()
                .setPromised(RecoveryEpoch.newBuilder())
                .setSeen(RecoveryEpoch.newBuilder());
        expectRefusal(
                Recovery.newBuilder()
                        .setBeacon(RecoveryBeacon.newBuilder()
                                .addPeerStates(state.setNode(2).build())
                                .addPeerStates(state.setNode(1).build())),
                "node 1 after node 2");
    }

    @Test
    void aTokenHasAHandoffAndNothingElseHas() throws Exception {
        RandomRecovery random = new RandomRecovery(7);
        Enclosed token = random.enclosed();
        while (token.tokens() == 0) {
            token = random.enclosed();
        }
        Enclosed other = random.enclosed();
        while (other.tokens() > 0) {
            other = random.enclosed();
        }
        expectRefusal(recovery(token).clearHandoff(), "a token needs a hand-off");
        RecoveryHandoff stolen = recovery(token).getHandoff();
        expectRefusal(recovery(other).setHandoff(stolen), "a token needs a hand-off");
    }

    private static Recovery.Builder recovery(RecoveryMessage message) throws Exception {
        return PoolsFrame.parseFrom(write(1, 1, message)).getMessage().getRecovery().toBuilder();
    }

    private static Recovery.Builder beacon(RecoveryHeartbeat.Builder heartbeat) {
        return Recovery.newBuilder().setBeacon(RecoveryBeacon.newBuilder().setHeartbeat(heartbeat));
    }

    private static void expectRefusal(Recovery.Builder recovery, String words) {
        byte[] bytes = PoolsFrame.newBuilder()
                .setMessage(PoolMessage.newBuilder().setRecovery(recovery))
                .build()
                .toByteArray();
        assertThatThrownBy(() -> read(bytes))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining(words);
    }
}
