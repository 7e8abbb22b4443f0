package io.meshlock.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.protocol.registry.Algorithms;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract that every algorithm of the registry keeps, on the smallest mesh: a bootstrap node alone. */
class ContractTest {

    private final RecordedEffects effects = new RecordedEffects();

    static List<Algorithm> algorithms() {
        return Algorithms.all();
    }

    /**
     * A bootstrap node that is the only node; number 0, since algorithms that write to any node number nodes from 0.
     */
    private static Protocol alone(Algorithm algorithm, int permits) {
        int node = algorithm.guarantees().reach() == Guarantees.Reach.ANYBODY ? 0 : 7;
        return algorithm.create(Setup.alone(node, PoolSettings.permits(permits)));
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aRequestThatCanNeverBeServedIsRejectedAtOnce(Algorithm algorithm) {
        int permits = Math.min(3, algorithm.guarantees().capacity().request());
        Protocol protocol = alone(algorithm, permits);
        protocol.request(0, PermitRequest.of(1, permits + 1), effects);
        protocol.request(0, PermitRequest.of(2, 0), effects);
        protocol.request(0, PermitRequest.of(3, -1), effects);
        assertThat(effects.take())
                .containsExactly(
                        "rejected 1 MORE_THAN_THE_POOL_HAS",
                        "rejected 2 LESS_THAN_ONE_PERMIT",
                        "rejected 3 LESS_THAN_ONE_PERMIT");
        protocol.request(0, PermitRequest.of(4, permits), effects);
        assertThat(effects.take()).containsExactly("granted 4");
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aFounderAloneGrantsAndReusesItsPermitsWithoutAMessage(Algorithm algorithm) {
        Protocol protocol = alone(algorithm, 1);
        for (long request = 1; request <= 100; request++) {
            protocol.request(0, PermitRequest.of(request, 1), effects);
            assertThat(effects.take()).containsExactly("granted " + request);
            long number = effects.grants().get((int) request - 1).number();
            protocol.release(0, number, effects);
            protocol.release(0, number, effects); // releasing is idempotent
            assertThat(effects.take()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aWaitingRequestCanBeWithdrawnAndAGrantedOneCannot(Algorithm algorithm) {
        Protocol protocol = alone(algorithm, 1);
        protocol.request(0, PermitRequest.of(1, 1), effects);
        protocol.request(0, PermitRequest.of(2, 1), effects);
        assertThat(effects.take()).containsExactly("granted 1");
        protocol.cancel(0, 2, effects);
        protocol.cancel(0, 1, effects);
        protocol.cancel(0, 99, effects);
        assertThat(effects.take()).containsExactly("withdrawn 2");
        protocol.release(0, effects.grants().get(0).number(), effects);
        assertThat(effects.take()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void theBestOfManyLocalRequestsGoesFirst(Algorithm algorithm) {
        Protocol protocol = alone(algorithm, 1);
        protocol.request(0, PermitRequest.of(1, 1), effects);
        for (int priority = 1; priority <= 5; priority++) {
            protocol.request(0, PermitRequest.of(1 + priority, 1).withPriority(priority), effects);
        }
        for (int served = 0; served < 5; served++) {
            protocol.release(0, effects.grants().get(served).number(), effects);
        }
        assertThat(effects.grants()).extracting(PermitGrant::request).containsExactly(1L, 6L, 5L, 4L, 3L, 2L);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aPoolsSizeCanBeChangedIfTheAlgorithmSaysSo(Algorithm algorithm) {
        Protocol protocol = alone(algorithm, 1);
        assertThatThrownBy(() -> protocol.resize(0, 0, effects))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a pool needs at least 1 permit, not 0");
        if (!algorithm.guarantees().resizable()) {
            assertThatThrownBy(() -> protocol.resize(0, 2, effects)).isInstanceOf(UnsupportedOperationException.class);
            assertThat(protocol.permits()).isEqualTo(1);
            return;
        }
        protocol.request(0, PermitRequest.of(1, 3), effects);
        protocol.resize(0, 3, effects);
        assertThat(protocol.permits()).isEqualTo(3);
        protocol.request(0, PermitRequest.of(2, 3), effects);
        protocol.request(0, PermitRequest.of(3, 2), effects);
        protocol.request(0, PermitRequest.of(4, 1), effects);
        protocol.resize(0, 1, effects);
        protocol.release(0, effects.grants().get(0).number(), effects);
        assertThat(effects.take())
                .containsExactly(
                        "rejected 1 MORE_THAN_THE_POOL_HAS",
                        "resized 3",
                        "granted 2",
                        "resized 1",
                        "rejected 3 MORE_THAN_THE_POOL_HAS",
                        "granted 4");
    }

    /** A bootstrap node that never had a neighbour may leave. Leaving a mesh is tested in the simulator. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void aFounderAloneMayLeaveOnceItsClientsAreDone(Algorithm algorithm) {
        Protocol protocol = alone(algorithm, 1);
        protocol.request(0, PermitRequest.of(1, 1), effects);
        protocol.request(0, PermitRequest.of(2, 1), effects);
        effects.take();
        protocol.leave(0, effects);
        if (algorithm.guarantees().hosts() != Guarantees.Hosts.LEAVE) {
            return;
        }
        protocol.request(0, PermitRequest.of(3, 1), effects);
        protocol.request(0, PermitRequest.of(4, 1), effects);
        protocol.cancel(0, 4, effects);
        assertThat(effects.take()).containsExactly("withdrawn 2", "withdrawn 4");
        protocol.release(0, effects.grants().get(0).number(), effects);
        assertThat(effects.take()).containsExactly("may leave");
        protocol.leave(0, effects);
        assertThat(effects.take()).isEmpty();
        protocol.comeBack(0, effects);
        protocol.comeBack(0, effects);
        assertThat(effects.take()).containsExactly("granted 3");
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void inputsAsValuesDoWhatTheMethodsDo(Algorithm algorithm) {
        Protocol byValue = alone(algorithm, 1);
        byValue.step(0, new Input.RequestPermits(PermitRequest.of(1, 1)), effects);
        byValue.step(0, new Input.RequestPermits(PermitRequest.of(2, 1)), effects);
        byValue.step(0, new Input.CancelRequest(2), effects);
        byValue.step(0, new Input.ReleaseGrant(effects.grants().get(0).number()), effects);
        byValue.step(0, new Input.TimerFired(1), effects);
        byValue.step(0, new Input.RequestPermits(PermitRequest.of(3, 1)), effects);
        assertThat(effects.take()).containsExactly("granted 1", "withdrawn 2", "granted 3");
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void linksThatAreNotUpAndMessagesOfOthersAreIgnored(Algorithm algorithm) {
        Protocol protocol = alone(algorithm, 1);
        Message foreign = new Message() {
            @Override
            public String type() {
                return "FOREIGN";
            }

            @Override
            public int bytes() {
                return 0;
            }
        };
        protocol.receive(0, 3, foreign, effects);
        protocol.linkDown(0, 3, effects);
        assertThat(effects.take()).isEmpty();
        protocol.request(0, PermitRequest.of(1, 1), effects);
        assertThat(effects.take()).containsExactly("granted 1");
    }

    @Test
    void unknownNamesAndOptionsAreNamedTogetherWithWhatThereIs() {
        assertThatThrownBy(() -> Algorithms.named("priorized"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unknown algorithm 'priorized'")
                .hasMessageContaining("prioritized-as-printed");
        Algorithm algorithm = Algorithms.named("prioritized");
        assertThatThrownBy(() -> algorithm.check(Options.of(Map.of("registred", 4L))))
                .hasMessageContaining("no option 'registred'")
                .hasMessageContaining("registered");
        assertThatThrownBy(() -> algorithm.check(Options.of(Map.of("registered", 0L))))
                .hasMessageContaining("option 'registered' must be between 1 and 64, not 0");
        assertThatThrownBy(() -> PoolSettings.permits(0)).hasMessageContaining("at least 1 permit");
    }
}
