package io.meshlock.benchmark;

import io.meshlock.protocol.Options;
import java.util.Map;

/** How many heirs {@code prioritized} may name: with {@code -Dahead=0} none, as it was before there were heirs. */
final class Heirs {

    private Heirs() {}

    static Options options() {
        Integer ahead = Integer.getInteger("ahead");
        return ahead == null ? Options.DEFAULTS : Options.of(Map.of("ahead", ahead.longValue()));
    }
}
