package io.meshlock.simulator.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.registry.Algorithms;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Removes one safeguard at a time from the prioritized algorithm and shows that a test notices. */
class MutantsTest {

    /** How many seeds to try, from the known failing one on: a change of the algorithm may shift it a little. */
    private static final int SCHEDULES = Integer.getInteger("mutants.schedules", 1_500);

    /** The tests that kill mutants. */
    enum Killer {
        /** Hunts: random schedules from a seed on. */
        ANCHORED_LOSSY,
        ANCHORED_RELIABLE,
        MOVING_LOSSY,
        MOVING_RELIABLE,
        /** Hunts in which operators change the pool's size and nodes leave. */
        OPERATED_LOSSY,
        OPERATED_RELIABLE,
        /** Hunts in which permits go from holder to holder. */
        HEIRS_LOSSY,
        HEIRS_RELIABLE,
        HEIRS_OPERATED,
        HEIRS_IN_PARTS,
        /** Waits, messages and overtakes of permits that go from holder to holder. */
        HAND_OVER,
        /** {@link RecallProbes}: heirs behind a grant that is kept for long. */
        RECALL_IDLE,
        RECALL_BEHIND,
        RECALL_ONCE,
        BEHIND_RECALLED,
        BEHIND_LONG,
        /** {@link LineProbes}: permits that go from holder to holder in situations that hunts seldom meet. */
        OVER_LEAVING,
        PASSED_BY,
        REGISTERED_MEANWHILE,
        NEAREST,
        PART_OF_FIRST,
        PART_OF_HEIR,
        PART_TWICE,
        REST_OF_GRANT,
        OWN_KEY,
        OWN_KEY_LAST,
        TRIES,
        URGENT,
        REMEMBERS,
        SILENCE,
        MESSAGES_OF_THREE,
        TAKEN_BACK,
        FAR_HEIR,
        CANCELLED,
        BETTER_PLACE,
        DRAWN,
        SIGN_OF_LIFE,
        SILENT_PLACE,
        SAME_MOMENT,
        LONG_HOLDS,
        RESTLESS,
        /** {@link Probes}: checks that hunts do not make. */
        CALM,
        ORDER,
        LATE_CLOCK,
        GROWS_OLD,
        ALONE,
        OVERTAKING,
        CUT_OFF,
        EFFORT,
        CHECKED,
        EXPLORED,
        /** {@link DirectedProbes}: situations that hunts seldom meet. */
        AWAY,
        COPIES,
        IN_DOUBT,
        REPAIR,
        SERVED_SINCE,
        SHORTCUT,
        TRAIL,
        /** {@link OperatedProbes}: the same about operators. */
        TOO_LARGE,
        BEHIND,
        NEWS,
        OPERATED_EFFORT;

        /** True if it looks at the moving form alone. */
        private boolean moves() {
            return this == MOVING_LOSSY || this == MOVING_RELIABLE || this == EXPLORED;
        }
    }

    static List<Mutant<Killer>> mutants() {
        String only = System.getProperty("mutants.only", "");
        return Mutant.all("mutants.txt", Killer.class).stream()
                .filter(mutant -> mutant.name().contains(only))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void isKilled(Mutant<Killer> mutant) throws IOException {
        // Compiling costs more than most killers: only what this one needs.
        Algorithm anchored = mutant.killer().moves() ? Algorithms.named("prioritized") : compile(mutant, "ANCHORED");
        Algorithm moving = mutant.killer().moves() || mutant.killer() == Killer.EFFORT
                ? compile(mutant, "MOVING")
                : Algorithms.named("prioritized-moving");
        String noticed = Mutant.noticed(() -> notice(mutant.killer(), mutant.seed(), anchored, moving));
        assertThat(noticed).as("without '%s'", mutant.removes()).isNotNull();
    }

    /** The killers accept the algorithm itself, loaded anew as mutants are: its messages are classes of their own. */
    @ParameterizedTest
    @EnumSource
    void nothingIsNoticedWithoutMutation(Killer killer) throws IOException {
        String same = "final class Ledger {";
        Algorithm anchored = MutantCompiler.compile("Ledger.java", same, same, "ANCHORED");
        Algorithm moving = MutantCompiler.compile("Ledger.java", same, same, "MOVING");
        assertThat(notice(killer, 1, anchored, moving)).isNull();
    }

    /** A killer that kills no mutant may not work. */
    @Test
    void everyKillerKills() {
        assertThat(Mutant.all("mutants.txt", Killer.class))
                .extracting(Mutant::killer)
                .contains(Killer.values());
    }

    private static @Nullable String notice(Killer killer, long seed, Algorithm shipped, Algorithm moving) {
        Algorithm anchored = Heirless.of(shipped);
        return switch (killer) {
            case HEIRS_LOSSY -> hunt(HuntTest.withHeirs(shipped, true), seed);
            case HEIRS_RELIABLE -> hunt(HuntTest.withHeirs(shipped, false), seed);
            case HEIRS_OPERATED -> hunt(HuntTest.withHeirs(shipped, true).operated(), seed);
            case HEIRS_IN_PARTS -> hunt(HuntTest.inParts(HuntTest.withHeirs(shipped, false)), seed);
            case HAND_OVER -> HandOverProbe.handOver(shipped);
            case RECALL_IDLE -> RecallProbes.recallIdle(shipped);
            case RECALL_BEHIND -> RecallProbes.recallBehind(shipped);
            case RECALL_ONCE -> RecallProbes.recallOnce(shipped);
            case BEHIND_RECALLED -> RecallProbes.behindRecalled(shipped);
            case BEHIND_LONG -> RecallProbes.behindLong(shipped);
            case OVER_LEAVING -> LineProbes.overLeaving(shipped);
            case PASSED_BY -> LineProbes.passedBy(shipped);
            case NEAREST -> LineProbes.nearest(shipped);
            case REGISTERED_MEANWHILE -> LineProbes.registeredMeanwhile(shipped);
            case PART_OF_FIRST -> LineProbes.partOfFirst(shipped);
            case PART_TWICE -> LineProbes.partTwice(shipped);
            case PART_OF_HEIR -> LineProbes.partOfHeir(shipped);
            case REST_OF_GRANT -> LineProbes.restOfGrant(shipped);
            case OWN_KEY -> LineProbes.ownKey(shipped);
            case OWN_KEY_LAST -> LineProbes.ownKeyLast(shipped);
            case TRIES -> LineProbes.tries(shipped);
            case URGENT -> LineProbes.urgent(shipped);
            case REMEMBERS -> LineProbes.remembers(shipped);
            case SILENCE -> LineProbes.silence(shipped);
            case MESSAGES_OF_THREE -> LineProbes.messagesOfThree(shipped);
            case TAKEN_BACK -> LineProbes.takenBack(shipped);
            case FAR_HEIR -> LineProbes.farHeir(shipped);
            case CANCELLED -> LineProbes.cancelled(shipped);
            case SAME_MOMENT -> LineProbes.sameMoment(shipped);
            case LONG_HOLDS -> LineProbes.longHolds(shipped);
            case RESTLESS -> LineProbes.restless(shipped);
            case DRAWN -> LineProbes.drawn(shipped);
            case SIGN_OF_LIFE -> LineProbes.signOfLife(shipped);
            case BETTER_PLACE -> LineProbes.betterPlaceLeaves(shipped);
            case SILENT_PLACE -> LineProbes.betterPlaceIsSilent(shipped);
            case ANCHORED_LOSSY -> hunt(HuntSettings.small(anchored, true), seed);
            case ANCHORED_RELIABLE -> hunt(HuntSettings.small(anchored, false), seed);
            case MOVING_LOSSY -> hunt(HuntSettings.small(moving, true), seed);
            case MOVING_RELIABLE -> hunt(HuntSettings.small(moving, false), seed);
            case OPERATED_LOSSY -> hunt(HuntSettings.small(anchored, true).operated(), seed);
            case OPERATED_RELIABLE -> hunt(HuntSettings.small(anchored, false).operated(), seed);
            case CALM -> Probes.calm(anchored);
            case ORDER -> Probes.order(anchored);
            case LATE_CLOCK -> Probes.lateClock(anchored);
            case GROWS_OLD -> Probes.growsOld(anchored);
            case ALONE -> Probes.alone(anchored);
            case OVERTAKING -> Probes.overtaking(anchored);
            case CUT_OFF -> Probes.cutOff(anchored);
            case EFFORT -> Probes.effort(anchored, moving);
            case CHECKED -> Probes.checked(anchored);
            case EXPLORED -> Probes.explored(moving);
            case AWAY -> DirectedProbes.away(anchored);
            case COPIES -> DirectedProbes.copies(anchored);
            case IN_DOUBT -> DirectedProbes.inDoubt(anchored);
            case REPAIR -> DirectedProbes.repair(anchored);
            case SERVED_SINCE -> DirectedProbes.servedSince(anchored);
            case SHORTCUT -> DirectedProbes.shortcut(anchored);
            case TRAIL -> DirectedProbes.trail(anchored);
            case TOO_LARGE -> OperatedProbes.tooLarge(anchored);
            case BEHIND -> OperatedProbes.behind(anchored);
            case NEWS -> OperatedProbes.news(anchored);
            case OPERATED_EFFORT -> OperatedProbes.effort(anchored);
        };
    }

    private static Algorithm compile(Mutant<Killer> mutant, String form) throws IOException {
        return MutantCompiler.compile(mutant.file(), mutant.text(), mutant.replacement(), form);
    }

    private static @Nullable String hunt(HuntSettings settings, long seed) {
        return Mutant.hunt(settings, seed, SCHEDULES);
    }
}
