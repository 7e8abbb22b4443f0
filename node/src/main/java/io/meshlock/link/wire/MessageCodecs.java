package io.meshlock.link.wire;

import io.meshlock.protocol.recovery.RecoverySettings;
import java.util.List;
import java.util.stream.Stream;

/** The registry of all message codecs. */
public final class MessageCodecs {

    private static final RecoveryCodec RECOVERING = new RecoveryCodec();

    private static final List<MessageCodec<?>> PLAIN =
            List.of(new PrioritizedCodec(), new KrlCodec(), new LookAheadCodec());

    private static final List<MessageCodec<?>> ALL =
            Stream.concat(PLAIN.stream(), Stream.of(RECOVERING)).toList();

    private MessageCodecs() {}

    public static List<MessageCodec<?>> all() {
        return ALL;
    }

    /** The codec of a pool. */
    public static MessageCodec<?> of(PoolTerms terms) {
        return RecoverySettings.isOn(terms.options()) && RECOVERING.algorithms().contains(terms.algorithm())
                ? RECOVERING
                : of(terms.algorithm());
    }

    /** The codec of an algorithm without recovery. */
    public static MessageCodec<?> of(String algorithm) {
        for (MessageCodec<?> codec : PLAIN) {
            if (codec.algorithms().contains(algorithm)) {
                return codec;
            }
        }
        throw new IllegalArgumentException("algorithm '" + algorithm + "' does not run on real links; expected one of "
                + String.join(
                        ", ",
                        PLAIN.stream()
                                .flatMap(codec -> codec.algorithms().stream())
                                .toList()));
    }
}
