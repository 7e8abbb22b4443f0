package io.meshlock.laboratory.reproduce;

import java.util.List;

/** Studies that take no time. */
final class TinyStudies {

    private static final String TINY = """
            study: tiny
            paper: Tiny
            scenario: alone.yaml
            set: {workload.only: all, permits: 2}
            forms:
              printed: {it: prioritized-as-printed}
              corrected: {it: ALGORITHM}
              beside: {repaired: prioritized-minimal-repair}
            dimensions:
              - {name: policy, title: policy, path: policy, levels: {fifo: fifo, smallest-first: smallest-first}}
              - name: think
                title: mean time between requests
                path: workload.think
                levels: {3: exponential 3, 10: exponential 10, 30: exponential 30}
                quick: [3, 30]
              - {name: size, title: nodes, levels: {2: {nodes: 2, network.delay: 1}, 4: {nodes: 4, network.delay: 2}}}
            quick: {runs: 3, set: {duration: 300, warmup: 0}}
            full: {runs: 5, set: {duration: 300, warmup: 0}}
            figures:
              - figure: tiny-wait
                title: Waiting
                text: How long it takes.
                metric: waitMean
                metricTitle: mean wait
                x: think
                panels: [policy]
                logX: true
                claims:
                  - {claim: load, says: "Load costs <b> & co", ratio: waitMean, of: {think: 3}, to: {think: 30}, above: 1}
              - figure: tiny-safe
                title: Safety
                text: Nothing goes wrong.
                metric: violations
                metricTitle: violations
                x: policy
                panels: [size]
                claims:
                  - {claim: safe, says: Nothing goes wrong., never: violations}
            """;

    private TinyStudies() {}

    /** One study with two figures: one over numbers and one over names. */
    static List<Study> all() {
        return List.of(Description.read("tiny.yaml", TINY.replace("ALGORITHM", "prioritized")));
    }

    /** One that cannot be run. */
    static Study impossible() {
        Study whole = Description.read("tiny.yaml", TINY.replace("ALGORITHM", "no-such-algorithm"));
        List<Study.Variant> only = whole.variants().stream()
                .filter(variant -> variant.form() == Study.Form.CORRECTED)
                .toList();
        return new Study(
                whole.name(),
                whole.paper(),
                whole.scenario(),
                whole.settings(),
                only,
                whole.dimensions(),
                whole.quick(),
                whole.full(),
                whole.figures().subList(0, 1));
    }
}
