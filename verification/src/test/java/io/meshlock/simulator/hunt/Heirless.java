package io.meshlock.simulator.hunt;

import io.meshlock.protocol.Algorithm;
import io.meshlock.protocol.Option;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.Setup;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code prioritized} without heirs: permits always come home. What is not about heirs is judged so: seeds and counts of
 * messages then depend on nothing else.
 */
final class Heirless {

    private static final List<String> OPTIONS = List.of("ahead", "steady");

    private Heirless() {}

    static Algorithm of(Algorithm algorithm) {
        List<Option> rest = algorithm.options().stream()
                .filter(option -> !OPTIONS.contains(option.name()))
                .toList();
        if (rest.size() == algorithm.options().size()) {
            return algorithm;
        }
        return new Algorithm(
                algorithm.name(),
                algorithm.summary(),
                algorithm.source(),
                algorithm.guarantees(),
                rest,
                setup -> algorithm.factory().apply(withoutHeirs(setup)));
    }

    private static Setup withoutHeirs(Setup setup) {
        Map<String, Long> options = new TreeMap<>(setup.options().given());
        options.put("ahead", 0L);
        return new Setup(
                setup.node(),
                setup.pool(),
                setup.bootstrap(),
                setup.tokens(),
                setup.distance(),
                setup.meshSize(),
                setup.links(),
                setup.lossyLinks(),
                Options.of(options),
                setup.incarnation(),
                setup.durable(),
                setup.firstNode());
    }
}
