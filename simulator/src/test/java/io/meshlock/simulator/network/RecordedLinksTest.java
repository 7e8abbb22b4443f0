package io.meshlock.simulator.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordedLinksTest {

    private static final int[] AS_THEY_ARE = {0, 1, 2, 3};

    private final RecordedLinks.Builder builder = new RecordedLinks.Builder();

    @Test
    void contactsInAnyOrderBecomeChangesInOrder() {
        contact(2, 1, 50, 60);
        contact(0, 1, 10, 20);
        contact(3, 0, 10, 15);
        assertThat(told(builder.build(AS_THEY_ARE, 0)))
                .containsExactly(
                        "10: 0-1 up", "10: 0-3 up", "15: 0-3 down", "20: 0-1 down", "50: 1-2 up", "60: 1-2 down");
    }

    @Test
    void contactsOfAPairThatOverlapOrTouchAreOne() {
        contact(0, 1, 10, 20);
        contact(1, 0, 15, 30);
        contact(0, 1, 30, 40);
        contact(0, 1, 32, 35);
        assertThat(told(builder.build(AS_THEY_ARE, 0))).containsExactly("10: 0-1 up", "40: 0-1 down");
    }

    @Test
    void aContactOfNoLengthIsNone() {
        contact(0, 1, 10, 10);
        assertThat(told(builder.build(AS_THEY_ARE, 0))).isEmpty();
    }

    @Test
    void nodesGetOtherNumbers() {
        contact(0, 1, 10, 20);
        contact(2, 3, 10, 20);
        assertThat(told(builder.build(new int[] {3, 0, 1, 2}, 0)))
                .containsExactly("10: 0-3 up", "10: 1-2 up", "20: 0-3 down", "20: 1-2 down");
    }

    @Test
    void fromALaterInstantOn() {
        contact(0, 1, 10, 20);
        contact(1, 2, 10, 200);
        contact(2, 3, 150, 160);
        RecordedLinks links = builder.build(AS_THEY_ARE, 100);
        assertThat(told(links)).containsExactly("0: 1-2 up", "50: 2-3 up", "60: 2-3 down", "100: 1-2 down");
        assertThat(links.changes()).isEqualTo(4);
    }

    @Test
    void onlyWhatHappensBeforeTheHorizon() {
        contact(0, 1, 10, 20);
        assertThat(told(builder.build(AS_THEY_ARE, 0).before(20))).containsExactly("10: 0-1 up");
    }

    @Test
    void qualitiesBelongToLinksInBothDirections() {
        builder.quality(0, 1, 0.5);
        builder.quality(1, 2, 1);
        RecordedLinks links = builder.build(new int[] {3, 0, 1, 2}, 0);
        assertThat(links.linkQuality(0, 3)).isEqualTo(0.5);
        assertThat(links.linkQuality(3, 0)).isEqualTo(0.5);
        assertThat(links.linkQuality(0, 1)).isEqualTo(1);
        assertThat(links.loses()).isTrue();
    }

    private void contact(int a, int b, long from, long to) {
        builder.add(from, a, b, true);
        builder.add(to, a, b, false);
    }

    private static List<String> told(RecordedLinks links) {
        return told(links.before(LinkHistory.NEVER));
    }

    private static List<String> told(LinkHistory history) {
        List<String> told = new ArrayList<>();
        while (history.next()) {
            told.add(history.time() + ": " + history.low() + "-" + history.high() + (history.isUp() ? " up" : " down"));
        }
        return told;
    }
}
