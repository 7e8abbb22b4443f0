package io.meshlock.simulator.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.registry.Algorithms;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Removes one safeguard at a time from recovery and shows that a test notices. */
class RecoveryMutantsTest {

    /** How many seeds to try, from the known failing one on: a change of the algorithm may shift it. */
    private static final int SCHEDULES = 300;

    /**
     * The tests that kill mutants: random worlds from a seed on (small or larger, with operators or not), and probes.
     */
    enum Killer {
        HUNT(null),
        WIDE_HUNT(null),
        OPERATED_HUNT(null),
        /** A wide hunt with all hardships that must be survived. */
        HARD_HUNT(null),
        /** A hunt in which only the judge of cover counts. */
        COVER(null),
        DURABLE(RecoveryProbes::durable),
        ELECTION_TIMEOUT(RecoveryProbes::electionTimeout),
        WAIVER(RecoveryProbes::waiver),
        ROUNDS(RecoveryProbes::rounds),
        VALIDITY(RecoveryProbes::validity),
        OTHER_SEAT(RecoveryProbes::otherSeat),
        PAUSE(RecoveryProbes::pause),
        FROZEN(RecoveryProbes::frozen),
        OLD_EVIDENCE(RecoveryProbes::oldEvidence),
        ONE_BY_ONE(VoterProbes::oneByOne),
        TRANSIT(RecoveryProbes::transit),
        SIZE_IN_FORCE(RecoveryProbes::sizeInForce),
        SIZE_IN_VAIN(RecoveryProbes::sizeInVain),
        SIZE_ON_THE_WAY(RecoveryProbes::sizeOnTheWay),
        STALE_TOKEN(RecoveryProbes::staleToken),
        NOT_LIVE(RecoveryProbes::notLive),
        NEWEST_VIEW(RecoveryProbes::newestView),
        STRANGER_REPORTS(RecoveryProbes::strangerReports),
        AMNESIAC_DENIES(RecoveryProbes::amnesiacDenies),
        TAKE_OVER(RecoveryProbes::takeOver),
        TAKEN_OVER_AGAIN(RecoveryProbes::takenOverAgain),
        ADOPTION(RecoveryProbes::adoption),
        OTHERS_HOLD(RecoveryProbes::othersHold),
        HOLDER_WITHOUT_VOTE(VoterProbes::holderWithoutVote),
        PROPOSAL_WITHOUT_VOTE(VoterProbes::proposalWithoutVote),
        VIEWS_ARE_NEWS(VoterProbes::viewsAreNews),
        OFFER_IS_KEPT(VoterProbes::offerIsKept),
        OFFER_FOR_ONE_VIEW(VoterProbes::offerForOneView),
        MAJORITY_OF_THE_NEXT(VoterProbes::majorityOfTheNext),
        LATE_FOUNDER(VoterProbes::lateFounder),
        LATE_FOUNDER_AGAIN(VoterProbes::lateFounderAgain),
        UNSEATED(VoterProbes::unseated),
        OFFERED(VoterProbes::offered),
        OFFER_OF_ONE_NODE(VoterProbes::offerOfOneNode),
        ANOTHER_SEAT(VoterProbes::anotherSeat),
        FORGOTTEN_SEAT(MeshProbes::forgottenSeat),
        FORGOTTEN_PROMISE(MeshProbes::forgottenPromise),
        STAYS_WHILE_INVALID(MeshProbes::staysWhileInvalid),
        RENEWAL_GOES_ON(RenewalProbes::goesOn),
        RENEWAL_ENDS(RenewalProbes::ends),
        RENEWAL_OUTLASTS(RenewalProbes::outlasts),
        RESTORED_PROMISE(RestoredProbes::forgottenPromise),
        RESTORED_START(RestoredProbes::laterStart),
        RESTORED_EPOCH(RestoredProbes::ownEpoch),
        FAITHFUL_DISK(RestoredProbes::faithfulDisk),
        LATE_CLAIM(RestoredProbes::lateClaim),
        PROBATION_ECHO(RestoredProbes::echo),
        PROBATION_WAIVER(RestoredProbes::waiver),
        PROBATION_HOLDER(IncarnationProbes::unprovenHolder),
        PROBATION_MAKER(IncarnationProbes::unprovenMaker),
        REMINDS(RestoredProbes::reminds),
        GREETS(RestoredProbes::greets),
        REMINDER_PASSED_ON(RestoredProbes::passesOn),
        FORGIVES(RestoredProbes::forgives),
        FORGED_ROUND(LiarProbes::forgedRound),
        FORGED_LEAD(LiarProbes::forgedLead),
        FORGED_OVERTAKING(LiarProbes::forgedOvertaking),
        STRANDED_ONCE(StrandedProbes::oncePerTimeout),
        STRANDED_SAYS_SO(StrandedProbes::saysSo),
        STRANDED_PASSED_ON(StrandedProbes::passedOn),
        EARLIER_START(RestoredProbes::earlierStart),
        LATER_START_COUNTS(RestoredProbes::laterStartCounts),
        DEAD_START(RestoredProbes::deadStart),
        VERDICT(IncarnationProbes::verdict),
        GRANT(IncarnationProbes::grant),
        DENIAL(IncarnationProbes::denial),
        MAKER(IncarnationProbes::maker),
        TOKEN(IncarnationProbes::token),
        LATER_MOVE(IncarnationProbes::laterMove),
        OTHER_EPOCH(IncarnationProbes::otherEpoch),
        HOLDER_DIES(HeirProbes::holderDies),
        PASSES_WHILE_CUT_OFF(HeirProbes::passesWhileCutOff),
        HEIR_REFUSES(HeirProbes::heirRefuses),
        PASSES_ON_WHAT_IT_REPORTED(HeirProbes::passesOnWhatItReported),
        OTHER_PERMIT(HeirProbes::otherPermit),
        ENTERED_TOO_LATE(HeirProbes::enteredTooLate),
        LINE_OF_OTHER_EPOCH(HeirProbes::otherEpoch);

        @SuppressWarnings("ImmutableEnumChecker") // method references without state
        private final @Nullable Function<Algorithm, @Nullable String> probe;

        Killer(@Nullable Function<Algorithm, @Nullable String> probe) {
            this.probe = probe;
        }
    }

    static List<Mutant<Killer>> mutants() {
        String only = System.getProperty("mutants.only", "");
        return Mutant.all("mutants-recovery.txt", Killer.class).stream()
                .filter(mutant ->
                        mutant.name().contains(only) || mutant.killer().name().contains(only))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void isKilled(Mutant<Killer> mutant) throws IOException {
        Algorithm algorithm = MutantCompiler.compileRecovery(mutant.file(), mutant.text(), mutant.replacement());
        assertThat(Mutant.noticed(() -> notice(mutant.killer(), mutant.seed(), algorithm)))
                .as("without '%s'", mutant.removes())
                .isNotNull();
    }

    /** The killers accept the algorithm itself. */
    @ParameterizedTest
    @EnumSource
    void nothingIsNoticedWithoutMutation(Killer killer) {
        assertThat(notice(killer, 1, Algorithms.named("prioritized"))).isNull();
    }

    /** A killer that kills no mutant may not work. */
    @Test
    void everyKillerKills() {
        assertThat(Mutant.all("mutants-recovery.txt", Killer.class))
                .extracting(Mutant::killer)
                .contains(Killer.values());
    }

    private static HuntSettings settings(Killer killer, Algorithm algorithm) {
        boolean hard = killer == Killer.HARD_HUNT;
        boolean wide = killer == Killer.WIDE_HUNT || hard;
        Options majority = Options.of(Map.of("recovery", 1L));
        HuntSettings some = HuntSettings.recovering(algorithm, majority, wide ? 9 : 5, wide ? 3 : 2);
        if (hard) {
            return some.withNodes(12, false).with(new HuntSettings.Hardships(true, true, true, true, false, true));
        }
        return killer == Killer.OPERATED_HUNT ? some.operated() : some;
    }

    private static @Nullable String notice(Killer killer, long seed, Algorithm algorithm) {
        Function<Algorithm, @Nullable String> probe = killer.probe;
        if (probe != null) {
            return probe.apply(algorithm);
        }
        HuntSettings settings = settings(killer, algorithm);
        for (long each = seed; each < seed + SCHEDULES; each++) {
            Failure failure = new TimedSchedule(settings, each, new Tally()).run();
            boolean covers = failure == null || failure.kind() != FailureKind.NOT_COVERED;
            if (failure != null && !(killer == Killer.COVER && covers)) {
                return "seed " + each + ": " + failure;
            }
        }
        return null;
    }
}
