package io.meshlock.link.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
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

    private final FrameBender bender = new FrameBender(SEED);

    @Test
    void areUnderstoodOrRefused() {
        long understood = 0;
        long refused = 0;
        for (long i = 0; i < FRAMES; i++) {
            byte[] corrupted = bender.next();
            try {
                PoolFrame frame = PoolFrames.read(corrupted, 0, corrupted.length);
                understood++;
                if (frame instanceof PoolFrame.Carry carry) {
                    // A decoded frame can be encoded again and decodes to the same.
                    byte[] again = RandomMessages.write(carry.number(), carry.poolInstance(), carry.message());
                    assertThat(PoolFrames.read(again, 0, again.length)).isEqualTo(carry);
                } else if (frame instanceof PoolFrame.Say say) {
                    for (UnreadAdvert unread : say.adverts()) {
                        LinkStateAdvert advert = unread.read();
                        byte[] again = LinkStateAdverts.write(advert);
                        assertThat(RandomMessages.adverts(PoolFrames.read(again, 0, again.length)))
                                .containsExactly(advert);
                    }
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
}
