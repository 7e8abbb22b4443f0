package io.meshlock.spark;

import io.meshlock.laboratory.result.Json;
import io.meshlock.laboratory.sweep.Unit;
import java.io.Serializable;
import org.apache.spark.broadcast.Broadcast;

/**
 * A {@link Unit} in serializable form.
 *
 * @param scenario sent once to each executor
 */
record RemoteUnit(int cell, int number, long seed, Broadcast<CellScenario> scenario) implements Serializable {

    /** Its outcome as a line of the sweep's journal, which reads back to the same result. */
    String run() throws InterruptedException {
        Unit unit = new Unit(cell, number, scenario.value().scenario(), seed);
        return Json.line(unit.run(() -> {}));
    }
}
