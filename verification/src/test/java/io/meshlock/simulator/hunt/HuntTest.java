package io.meshlock.simulator.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.Policy;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.simulator.hunt.Tally.Event;
import io.meshlock.simulator.narrative.Narrative;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The regular hunt, and that its findings can be trusted. */
class HuntTest {

    /** Safety always holds, and once the network is whole all requests are served and no permit is lost. */
    @ParameterizedTest(name = "{0}, lossy links: {1}, up to {2} nodes")
    @CsvSource({
        "prioritized, false, 8, 2000",
        "prioritized, true, 8, 3000",
        "prioritized-moving, false, 8, 2000",
        "prioritized-moving, true, 8, 2000",
        "prioritized, true, 30, 250"
    })
    void correctedFormsSurviveEverything(String name, boolean lossy, int nodes, int schedules)
            throws InterruptedException {
        HuntSettings settings =
                HuntSettings.small(Heirless.of(Algorithms.named(name)), lossy).withNodes(nodes, false);
        Hunt hunt = new Hunt(settings, 1, schedules);
        Finding finding = hunt.run(2);
        assertThat(finding == null ? "" : finding.narrative()).isEmpty();
        assertThat(hunt.done()).isEqualTo(schedules);
        Tally tally = hunt.progress().tally();
        assertThat(tally.of(Event.SCHEDULES)).isEqualTo(schedules);
        assertThat(tally.of(Event.GRANTS)).isEqualTo(tally.of(Event.RELEASES));
        if (schedules > 1000) {
            assertThat(Coverage.missing(settings, tally)).isEmpty();
        }
    }

    /** The same while operators change the pool's size, and nodes leave and come back. */
    @ParameterizedTest(name = "{0}, lossy links: {1}")
    @CsvSource({
        "prioritized, false, 1000",
        "prioritized, true, 1500",
        "prioritized-moving, false, 700",
        "prioritized-moving, true, 700"
    })
    void operatorsDoNoHarm(String name, boolean lossy, int schedules) throws InterruptedException {
        HuntSettings settings =
                HuntSettings.small(Heirless.of(Algorithms.named(name)), lossy).operated();
        Hunt hunt = new Hunt(settings, 1, schedules);
        Finding finding = hunt.run(2);
        assertThat(finding == null ? "" : finding.narrative()).isEmpty();
        Tally tally = hunt.progress().tally();
        if (name.equals("prioritized")) {
            assertThat(Coverage.missing(settings, tally)).isEmpty();
        }
        assertThat(tally.of(Event.GRANTS)).isEqualTo(tally.of(Event.RELEASES));
    }

    /** The same with permits that go from holder to holder. */
    @ParameterizedTest(name = "lossy links: {0}, operators: {1}, parts: {2}")
    @CsvSource({
        "false, false, false, 2500",
        "true, false, false, 2500",
        "true, true, false, 1000",
        "true, true, true, 700"
    })
    void heirsDoNoHarm(boolean lossy, boolean operated, boolean parts, int schedules) throws InterruptedException {
        HuntSettings settings = withHeirs(Algorithms.named("prioritized"), lossy);
        settings = operated ? settings.operated() : settings;
        Hunt hunt = new Hunt(parts ? inParts(settings) : settings, 1, schedules);
        Finding finding = hunt.run(2);
        assertThat(finding == null ? "" : finding.narrative()).isEmpty();
        Tally tally = hunt.progress().tally();
        assertThat(tally.of(Event.GRANTS)).isEqualTo(tally.of(Event.RELEASES));
        assertThat(tally.delivered().get("PASS")).as("permits passed on").isGreaterThan(2L * schedules);
    }

    /** One or two permits, first come first served: where most permits go straight to an heir. */
    static HuntSettings withHeirs(Algorithm algorithm, boolean lossy) {
        return HuntSettings.small(algorithm, lossy)
                .withOptions(Options.of(Map.of("ahead", 6L)))
                .withPool(new PoolSettings(2, Policy.FIFO, 3))
                .withDemand(new HuntSettings.Demand(1, 2, 0, 3, false));
    }

    /** Clients give back half of their permits before the rest. */
    static HuntSettings inParts(HuntSettings settings) {
        return settings.withDemand(settings.demand().withParts());
    }

    /** The same with requests that do not wait: each is granted or refused, whatever happens to links and nodes. */
    @ParameterizedTest(name = "{0}, lossy links: {1}")
    @CsvSource({
        "prioritized, false, 1000",
        "prioritized, true, 1500",
        "prioritized-moving, false, 1000",
        "prioritized-moving, true, 3000"
    })
    void triesAreAnswered(String name, boolean lossy, int schedules) throws InterruptedException {
        HuntSettings small = HuntSettings.small(Algorithms.named(name), lossy).operated();
        Hunt hunt = new Hunt(small.withDemand(small.demand().withTries(400)), 1, schedules);
        Finding finding = hunt.run(2);
        assertThat(finding == null ? "" : finding.narrative()).isEmpty();
        Tally tally = hunt.progress().tally();
        assertThat(tally.of(Event.GRANTS)).isEqualTo(tally.of(Event.RELEASES));
        long answered = tally.of(Event.GRANTS) + tally.of(Event.CANCELS) + tally.of(Event.REJECTIONS);
        assertThat(tally.of(Event.REQUESTS)).as("many were refused").isGreaterThan(answered * 11 / 10);
    }

    /** The same with clients that give back half of their permits before the rest. */
    @ParameterizedTest(name = "{0}, lossy links: {1}")
    @CsvSource({
        "prioritized, false, 300",
        "prioritized, true, 800",
        "prioritized-moving, false, 300",
        "prioritized-moving, true, 800"
    })
    void partsComeBack(String name, boolean lossy, int schedules) throws InterruptedException {
        HuntSettings small = HuntSettings.small(Algorithms.named(name), lossy).operated();
        Hunt hunt = new Hunt(small.withDemand(small.demand().withParts()), 1, schedules);
        Finding finding = hunt.run(2);
        assertThat(finding == null ? "" : finding.narrative()).isEmpty();
        Tally tally = hunt.progress().tally();
        assertThat(tally.of(Event.GRANTS)).isEqualTo(tally.of(Event.RELEASES));
        assertThat(tally.of(Event.PARTS)).isGreaterThan(10L * schedules);
    }

    @Test
    void printedFormIsFoundAndShrunk() throws InterruptedException {
        HuntSettings settings = HuntSettings.small(Algorithms.named("prioritized-as-printed"), false)
                .withFaults(new HuntSettings.Faults(false, false, false, false));
        Finding finding = find(new Hunt(settings, 1, 1000), 2);
        assertThat(finding.failure().kind()).isEqualTo(FailureKind.STARVED);
        assertThat(finding.narrative()).contains("never served").doesNotContain("error");
        assertThat(finding.narrative().lines()).as("shrunk").hasSizeLessThan(120);
        assertThat(Narrative.run(finding.narrative())).as("a test by saving it").isEqualTo(finding.narrative());
    }

    /** For any number of threads and any first seed, the same seed gives the same story to the last byte. */
    @Test
    void sameSeedTellsTheSameStory() throws InterruptedException {
        HuntSettings settings = HuntSettings.small(Algorithms.named("prioritized-minimal-repair"), false);
        Finding finding = find(new Hunt(settings, 1, 10_000), 3);
        Finding alone = find(new Hunt(settings, finding.seed(), 1), 1);
        assertThat(alone).isEqualTo(finding);
        assertThat(find(new Hunt(settings, Math.max(1, finding.seed() - 100), 10_000), 2))
                .isEqualTo(finding);
    }

    /** A schedule told as a narrative, with dying links, runs with the same outcome. */
    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "false, true", "true, true"})
    void storiesAreTrue(boolean lossy, boolean operated) {
        HuntSettings small = HuntSettings.small(Algorithms.named("prioritized"), lossy);
        HuntSettings settings = operated ? small.operated() : small;
        for (long seed = 1; seed <= 30; seed++) {
            Tally tally = new Tally();
            Schedule schedule = new Schedule(settings, seed, tally);
            List<Action> actions = schedule.startRecord();
            assertThat(schedule.run()).isNull();
            String story = Story.of(settings, schedule.layout(), actions, List.of("Seed " + seed));
            assertThat(story).doesNotContain("error:").contains("waiting: nobody\ninside: nobody");
            assertThat(count(story, " enters: ")).isEqualTo(tally.of(Event.GRANTS));
            assertThat(count(story, " receives ")).isEqualTo(tally.of(Event.DELIVERIES));
            assertThat(count(story, "lost: ")).isEqualTo(tally.of(Event.LOSSES));
        }
    }

    @Test
    void interruptedHuntGoesOnAsIfItHadNotBeen() throws InterruptedException {
        HuntSettings settings = HuntSettings.small(Algorithms.named("prioritized"), true);
        Hunt whole = new Hunt(settings, 5, 500);
        assertThat(whole.run(3)).isNull();
        Hunt part = new Hunt(settings, 5, 130);
        assertThat(part.run(2)).isNull();
        Tally kept = new Tally();
        part.progress().tally().lines().forEach(kept::read);
        Hunt rest = new Hunt(settings, 5, 500);
        rest.resume(part.done(), kept);
        assertThat(rest.run(2)).isNull();
        assertThat(rest.progress().tally().lines())
                .isEqualTo(whole.progress().tally().lines());
    }

    @Test
    void stoppedHuntCountsWhatItDid() throws InterruptedException {
        Hunt hunt = new Hunt(HuntSettings.small(Algorithms.named("prioritized"), true), 1, 1_000_000_000);
        Thread stopper = new Thread(() -> {
            while (hunt.done() < 100) {
                Thread.onSpinWait();
            }
            hunt.stop();
        });
        stopper.start();
        assertThat(hunt.run(2)).isNull();
        stopper.join();
        Hunt.Progress progress = hunt.progress();
        assertThat(progress.done()).isBetween(100L, 1_000_000L);
        assertThat(progress.tally().of(Event.SCHEDULES)).isEqualTo(progress.done());
    }

    private static Finding find(Hunt hunt, int threads) throws InterruptedException {
        Finding finding = hunt.run(threads);
        if (finding == null) {
            throw new AssertionError("nothing found");
        }
        return finding;
    }

    private static long count(String text, String part) {
        return text.lines().filter(line -> line.contains(part)).count();
    }
}
