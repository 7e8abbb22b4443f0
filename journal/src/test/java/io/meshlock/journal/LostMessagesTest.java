package io.meshlock.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LostMessagesTest {

    /** Two nodes' journals: a, b and c go from 1 to 2; b never arrives, and neither does the last one. */
    private static final MergedJournal<MergedJournal.Source> MERGED = journals(List.of(
            List.of(line(1, "sent", "a"), line(2, "sent", "b"), line(3, "sent", "c"), line(6, "sent", "a")),
            List.of(line(4, "delivered", "a"), line(5, "delivered", "c"))));

    @Test
    void whatWasOvertakenOrNeverArrivesIsLost() throws IOException {
        assertThat(LostMessages.in(MERGED, true)).containsExactlyInAnyOrder(1L, 5L);
    }

    @Test
    void whereMessagesOvertakeOnlyWhatNeverArrivesIsLost() throws IOException {
        MergedJournal<MergedJournal.Source> merged = journals(List.of(
                List.of(line(1, "sent", "a"), line(2, "sent", "b")),
                List.of(line(3, "delivered", "b"), line(4, "delivered", "a"))));
        assertThat(LostMessages.in(merged, false)).isEmpty();
        assertThatThrownBy(() -> LostMessages.in(merged, true)).hasMessageContaining("never sent");
    }

    @Test
    void whatWasNeverSentIsNamed() {
        assertThatThrownBy(() -> LostMessages.in(journals(List.of(List.of(line(1, "delivered", "x")))), true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a message arrives that was never sent: x");
    }

    private static MergedJournal<MergedJournal.Source> journals(List<List<String>> journals) {
        return new MergedJournal<>(journals.stream()
                .map(lines -> (MergedJournal.Source) () ->
                        new ByteArrayInputStream((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8)))
                .toList());
    }

    private static String line(int time, String event, String text) {
        return "{\"t\":%d,\"e\":\"%s\",\"n\":1,\"to\":2,\"m\":\"M\",\"bytes\":1,\"text\":\"%s\"}"
                .formatted(time, event, text);
    }
}
