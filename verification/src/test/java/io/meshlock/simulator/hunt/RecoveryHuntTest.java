package io.meshlock.simulator.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.Policy;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.recovery.RecoverySettings;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.hunt.Tally.Event;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pools with recovery in worlds with all kinds of faults. */
class RecoveryHuntTest {

    private static final Options MAJORITY = Options.of(Map.of("recovery", 1L));

    private static HuntSettings settings(String algorithm) {
        return HuntSettings.recovering(Algorithms.named(algorithm), MAJORITY, 9, 3);
    }

    @ParameterizedTest
    @CsvSource({"prioritized, 700", "prioritized-moving, 300"})
    void nobodyIsHurtAndEverybodyIsServed(String algorithm, int schedules) throws InterruptedException {
        Hunt hunt = new Hunt(settings(algorithm), 1, schedules);
        assertThat(hunt.run(2)).isNull();
        Tally tally = hunt.progress().tally();
        List<Event> expected = List.of(
                Event.CRASHES, Event.RESTARTS, Event.LOST_DISKS, Event.PAUSES, Event.RECOVERIES, Event.LOST_GRANTS);
        assertThat(expected).allMatch(event -> tally.of(event) > 0);
        assertThat(tally.resumed()).isNotEmpty();
        assertThat(tally.of(Event.LATE_GRANTS)).isZero();
    }

    /** Operators change the size, let nodes leave, and declare others gone. */
    @Test
    void operatorsDoNoHarm() throws InterruptedException {
        Hunt hunt = new Hunt(settings("prioritized").operated(), 1, 250);
        assertThat(hunt.run(2)).isNull();
        Tally tally = hunt.progress().tally();
        assertThat(List.of(Event.RESIZES, Event.REJECTIONS, Event.FAREWELLS)).allMatch(event -> tally.of(event) > 0);
    }

    /**
     * Permits go from holder to holder, and whoever is in a line may crash, pause or be cut off. Named is whoever waits:
     * whether it is safe must not depend on how long holds and ways are thought to be.
     */
    @ParameterizedTest
    @CsvSource({"1, 500", "2, 150", "3, 150"})
    void heirsDoNoHarm(long policy, int schedules) throws InterruptedException, IOException {
        HuntSettings settings = withHeirs(rash(), policy);
        Hunt hunt = new Hunt(policy == 2 ? withoutCrashes(settings) : settings, 1, schedules);
        assertThat(hunt.run(2)).isNull();
        assertThat(hunt.progress().tally().delivered().get("PASS"))
                .as("permits passed on")
                .isGreaterThan(schedules / 2L);
    }

    /** The same while operators change the size and nodes leave; and with what is thought of holds and ways. */
    @ParameterizedTest
    @CsvSource({"true, true, 150", "false, true, 150", "false, false, 250"})
    void heirsOfOperatedPoolsDoNoHarm(boolean rash, boolean operated, int schedules)
            throws InterruptedException, IOException {
        HuntSettings settings = withHeirs(rash ? rash() : Algorithms.named("prioritized"), 1);
        Hunt hunt = new Hunt(operated ? settings.operated() : settings, 1, schedules);
        assertThat(hunt.run(2)).isNull();
        assertThat(hunt.progress().tally().delivered().get("PASS")).isPositive();
    }

    /** One or two permits, first come first served. */
    static HuntSettings withHeirs(Algorithm algorithm, long policy) {
        Options options = Options.of(Map.of("recovery", policy, "ahead", 6L));
        return HuntSettings.recovering(algorithm, options, 9, 2)
                .withPool(new PoolSettings(2, Policy.FIFO, PoolSettings.DEFAULT_AGING));
    }

    /** Names heirs however long permits are held, and takes no measure of it. */
    private static Algorithm rash() throws IOException {
        return MutantCompiler.compileRecovery("Turns.java", "hold == UNKNOWN ? held : hold + (held - hold) / 4", "0");
    }

    /** Clients give back half of their permits before the rest; the others are safe, whatever else happens. */
    @ParameterizedTest
    @CsvSource({"prioritized, 150", "prioritized-moving, 60"})
    void partsComeBack(String algorithm, int schedules) throws InterruptedException {
        HuntSettings some = settings(algorithm);
        Hunt hunt = new Hunt(some.withDemand(some.demand().withParts()), 1, schedules);
        assertThat(hunt.run(2)).isNull();
        Tally tally = hunt.progress().tally();
        assertThat(tally.of(Event.PARTS)).isGreaterThan(schedules);
        assertThat(tally.of(Event.RECOVERIES)).isPositive();
    }

    /** One hardship per schedule: bursts of restarts, nodes without a disk, members that come and go, nodes that move. */
    @Test
    void hardshipsAreSurvived() throws InterruptedException {
        HuntSettings hard = settings("prioritized").withNodes(12, false).with(HuntSettings.Hardships.ALL);
        Hunt hunt = new Hunt(hard, 1, 400);
        assertThat(hunt.run(2)).isNull();
        Tally tally = hunt.progress().tally();
        Tally calmer = calmer(400);
        assertThat(tally.of(Event.CRASHES)).isGreaterThan(calmer.of(Event.CRASHES));
        assertThat(tally.of(Event.LOST_DISKS)).isGreaterThan(calmer.of(Event.LOST_DISKS));
        assertThat(tally.of(Event.FAREWELLS)).isPositive();
    }

    private static Tally calmer(int schedules) throws InterruptedException {
        Hunt hunt = new Hunt(settings("prioritized").withNodes(12, false), 1, schedules);
        assertThat(hunt.run(2)).isNull();
        return hunt.progress().tally();
    }

    /** The token's node crashes in a mesh that is well but loses every twentieth datagram. */
    @ParameterizedTest
    @CsvSource({"5, 60", "20, 5"})
    void theNextGrantComesInTime(int nodes, int schedules) throws InterruptedException {
        HuntSettings exact = settings("prioritized").withNodes(nodes, true);
        Hunt hunt = new Hunt(new TokenLosses(exact, 0.05), 1, schedules);
        assertThat(hunt.run(2)).isNull();
        Tally tally = hunt.progress().tally();
        assertThat(tally.of(Event.CRASHES)).isEqualTo(schedules);
        assertThat(tally.of(Event.BOUNDED_OUTAGES)).isGreaterThan(schedules / 2);
        assertThat(tally.of(Event.RECOVERIES)).isGreaterThanOrEqualTo(schedules);
    }

    /** Nodes without their disk are numbered by the wall clock, which may be ahead once, and right afterwards. */
    @Test
    void wrongClocksAreSurvived() throws InterruptedException {
        HuntSettings.Hardships clocks = new HuntSettings.Hardships(false, false, false, false, false, true);
        Hunt hunt = new Hunt(settings("prioritized").with(clocks), 1, 200);
        assertThat(hunt.run(2)).isNull();
        assertThat(hunt.progress().tally().of(Event.LOST_DISKS)).isGreaterThan(100);
    }

    /**
     * A holder dies after it has seated a voter, or has given up its own seat, and before any heartbeat says so: the others
     * have to be told when somebody who knows is back.
     */
    @ParameterizedTest
    @ValueSource(longs = {25_221, 56_854})
    void aViewThatNoHeartbeatToldIsToldByOthers(long seed) {
        HuntSettings.Hardships hardships = new HuntSettings.Hardships(true, true, true, true, false, true);
        HuntSettings hard = settings("prioritized").withNodes(12, false).with(hardships);
        assertThat(new TimedSchedule(hard, seed, new Tally()).run()).isNull();
    }

    /** Two nodes promised an epoch that came to nothing, and were unseated: the holder makes an epoch that they may join. */
    @Test
    void whoPromisedInVainIsTakenBack() {
        HuntSettings.Hardships hardships = new HuntSettings.Hardships(true, true, true, true, false, true);
        HuntSettings hard = settings("prioritized").withNodes(12, false).with(hardships);
        assertThat(new TimedSchedule(hard, 242_722, new Tally()).run()).isNull();
    }

    /**
     * Found by the long hunt, with what befell: a host is stopped for good while it is about to crash by chance; a node has
     * two twins; votes that nobody could remind, before the healing and during it; a liar's words that were preferred to
     * each other in a circle, so that each was news for ever; old words of two starts that were news in turns for ever; and
     * a copy of a disk that had counted further than its original, so that nobody heard the original once the copy had gone.
     */
    @ParameterizedTest
    @CsvSource({
        "27910, TWINS, 1",
        "51527, TWINS, 2",
        "283375, RESTORED_DISKS, 1",
        "210919, RESTORED_DISKS, 1",
        "416793, LIES, 100",
        "452980, LIES, 100",
        "557455, TWINS, 1"
    })
    void whatFailedOnceIsSurvived(long seed, Event hardship, long least) {
        Options drifting = Options.of(Map.of("recovery", 1L, "drift-ppm", 100_000L));
        HuntSettings hard = HuntSettings.recovering(Algorithms.named("prioritized"), drifting, 12, 3)
                .with(new HuntSettings.Hardships(true, true, true, true, true, true, true, true));
        Tally tally = new Tally();
        assertThat(new TimedSchedule(hard, seed, tally).run()).isNull();
        assertThat(tally.of(hardship)).as("the seed does what it did").isGreaterThanOrEqualTo(least);
        assertThat(tally.of(Event.CRASHES)).isPositive();
    }

    /** A node is taken for its copy, which is gone, and so a request is granted twice; one of the two grants goes back. */
    @Test
    void whoIsTakenForItsTwinMayBeGrantedTwice() {
        Options drifting = Options.of(Map.of("recovery", 1L, "drift-ppm", 100_000L));
        HuntSettings twins = HuntSettings.recovering(Algorithms.named("prioritized"), drifting, 12, 3)
                .with(HuntSettings.Hardships.NONE.withTwinsAndLiars(true, false));
        assertThat(new TimedSchedule(twins, 37_090, new Tally()).run()).isNull();
    }

    /**
     * 53,237: a liar says that a node has started anew, so its request is decided anew while it is an heir. 56,541: a
     * voter is its own heir, and has reported to a new token what it holds.
     */
    @ParameterizedTest
    @ValueSource(longs = {53_237, 56_541})
    void heirsAmongAllHardships(long seed) {
        Options drifting = Options.of(Map.of("recovery", 1L, "drift-ppm", 100_000L));
        HuntSettings fifo = HuntSettings.recovering(Algorithms.named("prioritized"), drifting, 12, 3)
                .withPool(PoolSettings.permits(3).withPolicy(Policy.FIFO))
                .with(new HuntSettings.Hardships(true, true, true, true, true, true, true, true));
        assertThat(new TimedSchedule(fifo, seed, new Tally()).run()).isNull();
    }

    /** Operators want another size while a node has promised an epoch that came to nothing and wants nothing itself. */
    @Test
    void whoFollowsNobodyHearsOfTheSize() {
        Options drifting = Options.of(Map.of("recovery", 1L, "drift-ppm", 100_000L));
        HuntSettings operated = HuntSettings.recovering(Algorithms.named("prioritized"), drifting, 12, 3)
                .operated();
        assertThat(new TimedSchedule(operated, 6_031, new Tally()).run()).isNull();
    }

    /** Disks of a minority are put back to an earlier state, which counts as losing them. */
    @Test
    void restoredDisksAreSurvived() throws InterruptedException {
        HuntSettings.Hardships restored = new HuntSettings.Hardships(false, false, false, false, true, false);
        Hunt hunt = new Hunt(settings("prioritized").with(restored), 1, 400);
        assertThat(hunt.run(2)).isNull();
        assertThat(hunt.progress().tally().of(Event.RESTORED_DISKS)).isGreaterThan(100);
    }

    private static HuntSettings with(boolean twins, boolean liars) {
        return settings("prioritized")
                .withNodes(12, false)
                .with(HuntSettings.Hardships.NONE.withTwinsAndLiars(twins, liars));
    }

    /** Two processes run as one node, and one of them is gone in the end. */
    @Test
    void twinsAreSurvived() throws InterruptedException {
        Hunt hunt = new Hunt(with(true, false), 1, 300);
        assertThat(hunt.run(2)).isNull();
        assertThat(hunt.progress().tally().of(Event.TWINS)).isGreaterThan(100);
    }

    /** A node says what is not true, as far as something is promised against it, and is revoked in the end. */
    @Test
    void liarsAreSurvived() throws InterruptedException {
        Hunt hunt = new Hunt(with(false, true), 1, 300);
        assertThat(hunt.run(2)).isNull();
        Tally tally = hunt.progress().tally();
        assertThat(tally.of(Event.LIES)).isGreaterThan(3_000);
        assertThat(tally.of(Event.FORGOTTEN_VOTERS)).isLessThan(10);
    }

    /**
     * All requests are served in the end: without crashes, since no token is lost; or once operators made new tokens.
     */
    @ParameterizedTest
    @ValueSource(longs = {2, 3})
    void otherPoliciesAreSafeToo(long policy) throws InterruptedException {
        Options options = Options.of(Map.of("recovery", policy));
        HuntSettings all = HuntSettings.recovering(Algorithms.named("prioritized"), options, 9, 3);
        boolean never = RecoverySettings.policy(options) == RecoverySettings.Recovery.NEVER;
        assertThat(new Hunt(never ? withoutCrashes(all) : all, 1, 150).run(2)).isNull();
    }

    private static HuntSettings withoutCrashes(HuntSettings all) {
        HuntSettings.Faults f = all.faults();
        HuntSettings.Wreckage noCrash = new HuntSettings.Wreckage(false, false, false, true, 100_000);
        return all.withFaults(new HuntSettings.Faults(
                f.churn(), f.partitions(), f.lossyLinkDeath(), f.cancels(), f.hazards(), noCrash));
    }

    /** A host that crashes when its link is cut may leave no pair of nodes that a new link could join. */
    @Test
    void aCrashInTheMiddleOfAChangeOfLinksEndsTheChange() {
        assertThat(new TimedSchedule(settings("prioritized"), 1_010_628, new Tally()).run())
                .isNull();
    }

    /** Two nodes could make tokens in turn, each outbidding the other before a majority hears of it, for ever. */
    @Test
    void twoHoldersDoNotOvertakeEachOtherForEver() {
        assertThat(new TimedSchedule(settings("prioritized"), 65_310, new Tally()).run())
                .isNull();
    }

    /** The holder made a node a member and crashed with all nodes that knew; the new member itself did not know yet. */
    @Test
    void aMemberThatDoesNotKnowItIsHelped() {
        assertThat(new TimedSchedule(settings("prioritized"), 197_984, new Tally()).run())
                .isNull();
    }

    @Test
    void aScheduleIsAFunctionOfItsSeed() {
        for (int seed = 1; seed <= 20; seed++) {
            Tally once = new Tally();
            Tally again = new Tally();
            new TimedSchedule(settings("prioritized"), seed, once).run();
            new TimedSchedule(settings("prioritized"), seed, again).run();
            assertThat(again.lines()).isEqualTo(once.lines());
        }
    }

    /** A sample; {@code ./meshlock explore} runs all of them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void noTimetableOfACrashAndAPartitionDoesHarm(int permits) throws InterruptedException {
        FaultGrid timetables = new FaultGrid(Algorithms.named("prioritized"), MAJORITY, 3, permits, 30, 1, 1, 487);
        Hunt hunt = new Hunt(timetables, 0, timetables.count());
        assertThat(hunt.run(2)).isNull();
        Tally tally = hunt.progress().tally();
        assertThat(tally.of(Event.CRASHES)).isGreaterThanOrEqualTo(timetables.count());
        assertThat(List.of(Event.LOST_DISKS, Event.RESTORED_DISKS, Event.TWINS)).allMatch(event -> tally.of(event) > 0);
    }
}
