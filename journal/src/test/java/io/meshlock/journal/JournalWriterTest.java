package io.meshlock.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Key;
import io.meshlock.protocol.Keys;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Slots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class JournalWriterTest {

    private static final Key KEY = new Key(-5, 3, 4_294_967_297L, 2);

    private record Odd(String text) implements Message {
        @Override
        public String type() {
            return "ODD";
        }

        @Override
        public int bytes() {
            return 12;
        }

        @Override
        public boolean toAll() {
            return true;
        }

        @Override
        public int tokens() {
            return 1;
        }

        @Override
        public Keys registers() {
            return Keys.ofSorted(KEY, new Key(-6, 3, 7, 1));
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static String line(Consumer<Journal> event) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JournalWriter writer = new JournalWriter(bytes)) {
            event.accept(writer);
        }
        String text = bytes.toString(StandardCharsets.US_ASCII);
        assertThat(text).endsWith("}\n");
        return text.substring(0, text.length() - 1).replace('"', '\'');
    }

    @Test
    void timesAreExact() {
        assertThat(line(journal -> journal.healed(0))).isEqualTo("{'t':0,'e':'healed'}");
        assertThat(line(journal -> journal.healed(12_500_000))).isEqualTo("{'t':12.5,'e':'healed'}");
        assertThat(line(journal -> journal.healed(1))).isEqualTo("{'t':0.000001,'e':'healed'}");
        assertThat(line(journal -> journal.healed(7_010_203))).isEqualTo("{'t':7.010203,'e':'healed'}");
        assertThat(line(journal -> journal.ended(Long.MAX_VALUE))).isEqualTo("{'t':9223372036854.775807,'e':'ended'}");
    }

    @Test
    void leasesAndFaults() {
        PermitGrant grant = new PermitGrant(17, 9, 1, Slots.of(2));
        assertThat(line(journal -> journal.leased(1_000_000, 3, 17, 5_500_000)))
                .isEqualTo("{'t':1,'e':'leased','n':3,'g':17,'until':5.5}");
        assertThat(line(journal -> journal.grantLost(0, 3, grant)))
                .isEqualTo("{'t':0,'e':'grantLost','n':3,'r':9,'g':17,'h':1,'slots':[2]}");
        assertThat(line(journal -> journal.crashed(0, 3))).isEqualTo("{'t':0,'e':'crashed','n':3}");
        assertThat(line(journal -> journal.restarted(0, 3, 1 << 20)))
                .isEqualTo("{'t':0,'e':'restarted','n':3,'incarnation':1048576}");
        assertThat(line(journal -> journal.paused(0, 3))).isEqualTo("{'t':0,'e':'paused','n':3}");
        assertThat(line(journal -> journal.resumed(0, 3))).isEqualTo("{'t':0,'e':'resumed','n':3}");
        assertThat(line(journal -> journal.recovered(0, 3, new Epoch(2, 3), "from 2 reports")))
                .isEqualTo("{'t':0,'e':'recovered','n':3,'round':2,'maker':3,'how':'from 2 reports'}");
    }

    @Test
    void requestsAndGrants() {
        PermitRequest request = PermitRequest.of(9, 2).withPriority(-4);
        assertThat(line(journal -> journal.requested(0, 3, request)))
                .isEqualTo("{'t':0,'e':'requested','n':3,'r':9,'h':2,'p':-4}");
        assertThat(line(journal -> journal.requested(0, 3, request.withDeadline(1_500_000))))
                .isEqualTo("{'t':0,'e':'requested','n':3,'r':9,'h':2,'p':-4,'d':1.5}");
        assertThat(line(journal -> journal.waiting(0, 3, 9, KEY)))
                .isEqualTo("{'t':0,'e':'waiting','n':3,'r':9,'key':[-5,3,4294967297,2]}");
        assertThat(line(journal -> journal.decided(0, 3, 8, KEY)))
                .isEqualTo("{'t':0,'e':'decided','n':3,'g':8,'key':[-5,3,4294967297,2]}");
        assertThat(line(journal -> journal.granted(0, 3, new PermitGrant(8, 9, 2, Slots.of(1, 4)))))
                .isEqualTo("{'t':0,'e':'granted','n':3,'r':9,'g':8,'h':2,'slots':[1,4]}");
        assertThat(line(journal -> journal.released(0, 3, new PermitGrant(8, 9, 2, Slots.NONE))))
                .isEqualTo("{'t':0,'e':'released','n':3,'r':9,'g':8,'h':2}");
        assertThat(line(journal -> journal.rejected(0, 3, 9, Rejection.LESS_THAN_ONE_PERMIT)))
                .isEqualTo("{'t':0,'e':'rejected','n':3,'r':9,'why':'LESS_THAN_ONE_PERMIT'}");
        assertThat(line(journal -> journal.cancelled(0, 3, 9))).isEqualTo("{'t':0,'e':'cancelled','n':3,'r':9}");
        assertThat(line(journal -> journal.withdrawn(0, 3, 9))).isEqualTo("{'t':0,'e':'withdrawn','n':3,'r':9}");
    }

    @Test
    void messagesWithAllThatIsKnownOfThem() {
        assertThat(line(journal -> journal.sent(0, 1, 2, new Odd("a"))))
                .isEqualTo("{'t':0,'e':'sent','n':1,'to':2,'m':'ODD','bytes':12,'tokens':1,'all':1,"
                        + "'keys':[[-5,3,4294967297,2],[-6,3,7,1]],'text':'a'}");
        assertThat(line(journal -> journal.delivered(0, 1, 2, new Odd("a")))).contains("'e':'delivered','n':1,'to':2");
        assertThat(line(journal -> journal.lost(0, 1, 2, new Odd("a")))).contains("'e':'lost','n':1,'to':2");
    }

    @Test
    void wordingIsEscaped() {
        assertThat(line(journal -> journal.sent(0, 1, 2, new Odd("\"\\\n×"))))
                .endsWith("'text':'\\'\\\\\\u000a\\u00d7'}");
    }

    @Test
    void linksTokensAndSteps() {
        assertThat(line(journal -> journal.linkUp(0, 1, 2))).isEqualTo("{'t':0,'e':'linkUp','n':1,'to':2}");
        assertThat(line(journal -> journal.linkDown(0, 1, 2))).isEqualTo("{'t':0,'e':'linkDown','n':1,'to':2}");
        assertThat(line(journal -> journal.tokens(0, 1, 2))).isEqualTo("{'t':0,'e':'tokens','n':1,'held':2}");
        assertThat(line(journal -> journal.stepped(0, 1))).isEqualTo("{'t':0,'e':'stepped','n':1}");
    }

    @Test
    void longJournalsPassThroughTheBufferWhole() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        JournalWriter writer = new JournalWriter(bytes);
        for (int i = 0; i < 20_000; i++) {
            writer.stepped(i, i);
        }
        assertThat(bytes.size()).isPositive();
        writer.ended(20_000);
        assertThat(bytes.toString(StandardCharsets.US_ASCII).lines())
                .hasSize(20_001)
                .allMatch(line -> line.matches("\\{\"t\":[0-9.]+,\"e\":\"(stepped\",\"n\":[0-9]+|ended\")}"));
    }

    /** Even long lines are one write. */
    @Test
    void lineByLineEveryLineIsOneWrite() {
        List<String> writes = new ArrayList<>();
        OutputStream stream = new OutputStream() {
            @Override
            public void write(int b) {
                throw new AssertionError("lines come whole");
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                writes.add(new String(bytes, offset, length, StandardCharsets.US_ASCII));
            }
        };
        JournalWriter writer = JournalWriter.lineByLine(stream);
        writer.stepped(1_000_000, 7);
        assertThat(writes).containsExactly("{\"t\":1,\"e\":\"stepped\",\"n\":7}\n");
        writer.sent(1, 2, 3, new Odd("long ".repeat(1_000)));
        writer.stepped(2_000_000, 7);
        assertThat(writes).hasSize(3).allMatch(line -> line.startsWith("{") && line.endsWith("}\n"));
        assertThat(writes.get(1)).hasSizeGreaterThan(5_000);
    }

    @Test
    void aFullDiskIsNoticed() {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("no space left");
            }
        };
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> new JournalWriter(full).ended(0))
                .withMessageContaining("no space left");
    }
}
