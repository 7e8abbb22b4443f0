package io.meshlock.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.internal.JournalRecorder;
import io.meshlock.internal.Recorder;
import io.meshlock.journal.JournalWriter;
import io.meshlock.protocol.Grant;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Request;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.recovery.Epoch;
import io.meshlock.spi.JournalStreams;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A node's journal")
class JournalFormatTest {

    private static final int NODE = 3;
    private static final Key KEY = new Key(-7, 2, Key.requestNumber(3, 1), 2);

    private record Note(
            String type,
            int bytes,
            boolean toAll,
            int tokens,
            @Nullable Keys registers) implements Message {
        @Override
        public String toString() {
            return "a \"note\" \\ with é and\ttab";
        }
    }

    private static Message note(boolean toAll, int tokens, @Nullable Keys keys) {
        return new Note("NOTE", 12, toAll, tokens, keys);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 1_000_000, 12_500_000, 1_234_567_890_123_456L, 3_000_100})
    void isWrittenAsTheSimulatorsAre(long time) {
        ByteArrayOutputStream ours = new ByteArrayOutputStream();
        ByteArrayOutputStream theirs = new ByteArrayOutputStream();
        Recorder recorder = JournalRecorder.open(at(time, ours), "docks", NODE, "three");
        JournalWriter writer = new JournalWriter(theirs);
        Request plain = new Request(17, 2, -1, Request.NO_DEADLINE);
        Request urgent = new Request(18, 1, 9, 1_700_000_000_123L);
        Grant slotted = new Grant(5, 17, 2, Slots.of(1, 3));
        Grant bare = new Grant(6, 18, 1, Slots.NONE);
        Keys keys = Keys.ofSorted(KEY, KEY.reborn(9).renamed(Key.requestNumber(4, 4)));

        recorder.stepped();
        writer.stepped(time, NODE);
        recorder.requested(plain);
        writer.requested(time, NODE, plain);
        recorder.requested(urgent); // milliseconds here, ticks of a microsecond there
        writer.requested(time, NODE, urgent.withDeadline(urgent.deadline() * 1000));
        recorder.waiting(17, KEY);
        writer.waiting(time, NODE, 17, KEY);
        recorder.rejected(17, Rejection.MORE_THAN_THE_POOL_HAS);
        writer.rejected(time, NODE, 17, Rejection.MORE_THAN_THE_POOL_HAS);
        recorder.cancelled(17);
        writer.cancelled(time, NODE, 17);
        recorder.withdrawn(17);
        writer.withdrawn(time, NODE, 17);
        recorder.decided(5, KEY);
        writer.decided(time, NODE, 5, KEY);
        recorder.granted(slotted);
        writer.granted(time, NODE, slotted);
        recorder.released(bare);
        writer.released(time, NODE, bare);
        recorder.tokens(1);
        writer.tokens(time, NODE, 1);
        recorder.leased(5, 2_500_000_000L); // nanoseconds from now here, a moment there
        writer.leased(time, NODE, 5, time + 2_500_000);
        recorder.grantLost(slotted);
        writer.grantLost(time, NODE, slotted);
        recorder.recovered(new Epoch(2, 3), "from \"2\" reports");
        writer.recovered(time, NODE, new Epoch(2, 3), "from \"2\" reports");
        for (Message message : new Message[] {note(true, 0, null), note(false, 2, keys), note(false, 0, Keys.EMPTY)}) {
            recorder.sent(4, message);
            writer.sent(time, NODE, 4, message);
            recorder.delivered(4, message);
            writer.delivered(time, 4, NODE, message);
        }
        recorder.linkUp(4);
        writer.linkUp(time, NODE, 4);
        recorder.linkDown(4);
        writer.linkDown(time, NODE, 4);
        recorder.close();
        writer.close();

        assertThat(ours.toString(StandardCharsets.UTF_8)).isEqualTo(theirs.toString(StandardCharsets.UTF_8));
    }

    private static JournalStreams at(long time, OutputStream stream) {
        return new JournalStreams() {
            @Override
            public OutputStream open(String pool, String node) {
                return stream;
            }

            @Override
            public long micros() {
                return time;
            }
        };
    }
}
