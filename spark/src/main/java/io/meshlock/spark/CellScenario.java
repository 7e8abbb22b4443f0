package io.meshlock.spark;

import io.meshlock.laboratory.scenario.Scenario;
import io.meshlock.yaml.Value.Section;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** The scenario of a cell as it is sent: unresolved. Each executor resolves it once, and reads the files that it names. */
final class CellScenario implements Serializable {

    private static final long serialVersionUID = 1;

    private final Section source;
    private transient @Nullable Scenario scenario;

    CellScenario(Section source) {
        this.source = source;
    }

    synchronized Scenario scenario() {
        Scenario known = scenario;
        if (known == null) {
            known = Scenario.resolve(source);
            scenario = known;
        }
        return known;
    }
}
