package io.meshlock.journal.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TokenCheckerTest {

    private final TokenChecker reliable = new TokenChecker(1, false);
    private final TokenChecker lossy = new TokenChecker(1, true);
    private final TestMessage token = TestMessage.token();

    @Test
    void aTokenThatTravelsIsOneTokenInEitherOrderOfReports() {
        reliable.stepped(1, 0);
        reliable.tokens(1, 0, 0);
        reliable.sent(1, 0, 1, token);
        reliable.stepped(2, 5);
        reliable.delivered(3, 0, 1, token);
        reliable.stepped(3, 1);
        reliable.tokens(3, 1, 1);
        reliable.stepped(4, 1);
        reliable.sent(4, 1, 2, token);
        reliable.tokens(4, 1, 0);
        reliable.stepped(5, 5);
        reliable.delivered(6, 1, 2, token);
        reliable.stepped(6, 2);
        reliable.tokens(6, 2, 1);
        reliable.ended(9);
        assertThat(reliable.violations()).isEmpty();
    }

    @Test
    void aNodeMayPassTheTokenOnInTheStepInWhichItGetsIt() {
        reliable.stepped(1, 0);
        reliable.tokens(1, 0, 0);
        reliable.sent(1, 0, 1, token);
        reliable.delivered(2, 0, 1, token);
        reliable.stepped(2, 1);
        reliable.tokens(2, 1, 1);
        reliable.tokens(2, 1, 0);
        reliable.sent(2, 1, 2, token);
        reliable.ended(3);
        assertThat(reliable.violations()).isEmpty();
    }

    @Test
    void aDeliveryMayBeReportedWithinTheStepThatHandlesIt() {
        reliable.stepped(1, 0);
        reliable.tokens(1, 0, 0);
        reliable.sent(1, 0, 1, token);
        reliable.stepped(2, 1);
        reliable.delivered(2, 0, 1, token);
        reliable.tokens(2, 1, 1);
        reliable.stepped(3, 1);
        reliable.tokens(3, 1, 0);
        reliable.sent(3, 1, 2, token);
        reliable.stepped(4, 2);
        reliable.delivered(4, 1, 2, token);
        reliable.tokens(4, 2, 1);
        reliable.ended(5);
        assertThat(reliable.violations()).isEmpty();
    }

    @Test
    void aTokenRefusedWithinSuchAStepIsMissingOnceAnotherStepBegins() {
        reliable.stepped(1, 0);
        reliable.tokens(1, 0, 0);
        reliable.sent(1, 0, 1, token);
        reliable.stepped(2, 1);
        reliable.delivered(2, 0, 1, token);
        reliable.stepped(3, 5);
        assertOnly(reliable, "tokens-missing");
    }

    @Test
    void aSenderThatKeepsItsTokenMultipliesIt() {
        lossy.stepped(1, 0);
        lossy.sent(1, 0, 1, token);
        assertThat(lossy.violations()).isEmpty();
        lossy.stepped(2, 3);
        assertOnly(lossy, "tokens-multiplied");
        lossy.stepped(3, 3); // it lasts, and is no news
        assertOnly(lossy, "tokens-multiplied");
    }

    @Test
    void aSecondTokenAtANodeIsFoundAtTheEndOfTheLastStep() {
        reliable.stepped(1, 7);
        reliable.tokens(1, 7, 1);
        reliable.ended(2);
        assertOnly(reliable, "tokens-multiplied");
    }

    @Test
    void aRefusedTokenIsMissingOnReliableLinksOnly() {
        for (TokenChecker checker : new TokenChecker[] {reliable, lossy}) {
            checker.stepped(1, 0);
            checker.tokens(1, 0, 0);
            checker.sent(1, 0, 1, token);
            checker.delivered(2, 0, 1, token);
            checker.stepped(2, 1);
            checker.ended(3);
        }
        assertOnly(reliable, "tokens-missing");
        assertThat(lossy.violations()).isEmpty();
    }

    @Test
    void aLostTokenIsMissingOnReliableLinksAndMayBeMadeAnewOnLossyOnes() {
        for (TokenChecker checker : new TokenChecker[] {reliable, lossy}) {
            checker.stepped(1, 0);
            checker.tokens(1, 0, 0);
            checker.sent(1, 0, 1, token);
            checker.lost(2, 0, 1, token);
            checker.stepped(3, 0);
            checker.tokens(3, 0, 1);
            checker.ended(4);
        }
        assertOnly(reliable, "tokens-missing");
        assertThat(lossy.violations()).isEmpty();
    }

    @Test
    void aTokenMadeAnewWhileTheOldOneTravelsIsOneTooMany() {
        lossy.stepped(1, 0);
        lossy.tokens(1, 0, 0);
        lossy.sent(1, 0, 1, token);
        lossy.stepped(2, 0);
        lossy.tokens(2, 0, 1);
        lossy.ended(3);
        assertOnly(lossy, "tokens-multiplied");
    }

    @Test
    void severalTokensMaySpreadOverNodesAtTheStart() {
        TokenChecker three = new TokenChecker(3, false);
        three.tokens(0, 0, 1);
        three.tokens(0, 1, 1);
        three.tokens(0, 2, 1);
        three.stepped(1, 0);
        three.ended(2);
        assertThat(three.violations()).isEmpty();
    }

    private static void assertOnly(TokenChecker checker, String... rules) {
        assertThat(checker.violations()).extracting(Violation::rule).containsExactly(rules);
    }
}
