package io.meshlock.laboratory.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.laboratory.reproduce.Claim.Bounds;
import io.meshlock.laboratory.reproduce.Claim.Outcome;
import io.meshlock.laboratory.reproduce.Judge.Evidence;
import io.meshlock.laboratory.reproduce.Measurements.Cell;
import io.meshlock.laboratory.reproduce.Measurements.Sample;
import io.meshlock.laboratory.reproduce.Study.Effort;
import io.meshlock.laboratory.reproduce.Study.Form;
import io.meshlock.laboratory.reproduce.Study.Variant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Claims against cells made by hand. */
class JudgeTest {

    private static final double ANY = Double.POSITIVE_INFINITY;
    private static final Bounds BELOW_HALF = new Bounds(-ANY, 0.5);

    private final Measurements measurements = new Measurements();

    // ---- quotients --------------------------------------------------------------------------------------------------

    @Test
    void aQuotientBelowItsBoundHolds() {
        put(Form.CORRECTED, "KRL", "10", 20, 21, 22);
        put(Form.CORRECTED, "KRLF", "10", 8, 8.4, 8.8);
        Evidence evidence = judge(fast(BELOW_HALF));
        assertThat(evidence.outcome()).isEqualTo(Outcome.YES);
        assertThat(evidence.number()).isEqualTo("0.400 at load 10, KRLF");
    }

    @Test
    void aQuotientAboveItsBoundDoesNot() {
        put(Form.CORRECTED, "KRL", "10", 10, 10.1, 9.9);
        put(Form.CORRECTED, "KRLF", "10", 8, 8, 8.1);
        assertThat(judge(fast(BELOW_HALF)).outcome()).isEqualTo(Outcome.NO);
    }

    @Test
    void anIntervalOverTheBoundDecidesNothing() {
        put(Form.CORRECTED, "KRL", "10", 10, 12, 20);
        put(Form.CORRECTED, "KRLF", "10", 6, 5, 6);
        assertThat(judge(fast(BELOW_HALF)).outcome()).isEqualTo(Outcome.UNDECIDED);
    }

    @Test
    void oneRunDecidesNothing() {
        put(Form.CORRECTED, "KRL", "10", 10);
        put(Form.CORRECTED, "KRLF", "10", 1);
        assertThat(judge(fast(BELOW_HALF)).outcome()).isEqualTo(Outcome.UNDECIDED);
    }

    @Test
    void runsWithTheSameSeedAreCompared() {
        // Both vary much from seed to seed, but their quotient hardly does.
        put(Form.CORRECTED, "KRL", "10", 10, 14, 18);
        put(Form.CORRECTED, "KRLF", "10", 4.6, 6.5, 8.3);
        assertThat(judge(fast(BELOW_HALF)).outcome()).isEqualTo(Outcome.YES);
    }

    @Test
    void everyPlaceMustHoldAndTheWorstIsShown() {
        put(Form.CORRECTED, "KRL", "10", 20, 21, 22);
        put(Form.CORRECTED, "KRLF", "10", 8, 8.4, 8.8);
        put(Form.CORRECTED, "KRL", "100", 10, 10, 10);
        put(Form.CORRECTED, "KRLF", "100", 9, 9, 9);
        Evidence evidence = judge(fast(BELOW_HALF));
        assertThat(evidence.outcome()).isEqualTo(Outcome.NO);
        assertThat(evidence.number()).isEqualTo("0.900 at load 100, KRLF");
        assertThat(evidence.comparisons()).isEqualTo(2);
        Claim there = new Claim(
                "there", "", Map.of("load", List.of("10")), fast(BELOW_HALF).test());
        assertThat(judge(there).outcome()).isEqualTo(Outcome.YES);
    }

    @Test
    void equalIsNotBelow() {
        assertThat(new Bounds(-ANY, 1).judge(new Interval(1, 1, 1))).isEqualTo(Outcome.NO);
        assertThat(new Bounds(1, ANY).judge(new Interval(1, 1, 1))).isEqualTo(Outcome.NO);
        assertThat(new Bounds(0.5, 1).judge(new Interval(0.7, 0.6, 0.8))).isEqualTo(Outcome.YES);
        assertThat(new Bounds(0.5, 1).judge(new Interval(0.4, 0.3, 0.45))).isEqualTo(Outcome.NO);
    }

    // ---- other tests ------------------------------------------------------------------------------------------------

    @Test
    void aSpreadIsTheLargestMeanByTheSmallest() {
        put(Form.CORRECTED, "KRL", "1", 10, 10, 10.2);
        put(Form.CORRECTED, "KRL", "10", 11, 11, 11.2);
        put(Form.CORRECTED, "KRL", "100", 10.5, 10.5, 10.5);
        assertThat(judge(spread(1.2)).outcome()).isEqualTo(Outcome.YES);
        assertThat(judge(spread(1.05)).outcome()).isEqualTo(Outcome.NO);
    }

    @Test
    void aStraightLineDoesNotBend() {
        put(Form.CORRECTED, "KRL", "1", 10, 11, 12);
        put(Form.CORRECTED, "KRL", "10", 20, 21.1, 22);
        put(Form.CORRECTED, "KRL", "100", 30, 31, 32.1);
        assertThat(judge(bend(1.5)).outcome()).isEqualTo(Outcome.YES);
        assertThat(judge(bend(0.5)).outcome()).isEqualTo(Outcome.NO);
    }

    @Test
    void anAmountIsComparedWithItsBounds() {
        put(Form.CORRECTED, "KRL", "1", 0.8, 0.81, 0.82);
        Claim more = new Claim("more", "", Map.of(), new Claim.Amount("wait", new Bounds(0.5, ANY)));
        Claim less = new Claim("less", "", Map.of(), new Claim.Amount("wait", BELOW_HALF));
        assertThat(judge(more).outcome()).isEqualTo(Outcome.YES);
        assertThat(judge(less).outcome()).isEqualTo(Outcome.NO);
    }

    @Test
    void neverMeansInNoRun() {
        Claim never = new Claim("never", "", Map.of(), new Claim.Never("starved"));
        put(Form.CORRECTED, "KRL", "1", 5, 5);
        assertThat(judge(never).outcome()).isEqualTo(Outcome.YES);
        assertThat(judge(never).number()).isEqualTo("0 in 2 runs");
        put(Form.CORRECTED, "KRL", "10", 5, 5);
        sample(Form.CORRECTED, "KRL", "10").values().get(1L).put("starved", 3.0);
        assertThat(judge(never).outcome()).isEqualTo(Outcome.NO);
        assertThat(judge(never).number()).isEqualTo("3 in 4 runs");
    }

    @Test
    void aRunThatBrokeOffCountsAgainstNever() {
        put(Form.CORRECTED, "KRL", "1", 5, 5);
        sample(Form.CORRECTED, "KRL", "1").values().get(0L).clear();
        Claim never = new Claim("never", "", Map.of(), new Claim.Never("starved"));
        assertThat(judge(never).outcome()).isEqualTo(Outcome.NO);
    }

    @Test
    void whatWasNotMeasuredSaysWhy() {
        measurements.put(
                new Cell(variant(Form.CORRECTED, "KRL"), Map.of("load", "1")),
                new Sample(new TreeMap<>(), "unknown algorithm"));
        Claim never = new Claim("never", "", Map.of(), new Claim.Never("starved"));
        assertThat(judge(never).outcome()).isEqualTo(Outcome.NOT_MEASURED);
        assertThat(judge(never).number()).isEqualTo("unknown algorithm");
        assertThat(judge(spread(2)).outcome()).isEqualTo(Outcome.NOT_MEASURED);
    }

    @Test
    void whereNobodyEntersACostIsUndefined() {
        put(Form.CORRECTED, "KRL", "10", 20, 21, 22);
        put(Form.CORRECTED, "KRLF", "10", 8, 8.4, 8.8);
        sample(Form.CORRECTED, "KRLF", "10").values().values().forEach(run -> run.remove("wait"));
        assertThat(judge(fast(BELOW_HALF)).outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(judge(fast(BELOW_HALF)).number()).isEqualTo("undefined at load 10, KRLF");
    }

    // ---- verdicts ---------------------------------------------------------------------------------------------------

    @Test
    void bothFormsMakeTheVerdict() {
        assertThat(Verdict.of(Outcome.YES, Outcome.YES)).isEqualTo(Verdict.HOLDS);
        assertThat(Verdict.of(Outcome.NO, Outcome.NO)).isEqualTo(Verdict.DOES_NOT_HOLD);
        assertThat(Verdict.of(Outcome.YES, Outcome.NO)).isEqualTo(Verdict.ONLY_AS_PRINTED);
        assertThat(Verdict.of(Outcome.NO, Outcome.YES)).isEqualTo(Verdict.ONLY_CORRECTED);
        assertThat(Verdict.of(Outcome.UNDECIDED, Outcome.YES)).isEqualTo(Verdict.UNDECIDED);
        assertThat(Verdict.of(Outcome.NO, Outcome.UNDECIDED)).isEqualTo(Verdict.UNDECIDED);
        assertThat(Verdict.of(Outcome.NOT_MEASURED, Outcome.YES)).isEqualTo(Verdict.HOLDS);
        assertThat(Verdict.of(null, Outcome.NO)).isEqualTo(Verdict.DOES_NOT_HOLD);
        assertThat(Verdict.of(Outcome.NOT_MEASURED, Outcome.NOT_MEASURED)).isEqualTo(Verdict.NOT_MEASURED);
        assertThat(Verdict.of(null, null)).isEqualTo(Verdict.NOT_MEASURED);
    }

    @Test
    void theFormsAreJudgedApart() {
        put(Form.PRINTED, "KRL", "10", 20, 21, 22);
        put(Form.PRINTED, "KRLF", "10", 8, 8.4, 8.8);
        put(Form.CORRECTED, "KRL", "10", 10, 10.1, 9.9);
        put(Form.CORRECTED, "KRLF", "10", 8, 8, 8.1);
        Findings.Judged judged = new Findings.Judged(
                fast(BELOW_HALF),
                judge().judge(fast(BELOW_HALF), Form.PRINTED),
                judge().judge(fast(BELOW_HALF), Form.CORRECTED));
        assertThat(judged.verdict()).isEqualTo(Verdict.ONLY_AS_PRINTED);
        assertThat(judged.cells()).hasSize(4);
    }

    // ---- by hand ----------------------------------------------------------------------------------------------------

    private static Claim fast(Bounds bounds) {
        return new Claim(
                "fast",
                "",
                Map.of(),
                new Claim.Ratio("wait", Map.of("algorithm", "KRLF"), Map.of("algorithm", "KRL"), bounds));
    }

    private static Claim spread(double below) {
        return new Claim("spread", "", Map.of(), new Claim.Spread("wait", "load", new Bounds(-ANY, below)));
    }

    private static Claim bend(double below) {
        return new Claim(
                "bend", "", Map.of(), new Claim.Bend("wait", "load", "1", "10", "100", new Bounds(-ANY, below)));
    }

    private Evidence judge(Claim claim) {
        return judge().judge(claim, Form.CORRECTED);
    }

    private Judge judge() {
        List<Variant> variants = List.of(
                variant(Form.PRINTED, "KRL"),
                variant(Form.PRINTED, "KRLF"),
                variant(Form.CORRECTED, "KRL"),
                variant(Form.CORRECTED, "KRLF"));
        Effort none = new Effort(1, Map.of());
        return new Judge(
                new Study("s", "P", "x.yaml", Map.of(), variants, List.of(), none, none, List.of()), measurements);
    }

    private static Variant variant(Form form, String role) {
        return new Variant(form, role, Map.of("algorithm", role));
    }

    private Sample sample(Form form, String role, String load) {
        return measurements.of(new Cell(variant(form, role), Map.of("load", load)));
    }

    private void put(Form form, String role, String load, double... waits) {
        TreeMap<Long, Map<String, Double>> values = new TreeMap<>();
        for (int seed = 0; seed < waits.length; seed++) {
            values.put((long) seed, new TreeMap<>(Map.of("wait", waits[seed], "starved", 0.0)));
        }
        measurements.put(new Cell(variant(form, role), Map.of("load", load)), new Sample(values, null));
    }
}
