package io.meshlock.laboratory.result;

import io.meshlock.laboratory.Run;
import io.meshlock.laboratory.scenario.Scenario;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The runs of one scenario, their statistics and the result document. */
public final class Results extends Statistics {

    private final Scenario scenario;

    /** @param runs at least one, in the order of their seeds */
    public Results(Scenario scenario, List<Run> runs) {
        super(runs);
        this.scenario = scenario;
    }

    public Scenario scenario() {
        return scenario;
    }

    /** The result document: the same scenario, seeds and version give the same document. */
    public Map<String, @Nullable Object> document(String version) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("scenario", scenario.resolved());
        if (runs().size() == 1) {
            document.put("seed", runs().get(0).seed());
        } else {
            document.put("seeds", runs().stream().map(Run::seed).toList());
        }
        document.put("version", version);
        document.putAll(figures());
        return document;
    }
}
