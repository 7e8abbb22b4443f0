package io.meshlock.link.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Message;
import io.meshlock.protocol.prioritized.PrioritizedMessage;
import io.meshlock.protocol.prioritized.PrioritizedMessage.GrantMessage;
import io.meshlock.protocol.recovery.RecoveryMessage.Enclosed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Messages by the bytes that were recorded before some of their fields existed: they say what they said. */
@DisplayName("Recorded messages")
class RecordedMessagesTest {

    private static List<String> recorded() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(RecordedMessagesTest.class.getResourceAsStream("/wire/messages-2.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }

    private static Message read(String hex) throws MalformedFrameException {
        byte[] frame = HexFormat.of().parseHex(hex);
        return ((PoolFrame.Carry) Objects.requireNonNull(PoolFrames.read(frame, 0, frame.length))).message();
    }

    /** And they are written with the same bytes: what does not use the later fields is no longer than it was. */
    @Test
    void areReadAndWrittenAsTheyWere() throws Exception {
        Set<Class<?>> seen = new HashSet<>();
        for (String line : recorded()) {
            int end = line.indexOf(' ');
            Message message = read(line.substring(0, end));
            assertThat(message).hasToString(line.substring(end + 1));
            assertThat(HexFormat.of().formatHex(RandomMessages.write(7, 5, message)))
                    .isEqualTo(line.substring(0, end));
            seen.add(message.getClass());
            if (message instanceof Enclosed enclosed) {
                seen.add(enclosed.message().getClass());
            }
        }
        assertThat(seen).hasSize(PrioritizedMessage.class.getPermittedSubclasses().length); // Enclosed, but no HEIRS
    }

    @Test
    void areGrantsOfRegisteredRequestsWithoutHeirs() throws Exception {
        int grants = 0;
        for (String line : recorded()) {
            if (read(line.substring(0, line.indexOf(' '))) instanceof GrantMessage grant) {
                assertThat(grant)
                        .isEqualTo(new GrantMessage(
                                grant.header(), grant.number(), grant.key(), grant.slots(), grant.reading()));
                grants++;
            }
        }
        assertThat(grants).isPositive();
    }
}
