package io.meshlock.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSize;
import io.meshlock.spi.JournalStreams;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A pool's journal")
class PoolJournalTest {

    private static final int NODE = 3;

    private record Note(String type, int bytes) implements Message {}

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean wantsMessages = true;

    private PoolJournal open(OutputStream stream) {
        JournalStreams streams = new JournalStreams() {
            @Override
            public OutputStream open(String pool, String node) {
                return stream;
            }

            @Override
            public long micros() {
                return 12_500_000;
            }

            @Override
            public boolean wantsMessages() {
                return wantsMessages;
            }
        };
        return PoolJournal.open(streams, "docks", NODE, "three");
    }

    private String written() {
        return bytes.toString(StandardCharsets.US_ASCII).replace('"', '\'');
    }

    @Test
    void hasTheNodesNumberAndTime() {
        PoolJournal journal = open(bytes);
        journal.resized(new PoolSize(3, 2, 1));
        journal.linkUp(4);
        journal.delivered(4, new Note("NOTE", 12));
        assertThat(written()).isEqualTo("""
                {'t':12.5,'e':'resized','n':3,'k':3,'version':2,'by':1}
                {'t':12.5,'e':'linkUp','n':3,'to':4}
                {'t':12.5,'e':'delivered','n':4,'to':3,'m':'NOTE','bytes':12,'text':'Note[type=NOTE, bytes=12]'}
                """);
    }

    /** Milliseconds and nanoseconds become ticks of a microsecond. */
    @Test
    void deadlinesAndLeasesAreInItsTime() {
        PoolJournal journal = open(bytes);
        journal.requested(new PermitRequest(18, 1, 9, 1_700_000_000_123L));
        journal.requested(PermitRequest.of(19, 2));
        journal.leased(5, Duration.ofMillis(2_500).toNanos());
        assertThat(written()).isEqualTo("""
                {'t':12.5,'e':'requested','n':3,'r':18,'h':1,'p':9,'d':1700000000.123}
                {'t':12.5,'e':'requested','n':3,'r':19,'h':2,'p':0}
                {'t':12.5,'e':'leased','n':3,'g':5,'until':15}
                """);
    }

    @Test
    void messagesAndStepsCanBeLeftOut() {
        PoolJournal journal = open(bytes);
        wantsMessages = false;
        journal.stepped();
        journal.sent(4, new Note("NOTE", 1));
        journal.delivered(4, new Note("NOTE", 1));
        journal.tokens(1);
        assertThat(written()).isEqualTo("{'t':12.5,'e':'tokens','n':3,'held':1}\n");
    }

    @Test
    void aJournalThatCannotBeWrittenEnds() {
        int[] tries = {0};
        PoolJournal journal = open(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                tries[0]++;
                throw new IOException("no space left");
            }
        });
        journal.tokens(1);
        journal.tokens(0);
        journal.close();
        assertThat(tries[0]).isEqualTo(1);
    }
}
