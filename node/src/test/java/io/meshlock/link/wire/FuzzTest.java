package io.meshlock.link.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Corrupted frames. Each is either decoded or refused as malformed: no other exception, and no more memory
 * than a frame's size explains. {@code -Dfuzz.frames=10000000} for the long run.
 */
@DisplayName("Corrupted frames")
class FuzzTest {

    private static final long FRAMES = Long.getLong("fuzz.frames", 40_000);
    private static final long SEED = Long.getLong("fuzz.seed", 1);

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final RandomMessages messages = new RandomMessages(SEED);

    @Test
    void areUnderstoodOrRefused() {
        long understood = 0;
        long refused = 0;
        byte[] other = frame();
        for (long i = 0; i < FRAMES; i++) {
            byte[] straight = frame();
            byte[] corrupted = corrupt(straight, other);
            other = straight;
            try {
                PoolFrame frame = PoolFrames.read(corrupted, 0, corrupted.length);
                understood++;
                if (frame instanceof PoolFrame.Carry carry) {
                    // A decoded frame can be encoded again and decodes to the same.
                    byte[] again = RandomMessages.write(carry.number(), carry.poolInstance(), carry.message());
                    assertThat(PoolFrames.read(again, 0, again.length)).isEqualTo(carry);
                } else if (frame instanceof PoolFrame.Say say) {
                    byte[] again = LinkStateAdverts.write(say.advert());
                    assertThat(PoolFrames.read(again, 0, again.length)).isEqualTo(say);
                } else if (frame instanceof PoolFrame.Open open) {
                    byte[] again = PoolFrames.write(open);
                    assertThat(PoolFrames.read(again, 0, again.length)).isEqualTo(open);
                } else if (frame instanceof PoolFrame.Routed routed) {
                    byte[] again = PoolFrames.write(routed);
                    assertThat(PoolFrames.read(again, 0, again.length)).isEqualTo(routed);
                }
            } catch (MalformedFrameException e) {
                refused++;
            } catch (RuntimeException | Error e) {
                throw new AssertionError(
                        "seed " + SEED + ", frame " + i + ": " + HexFormat.of().formatHex(corrupted), e);
            }
        }
        // Both must happen often; otherwise the corruption was too weak or too strong for a useful test.
        assertThat(understood).isGreaterThan(FRAMES / 20);
        assertThat(refused).isGreaterThan(FRAMES / 5);
        System.out.println(understood + " understood, " + refused + " refused");
    }

    private byte[] frame() {
        if (random.nextInt(10) == 0) {
            return random.nextBoolean()
                    ? LinkStateAdverts.write(messages.advert())
                    : PoolFrames.write(messages.routed());
        }
        if (random.nextInt(20) == 0) {
            PoolTerms terms = new PoolTerms(
                    "p" + random.nextInt(100),
                    "prioritized",
                    PoolSettings.permits(3),
                    Options.DEFAULTS,
                    random.nextInt(3) * 1_000L,
                    random.nextBoolean() ? PoolTerms.Hosts.ANYBODY : new PoolTerms.Hosts(random.nextInt(5), 7));
            return PoolFrames.write(new PoolFrame.Open(random.nextInt(100), random.nextInt(5), terms));
        }
        return RandomMessages.write(random.nextInt(200), random.nextInt(5), messages.next());
    }

    private byte[] corrupt(byte[] frame, byte[] other) {
        byte[] corrupted = frame.clone();
        int bends = 1 + random.nextInt(3);
        for (int i = 0; i < bends && corrupted.length > 0; i++) {
            int at = random.nextInt(corrupted.length);
            switch (random.nextInt(6)) {
                case 0 -> corrupted[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> corrupted[at] = (byte) random.nextInt();
                case 2 -> corrupted = Arrays.copyOf(corrupted, at); // cut short
                case 3 -> corrupted = without(corrupted, at);
                case 4 -> corrupted[at] = (byte) (random.nextBoolean() ? 0xFF : 0x80); // a length or number without end
                default -> corrupted = splice(corrupted, other, at);
            }
        }
        return corrupted;
    }

    private static byte[] without(byte[] bytes, int at) {
        byte[] shorter = Arrays.copyOf(bytes, bytes.length - 1);
        System.arraycopy(bytes, at + 1, shorter, at, shorter.length - at);
        return shorter;
    }

    private byte[] splice(byte[] bytes, byte[] other, int at) {
        int from = random.nextInt(other.length);
        byte[] spliced = Arrays.copyOf(bytes, at + other.length - from);
        System.arraycopy(other, from, spliced, at, other.length - from);
        return spliced;
    }
}
