package io.meshlock.protocol.registry;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.baseline.central.Central;
import io.meshlock.protocol.baseline.raymond.Raymond;
import io.meshlock.protocol.baseline.raynal.Raynal;
import io.meshlock.protocol.baseline.ricart.RicartAgrawala;
import io.meshlock.protocol.baseline.suzuki.SuzukiKasami;
import io.meshlock.protocol.krl.Krl;
import io.meshlock.protocol.krl.printed.KrlPrinted;
import io.meshlock.protocol.lookahead.LookAhead;
import io.meshlock.protocol.lookahead.printed.PrintedLookAhead;
import io.meshlock.protocol.prioritized.Prioritized;
import io.meshlock.protocol.prioritized.printed.Printed;
import io.meshlock.protocol.recovery.CrashRecovery;
import io.meshlock.protocol.tokenring.Ring;
import java.util.List;

/** The registry of all algorithms, one line each. */
public final class Algorithms {

    private static final List<Algorithm> ALL = List.of(
            CrashRecovery.around(Prioritized.ANCHORED),
            CrashRecovery.around(Prioritized.MOVING),
            Printed.AS_PRINTED,
            Printed.MINIMAL_REPAIR,
            LookAhead.ALGORITHM,
            PrintedLookAhead.AS_PRINTED,
            Krl.KRL,
            Krl.KRLF,
            Krl.ADAPTIVE,
            Krl.RL,
            KrlPrinted.KRL,
            KrlPrinted.KRLF,
            Central.CENTRAL,
            RicartAgrawala.RICART_AGRAWALA,
            Raymond.RAYMOND,
            SuzukiKasami.SUZUKI_KASAMI,
            Raynal.RAYNAL,
            Ring.TOKEN_RING);

    private Algorithms() {}

    public static List<Algorithm> all() {
        return ALL;
    }

    /** The algorithm of that name. */
    public static Algorithm named(String name) {
        for (Algorithm algorithm : ALL) {
            if (algorithm.name().equals(name)) {
                return algorithm;
            }
        }
        throw new IllegalArgumentException("unknown algorithm '" + name + "'; expected one of "
                + String.join(", ", ALL.stream().map(Algorithm::name).toList()));
    }
}
