package io.meshlock.link.wire;

import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolSettings;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Makes frames of every kind, and corrupts them. */
final class FrameBender {

    private final SplittableRandom random;
    private final RandomMessages messages;
    private byte[] other;

    FrameBender(long seed) {
        random = new SplittableRandom(seed);
        messages = new RandomMessages(seed);
        other = frame();
    }

    /** The next corrupted frame. */
    byte[] next() {
        byte[] straight = frame();
        byte[] corrupted = corrupt(straight, other);
        other = straight;
        return corrupted;
    }

    private byte[] frame() {
        if (random.nextInt(10) == 0) {
            return random.nextBoolean()
                    ? RandomMessages.frame(Stream.generate(messages::advert)
                            .limit(1 + random.nextInt(3))
                            .toList())
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
