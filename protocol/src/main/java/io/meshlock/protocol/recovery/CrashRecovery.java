package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Option;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.token.RecoverableAlgorithm;
import io.meshlock.protocol.token.TokenLeaseCheck;
import java.util.List;
import java.util.stream.Stream;

/** Adds crash recovery to an algorithm with one token; a pool's options switch it on. */
public final class CrashRecovery {

    private CrashRecovery() {}

    /** The same algorithm with the options of recovery after its own. */
    public static Algorithm around(RecoverableAlgorithm wrapped) {
        List<Option> options = Stream.concat(wrapped.options().stream(), RecoverySettings.OPTIONS.stream())
                .toList();
        return new Algorithm(
                wrapped.name(),
                wrapped.summary(),
                wrapped.source(),
                wrapped.guarantees(),
                options,
                setup -> node(setup, wrapped));
    }

    private static Protocol node(Setup setup, RecoverableAlgorithm wrapped) {
        if (!RecoverySettings.isOn(setup.options())) {
            return wrapped.factory().apply(setup, TokenLeaseCheck.OPEN);
        }
        return new RecoveringNode(setup, RecoverySettings.of(setup.options()), wrapped.factory());
    }
}
