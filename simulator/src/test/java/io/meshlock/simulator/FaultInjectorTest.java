package io.meshlock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Ticks;
import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Incarnation;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.Setup;
import io.meshlock.simulator.Failures.Fault;
import io.meshlock.simulator.Failures.Planned;
import io.meshlock.simulator.engine.Distribution;
import io.meshlock.simulator.network.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The consequences of a single fault, step by step: three nodes in a full mesh, messages take one time unit. */
class FaultInjectorTest {

    private static final int PINGER = 1;

    /**
     * Node 1 sends balls to node 0, as datagrams if their number is even, and keeps their count; all events are
     * recorded.
     */
    private final class Scribe extends Toy {
        private final DurableState durable;

        Scribe(Setup setup) {
            super(setup);
            durable = Objects.requireNonNull(setup.durable());
            story.add("start " + node() + " incarnation " + (durable.incarnation() - Incarnation.first(0)) + " kept "
                    + durable.promised().round() + (setup.bootstrap() ? " bootstraps" : ""));
        }

        @Override
        public void comeBack(long now, Effects out) {
            out.setTimer(1, Ticks.of(5));
        }

        @Override
        protected void admit(long now, PermitRequest request, Effects out) {
            super.admit(now, request, out);
            out.leased(request.id(), now + Ticks.of(1000));
            if (node() == PINGER) {
                out.keep(kept(1));
                out.send(0, new Ball(1));
                out.keep(kept(2));
                out.send(0, new Ball(3));
            }
        }

        private DurableState kept(int round) {
            return new DurableState(
                    durable.incarnation(), durable.seat(), new Epoch(round, 0), durable.seen(), durable.view());
        }

        @Override
        public void receive(long now, int from, Message message, Effects out) {
            story.add(now / Ticks.PER_UNIT + ": " + node() + " gets " + ((Ball) message).number() + " from " + from);
        }

        @Override
        public void linkUp(long now, int peer, Effects out) {
            story.add(now / Ticks.PER_UNIT + ": " + node() + " up " + peer);
        }

        @Override
        public void linkDown(long now, int peer, Effects out) {
            story.add(now / Ticks.PER_UNIT + ": " + node() + " down " + peer);
        }

        @Override
        public void timerFired(long now, int timer, Effects out) {
            story.add(now / Ticks.PER_UNIT + ": " + node() + " timer");
        }
    }

    private final List<String> story = new ArrayList<>();
    private int lost;

    private void run(Fault... faults) {
        List<Planned> plan = new ArrayList<>();
        for (int i = 0; i < faults.length; i++) {
            plan.add(new Planned(Ticks.of(10 * (i + 1)), faults[i]));
        }
        Distribution one = new Distribution.Constant(1);
        WorldSpec.Network network = new WorldSpec.Network(new Topology.Full(), one, null, null, true);
        WorldSpec.Workload workload = new WorldSpec.Workload(
                WorldSpec.Arrivals.CLOSED,
                new Distribution.Constant(15),
                new Distribution.Constant(100),
                one,
                one,
                null,
                null,
                1,
                null,
                List.of(PINGER));
        WorldSpec spec = WorldSpec.builder(Toy.algorithm(Scribe::new, true))
                .pool(PoolSettings.permits(3))
                .nodes(3)
                .duration(Ticks.of(60))
                .drain(Ticks.of(100))
                .network(network)
                .workload(workload)
                .failures(Failures.NONE.withPlan(plan))
                .build();
        new World(spec, 1, new Journal() {
                    @Override
                    public void lost(long time, int from, int to, Message message) {
                        lost++;
                    }

                    @Override
                    public void grantLost(long time, int node, PermitGrant grant) {
                        story.add(time / Ticks.PER_UNIT + ": grant lost at " + node);
                    }
                })
                .run();
        story.removeIf(line -> line.startsWith("start") && line.endsWith("incarnation 0 kept 0"));
        story.remove("start 0 incarnation 0 kept 0 bootstraps");
    }

    @Test
    void aCrashTakesTheLinksDownAndARestartBringsThemBack() {
        run(new Fault.Crash(2, Fault.Crash.AT_ONCE), new Fault.Restart(2, false));
        assertThat(story)
                .containsExactly(
                        "10: 0 down 2",
                        "10: 1 down 2",
                        "16: 0 gets 1 from 1",
                        "16: 0 gets 3 from 1",
                        "start 2 incarnation 1 kept 0",
                        "20: 0 up 2",
                        "20: 2 up 0",
                        "20: 1 up 2",
                        "20: 2 up 1",
                        "25: 2 timer");
    }

    /** Effects of the ping: granted, leased, keep 1, send 1, keep 2, send 3. */
    @ParameterizedTest
    @CsvSource({"1, 0, 0, 0", "2, 0, 0, 0", "3, 1, 0, 0", "4, 1, 1, 0", "5, 2, 1, 0", "6, 2, 1, 1", "99, 2, 1, 1"})
    void ofTheLastInputOnlyTheFirstEffectsHappen(int effects, int kept, int firstSent, int secondSent) {
        run(new Fault.Crash(PINGER, effects), new Fault.Restart(PINGER, false));
        assertThat(story).contains("start 1 incarnation 1 kept " + kept).contains("15: grant lost at 1");
        assertThat(lost).as("with the link").isEqualTo(firstSent + secondSent);
    }

    @Test
    void nothingIsLeftOfALostDisk() {
        run(new Fault.Crash(PINGER, 99), new Fault.Restart(PINGER, true));
        long otherDisk = Incarnation.first(1) - Incarnation.first(0);
        assertThat(story).contains("start 1 incarnation " + otherDisk + " kept -1");
    }

    @Test
    void whatComesForANodeThatStandsStillWaits() {
        run(new Fault.Pause(0), new Fault.Resume(0));
        assertThat(story).containsExactly("20: 0 gets 1 from 1", "20: 0 gets 3 from 1");
    }

    @Test
    void aNodeThatStandsStillSeesASplitLater() {
        run(new Fault.Pause(0), new Fault.Split(List.of(1)), new Fault.Resume(0), new Fault.Mend());
        assertThat(story)
                .containsExactly(
                        "20: 1 down 0",
                        "20: 1 down 2",
                        "20: 2 down 1",
                        "30: 0 gets 1 from 1",
                        "30: 0 gets 3 from 1",
                        "30: 0 down 1",
                        "40: 0 up 1",
                        "40: 1 up 0",
                        "40: 1 up 2",
                        "40: 2 up 1");
    }

    @Test
    void aNodeThatRestartsDuringASplitGetsItsLinksWhenItMends() {
        run(
                new Fault.Crash(2, Fault.Crash.AT_ONCE),
                new Fault.Split(List.of(1)),
                new Fault.Restart(2, false),
                new Fault.Mend());
        assertThat(story).contains("30: 2 up 0", "40: 2 up 1").doesNotContain("30: 2 up 1");
    }
}
