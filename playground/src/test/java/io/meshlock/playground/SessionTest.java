package io.meshlock.playground;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlock.journal.Ticks;
import org.junit.jupiter.api.Test;

class SessionTest {

    private static final String RING = """
            algorithm: prioritized
            nodes: 6
            permits: 2
            duration: 100000
            network: {topology: ring, delay: exponential 1}
            workload: {think: exponential 8, hold: 2, permits: uniform 1 2, priority: uniform 0 5}
            """;

    private static Session quiet(String scenario) {
        return new Session(new Setup(scenario, "", 1, "", false, true, false));
    }

    private static Session busy(String scenario) {
        return new Session(new Setup(scenario, "", 1, "", true, true, false));
    }

    @Test
    void aRequestByHandIsHeldUntilItIsEnded() {
        Session session = quiet(RING);
        session.act("request 3 2 priority=4");
        session.runUntil(Ticks.of(100));
        assertThat(session.snapshot(-1)).contains("\"held\":2").contains("\"entries\":1");
        session.act("end 1");
        assertThat(session.snapshot(-1)).contains("\"held\":0");
        assertThatThrownBy(() -> session.act("end 1")).hasMessageContaining("over already");
    }

    @Test
    void aRequestThatWaitsIsWithdrawn() {
        Session session = quiet(RING);
        session.act("request 0 2");
        session.act("request 3 1");
        session.runUntil(Ticks.of(50));
        assertThat(session.snapshot(-1)).contains("\"waiting\":[{\"node\":3");
        session.act("end 2");
        session.runUntil(Ticks.of(60));
        assertThat(session.snapshot(-1)).contains("\"waiting\":[]");
    }

    @Test
    void goingBackMakesTheSameRunAgain() {
        Session session = busy(RING);
        session.runUntil(Ticks.of(20));
        session.act("cut 0-1");
        session.runUntil(Ticks.of(33.3));
        session.act("request 4 2 hold=5");
        session.runUntil(Ticks.of(60));
        String there = session.snapshot(-1).replaceAll("\"news\".*?]],", "");
        String journal = session.journal();
        session.goTo(Ticks.of(10));
        assertThat(session.now()).isEqualTo(Ticks.of(10));
        session.goTo(Ticks.of(60));
        assertThat(session.snapshot(-1).replaceAll("\"news\".*?]],", "")).isEqualTo(there);
        assertThat(session.journal()).isEqualTo(journal);
    }

    @Test
    void aStepBackAndAStepOnLeadToTheSamePlace() {
        Session session = busy(RING);
        session.runUntil(Ticks.of(20));
        for (int i = 0; i < 5; i++) {
            session.stepOne();
        }
        session.act("cut 2-3");
        session.stepOne();
        long steps = session.steps();
        String journal = session.journal();
        session.goToStep(steps - 4);
        assertThat(session.steps()).isEqualTo(steps - 4);
        while (session.steps() < steps) {
            session.stepOne();
        }
        assertThat(session.journal()).isEqualTo(journal);
    }

    @Test
    void whatIsDoneAfterGoingBackReplacesWhatWasDoneLater() {
        Session session = quiet(RING);
        session.runUntil(Ticks.of(5));
        session.act("request 1 1");
        session.runUntil(Ticks.of(30));
        session.act("end 1");
        session.goTo(Ticks.of(20));
        session.act("request 2 1");
        assertThat(session.log())
                .contains("request 1 1")
                .contains("request 2 1")
                .doesNotContain("end 1");
    }

    @Test
    void actionsOfAnotherRunHappenAtTheirTime() {
        Session first = busy(RING);
        first.runUntil(Ticks.of(12.5));
        first.act("cut 4-5");
        first.runUntil(Ticks.of(40));
        Session second = busy(RING);
        second.load(first.log());
        second.runUntil(Ticks.of(40));
        assertThat(second.journal()).isEqualTo(first.journal());
    }

    @Test
    void aPartitionIsMended() {
        Session session = quiet(RING);
        session.act("split 0,1,2");
        assertThat(session.snapshot(-1)).doesNotContain("0,5");
        session.act("mend");
        session.runUntil(Ticks.of(20));
        session.act("request 4 1");
        session.runUntil(Ticks.of(40));
        assertThat(session.snapshot(-1)).contains("\"entries\":1");
    }

    @Test
    void aTokenThatDiesIsMadeAnew() {
        Session session = busy(RING.replace("nodes:", "options: {recovery: 1, beacon: 400000}\nnodes:")
                .replace("exponential 1}", "0.2}"));
        session.runUntil(Ticks.of(20));
        session.act("crash 0");
        session.runUntil(Ticks.of(60));
        assertThat(session.snapshot(-1)).contains("\"0\":\"down\"").contains("makes a new token");
        session.act("restart 0");
        session.runUntil(Ticks.of(100));
        assertThat(session.snapshot(-1)).doesNotContain("down\"}").contains("\"broken\":\"\"");
    }

    @Test
    void withoutRecoveryACrashNeedsToBeAllowed() {
        assertThatThrownBy(() -> quiet(RING).act("crash 0")).hasMessageContaining("nothing fails");
        Session session = new Session(new Setup(RING, "prioritized-as-printed", 1, "", false, true, true));
        session.act("crash 0");
        session.act("request 3 1");
        session.runUntil(Ticks.of(100));
        assertThat(session.snapshot(-1)).contains("\"entries\":0");
    }

    @Test
    void nodesThatComeAndGoAreSwitchedOffByHand() {
        Session session = quiet(RING.replace("prioritized", "lookahead")
                .replace("permits: 2", "permits: 1")
                .replace("uniform 1 2", "1"));
        session.act("disconnect 2");
        session.runUntil(Ticks.of(10));
        session.act("request 0 1");
        session.runUntil(Ticks.of(80));
        assertThat(session.snapshot(-1)).contains("\"2\":\"away\"").contains("\"entries\":1");
        session.act("return 2");
        assertThat(session.snapshot(-1)).doesNotContain("away");
    }

    @Test
    void aRunThatStandsStillWithFreePermitsIsSaidToBeStuck() {
        String line = RING.replace("prioritized", "prioritized-as-printed")
                .replace("ring", "line")
                .replace("6", "3");
        Session session = quiet(line.replace("exponential 1}", "1}"));
        session.act("request 1 1 priority=5");
        session.act("request 2 2 priority=5");
        session.runUntil(Ticks.of(20));
        session.act("request 0 1");
        session.runUntil(Ticks.of(40));
        session.act("end 1");
        session.runUntil(Ticks.of(60));
        session.act("end 3");
        session.runUntil(Ticks.of(80));
        assertThat(session.snapshot(-1)).contains("\"stuck\":\"node 2 waits for 2, 2 of 2 are free");
    }

    @Test
    void aRunIsToldAsANarrative() {
        Session session = busy(RING.replace("exponential 1}", "1}"));
        session.runUntil(Ticks.of(40));
        session.act("cut 0-1");
        session.runUntil(Ticks.of(80));
        String narrative = session.narrative();
        assertThat(narrative)
                .startsWith("# A run of the playground.")
                .contains("cut a-b")
                .contains(" enters: ");
        assertThat(narrative).doesNotContain("error:");
    }

    @Test
    void anotherAlgorithmTakesThoseOptionsThatItHas() {
        String recovering =
                RING.replace("nodes:", "options: {recovery: 1}\nnodes:").replace("uniform 1 2", "1");
        Session session = new Session(new Setup(recovering, "krl", 1, "", true, true, false));
        assertThat(session.spec().algorithm().name()).isEqualTo("krl");
    }

    @Test
    void givenLinksTakeThePlaceOfTheTopology() {
        Session session = new Session(new Setup(RING, "", 1, "0-1 4-2", false, true, false));
        assertThat(session.snapshot(-1)).contains("\"links\":[0,1,2,4]");
        session.act("link 1-2");
        session.act("request 4 1");
        session.runUntil(Ticks.of(60));
        assertThat(session.snapshot(-1)).contains("\"held\":1");
    }
}
