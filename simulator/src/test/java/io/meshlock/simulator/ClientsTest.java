package io.meshlock.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Ticks;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.Slots;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.network.Topology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClientsTest {

    /** Records the actions of clients, and how long they think and hold. */
    private static final class Diary implements Journal {
        final int[] requestsByNode;
        final List<List<String>> wishesByNode = new ArrayList<>();
        final List<PermitRequest> requests = new ArrayList<>();
        final List<Long> requestTimes = new ArrayList<>();
        final List<String> events = new ArrayList<>();
        final Map<Long, Long> grantedAt = new HashMap<>();
        final long[] releasedAt;
        long holds;
        long held;
        long thinks;
        long thought;

        Diary(int nodes) {
            requestsByNode = new int[nodes];
            releasedAt = new long[nodes];
            for (int node = 0; node < nodes; node++) {
                wishesByNode.add(new ArrayList<>());
            }
        }

        @Override
        public void requested(long time, int node, PermitRequest request) {
            requestsByNode[node]++;
            wishesByNode.get(node).add(request.permits() + " of priority " + request.priority());
            requests.add(request);
            requestTimes.add(time);
            thinks++;
            thought += time - releasedAt[node];
        }

        @Override
        public void granted(long time, int node, PermitGrant grant) {
            grantedAt.put(grant.request(), time);
        }

        @Override
        public void released(long time, int node, PermitGrant grant) {
            holds++;
            held += time - grantedAt.get(grant.request());
            releasedAt[node] = time;
        }

        @Override
        public void cancelled(long time, int node, long request) {
            events.add("cancelled " + request + " at " + Ticks.toUnits(time));
        }

        @Override
        public void withdrawn(long time, int node, long request) {
            events.add("withdrawn " + request + " at " + Ticks.toUnits(time));
            releasedAt[node] = time;
        }

        @Override
        public void rejected(long time, int node, long request, Rejection why) {
            events.add("rejected " + request + " at " + Ticks.toUnits(time));
        }
    }

    private final Toy.Spec spec = new Toy.Spec();

    private Diary run(long seed) {
        Diary diary = new Diary(spec.nodes);
        new World(spec.build(), seed, diary).run();
        return diary;
    }

    /** Never grants; withdraws when asked to. */
    private static final class Deaf extends Toy {
        Deaf(Setup setup) {
            super(setup);
        }

        @Override
        protected void admit(long now, PermitRequest request, Effects out) {}

        @Override
        public void cancel(long now, long request, Effects out) {
            out.withdrawn(request);
        }
    }

    @Test
    void closedLoopsThinkAndHoldAsLongAsTheySay() {
        spec.duration = 20_000;
        spec.think = new Distribution.Exponential(5);
        spec.hold = new Distribution.Uniform(1, 3);
        Diary diary = run(1);
        assertThat(Ticks.toUnits(diary.thought / diary.thinks)).isCloseTo(5, within(0.1));
        assertThat(Ticks.toUnits(diary.held / diary.holds)).isCloseTo(2, within(0.02));
        assertThat((double) diary.thinks).isCloseTo(20_000 * 10 / 7.0, within(400.0));
    }

    @Test
    void requestsAreNumberedFromOneAndDrawnFromTheWholeRange() {
        spec.permits = new Distribution.Uniform(1, 3);
        spec.deadline = new Distribution.Constant(7);
        Diary diary = run(2);
        for (int i = 0; i < diary.requests.size(); i++) {
            PermitRequest request = diary.requests.get(i);
            assertThat(request.id()).isEqualTo(i + 1);
            assertThat(request.deadline()).isEqualTo(diary.requestTimes.get(i) + Ticks.of(7));
        }
        assertThat(diary.requests).extracting(PermitRequest::permits).containsOnly(1, 2, 3);
        assertThat(diary.requests).extracting(PermitRequest::priority).containsOnly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    @Test
    void poissonClientsDoNotWaitForTheirEarlierRequests() {
        spec.arrivals = WorldSpec.Arrivals.POISSON;
        spec.algorithm = Toy.algorithm(Deaf::new);
        spec.think = new Distribution.Exponential(0.5);
        spec.duration = 1000;
        Diary diary = run(3);
        assertThat((double) diary.requests.size()).isCloseTo(20_000, within(600.0));
    }

    @Test
    void severalClientsPerNodeAreIndependent() {
        spec.clients = 4;
        spec.only = List.of(3);
        spec.algorithm = Toy.algorithm(Deaf::new);
        Diary diary = run(4);
        assertThat(diary.requestsByNode[3]).isEqualTo(4);
        assertThat(diary.requestTimes).doesNotHaveDuplicates();
    }

    @Test
    void onlyTheNodesThatAreNamedAsk() {
        spec.only = List.of(7, 2);
        Diary diary = run(5);
        for (int node = 0; node < 10; node++) {
            assertThat(diary.requestsByNode[node] > 0).isEqualTo(node == 2 || node == 7);
        }
        spec.only = List.of(10);
        assertThatIllegalArgumentException().isThrownBy(() -> run(5)).withMessageContaining("node 10");
    }

    @Test
    void skewGivesTheFirstNodesTheirShareOfTheLoadAndKeepsTheTotal() {
        spec.arrivals = WorldSpec.Arrivals.POISSON;
        spec.think = new Distribution.Exponential(5);
        spec.duration = 20_000;
        spec.skew = new WorldSpec.Skew(0.2, 0.8);
        Diary diary = run(6);
        double busy = diary.requestsByNode[0] + diary.requestsByNode[1];
        assertThat(busy / diary.requests.size()).isCloseTo(0.8, within(0.01));
        assertThat((double) diary.requests.size()).isCloseTo(40_000, within(800.0));
    }

    @Test
    void clientsLosePatienceAndThinkAgain() {
        spec.nodes = 1;
        spec.topology = new Topology.Line();
        spec.algorithm = Toy.algorithm(Deaf::new);
        spec.think = new Distribution.Constant(10);
        spec.patience = new Distribution.Constant(5);
        spec.duration = 32;
        Diary diary = run(7);
        assertThat(diary.events)
                .containsExactly(
                        "cancelled 1 at 15.0", "withdrawn 1 at 15.0", "cancelled 2 at 30.0", "withdrawn 2 at 30.0");
    }

    @Test
    void nobodyLosesPatienceAfterHealing() {
        spec.algorithm = Toy.algorithm(Deaf::new);
        spec.think = new Distribution.Constant(10);
        spec.patience = new Distribution.Constant(5);
        spec.duration = 12;
        assertThat(run(8).events).isEmpty();
    }

    @Test
    void aClientThatIsServedInTimeDoesNotCancel() {
        spec.patience = new Distribution.Constant(0.5);
        Diary diary = run(9);
        assertThat(diary.events).isEmpty();
        assertThat(diary.holds).isPositive();
    }

    @Test
    void rejectedClientsTryAgainLater() {
        spec.nodes = 1;
        spec.topology = new Topology.Line();
        spec.permits = new Distribution.Constant(4);
        spec.think = new Distribution.Constant(0);
        spec.duration = 2.5;
        assertThat(run(10).events).containsExactly("rejected 1 at 0.0", "rejected 2 at 1.0", "rejected 3 at 2.0");
    }

    @Test
    void wishesDoNotDependOnTheAlgorithm() {
        spec.permits = new Distribution.Uniform(1, 3);
        spec.patience = new Distribution.Exponential(3);
        Diary served = run(11);
        spec.algorithm = Toy.algorithm(Deaf::new);
        Diary unserved = run(11);
        for (int node = 0; node < 10; node++) {
            List<String> one = served.wishesByNode.get(node);
            List<String> other = unserved.wishesByNode.get(node);
            int common = Math.min(one.size(), other.size());
            assertThat(common).isGreaterThan(5);
            assertThat(one.subList(0, common)).isEqualTo(other.subList(0, common));
        }
        assertThat(served.wishesByNode).doesNotHaveDuplicates();
        assertThat(served.requestTimes).isNotEqualTo(unserved.requestTimes);
    }

    @Test
    void aGrantForAWithdrawnRequestIsAnError() {
        spec.patience = new Distribution.Constant(1);
        spec.algorithm = Toy.algorithm(setup -> new Toy(setup) {
            @Override
            protected void admit(long now, PermitRequest request, Effects out) {}

            @Override
            public void cancel(long now, long request, Effects out) {
                out.withdrawn(request);
                out.granted(new PermitGrant(1, request, 1, Slots.NONE));
            }
        });
        assertThatIllegalStateException().isThrownBy(() -> run(12)).withMessageContaining("not waiting");
    }

    @Test
    void aRequestGrantedTwiceIsAnError() {
        spec.algorithm = Toy.algorithm(setup -> new Toy(setup) {
            @Override
            protected void admit(long now, PermitRequest request, Effects out) {
                super.admit(now, request, out);
                super.admit(now, request, out);
            }
        });
        assertThatIllegalStateException().isThrownBy(() -> run(13)).withMessageContaining("granted at node");
    }

    @Test
    void clientsThatWouldStopTheClockAreRefused() {
        spec.think = new Distribution.Constant(0);
        spec.hold = new Distribution.Constant(0);
        assertThatIllegalArgumentException().isThrownBy(() -> run(14)).withMessageContaining("without end");
    }
}
