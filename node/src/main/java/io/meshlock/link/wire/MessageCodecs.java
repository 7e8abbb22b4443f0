package io.meshlock.link.wire;

import java.util.List;

/** The registry: every codec, one line each. */
public final class MessageCodecs {

    private static final List<MessageCodec<?>> ALL =
            List.of(new PrioritizedCodec(), new KrlCodec(), new LookAheadCodec());

    private MessageCodecs() {}

    public static List<MessageCodec<?>> all() {
        return ALL;
    }

    /** The codec of an algorithm. */
    public static MessageCodec<?> of(String algorithm) {
        for (MessageCodec<?> codec : ALL) {
            if (codec.algorithms().contains(algorithm)) {
                return codec;
            }
        }
        throw new IllegalArgumentException("algorithm '" + algorithm + "' does not run on real links; expected one of "
                + String.join(
                        ", ",
                        ALL.stream()
                                .flatMap(codec -> codec.algorithms().stream())
                                .toList()));
    }
}
