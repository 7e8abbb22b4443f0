package io.meshlock.laboratory.scenario;

import io.meshlock.protocol.Algorithm;
import io.meshlock.simulator.WorldSpec;

/** Scenarios for tests. */
public final class ScenarioFixtures {

    /** The shortest scenario there is. */
    public static final String SMALL = """
            nodes: 5
            permits: 2
            duration: 200
            network: {topology: line}
            """;

    private ScenarioFixtures() {}

    public static Scenario scenario(String yaml) {
        return Scenario.resolve(ScenarioReader.tree("mesh.yaml", yaml));
    }

    /** The scenario with an algorithm that no registry knows. */
    public static Scenario withAlgorithm(Scenario scenario, Algorithm algorithm) {
        WorldSpec spec = scenario.spec();
        WorldSpec changed = WorldSpec.builder(algorithm)
                .pool(spec.pool())
                .nodes(spec.nodes())
                .duration(spec.duration())
                .warmup(spec.warmup())
                .drain(spec.drain())
                .network(spec.network())
                .workload(spec.workload())
                .build();
        return new Scenario(scenario.source(), scenario.name(), "", changed, scenario.resolved());
    }
}
